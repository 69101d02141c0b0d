import { css, html, type TemplateResult } from 'lit';
import type { ListWords } from '../../messages/words.ts';
import { loadingNote } from './loading-note.ts';

/** What is known of a step whose code is still loading. */
interface StepOutline {
  /** The title of the event that was chosen in the list; empty if none was. */
  readonly title: string;
  readonly headingLevel: number;
  readonly isSlow: boolean;
  readonly words: ListWords;
}

/** The title and the outline of a step whose code is still loading. */
export function stepOutline({ title, headingLevel, isSlow, words }: StepOutline): TemplateResult {
  return html`<div class="outline" tabindex="-1">
    ${title ? html`<h2 class="title" aria-level=${headingLevel} dir="auto">${title}</h2>` : ''}
    <div class="lines" aria-hidden="true">
      <span class="skeleton image"></span>
      ${[1, 2, 3].map(() => html`<span class="skeleton">Lorem ipsum dolor sit amet</span>`)}
    </div>
    ${loadingNote(words.say(isSlow ? 'slow' : 'loading'))}
  </div>`;
}

export const stepOutlineStyles = css`
  .outline {
    min-height: 480px;
  }
  .outline:focus {
    outline: none;
  }
  .outline .title {
    margin-block: 4px 12px;
  }
  .outline .lines {
    display: grid;
    justify-items: start;
    gap: 12px;
    margin-block-end: 12px;
  }
  .outline .image {
    width: min(100%, 628px);
    aspect-ratio: 2;
    border-radius: var(--_radius-small);
  }
`;
