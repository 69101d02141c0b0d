import { css, html, nothing, type TemplateResult } from 'lit';
import { type Day, turned, type Weeks } from '../../domain/days.ts';
import type { ListWords } from '../../messages/words.ts';

interface WeeksHeader {
  weeks: Weeks;
  /** The earliest day that is of use. */
  today: Day;
  /** The level of the heading. */
  level: 2 | 3;
  words: ListWords;
  /** Shows the weeks with a day. */
  show: (day: Day) => void;
}

/**
 * From when to when a calendar's weeks are, between buttons to the weeks before and after. Unicode
 * mirrors their signs in right-to-left text.
 */
export function weeksHeader({ weeks, today, level, words, show }: WeeksHeader): TemplateResult {
  const turn = (sign: string, label: string, turns: number, isDisabled: boolean) =>
    html`<button
      type="button"
      class="turn"
      aria-label=${label}
      aria-disabled=${isDisabled ? 'true' : nothing}
      @click=${() => !isDisabled && show(turned(weeks.first, turns))}
    >
      ${sign}
    </button>`;
  const range = words.range(weeks, today);
  return html`<div class="weeks">
    ${
      level === 2
        ? html`<h2 class="heading" aria-live="polite">${range}</h2>`
        : html`<h3 class="heading" aria-live="polite">${range}</h3>`
    }
    ${turn('‹', words.say('earlierDays'), -1, weeks.first <= today)}
    ${turn('›', words.say('laterDays'), 1, false)}
  </div>`;
}

export const weeksHeaderStyles = css`
  .weeks {
    display: flex;
    align-items: center;
    gap: 8px;
    /* Room for two lines, so that turning to a new year moves nothing. */
    min-height: 50px;
    margin-bottom: 4px;
  }
  .weeks > .heading {
    flex: 1;
    min-width: 0;
    text-wrap: balance;
  }
  .turn {
    flex: none;
    width: 44px;
    height: 44px;
    border: 1px solid var(--_line);
    border-radius: var(--_radius-small);
    background: none;
    font-size: 1.1875em;
    line-height: 1;
  }
  .turn:hover {
    border-color: var(--_line-strong);
  }
  .turn[aria-disabled='true'] {
    border-color: var(--_line);
    color: var(--_line-strong);
    cursor: default;
  }
`;
