import { css, html, nothing } from 'lit';
import type { Words } from '../../messages/words.ts';
import { ground } from '../../styles/design-tokens.ts';

/** What has happened to an order, what is awaited now, or what is still to come. */
export interface OrderStep {
  state: 'done' | 'awaited' | 'to-come';
  title: unknown;
  /** More about it, in a smaller text. */
  about?: unknown;
}

/** The steps in their sequence. What is done has a full dot, and says so to screen readers. */
export function renderSteps(steps: OrderStep[], words: Words) {
  if (steps.length === 0) return nothing;
  return html`<ol class="steps" aria-label=${words.say('whatNext')}>
    ${steps.map(
      ({ state, title, about }) =>
        html`<li class=${state} aria-current=${state === 'awaited' ? 'step' : nothing}>
          ${stateText(state, words)}<span class="strong">${title}</span>
          ${about ? html`<div class="small">${about}</div>` : nothing}
        </li>`,
    )}
  </ol>`;
}

/** Of the awaited step, `aria-current` says it. */
function stateText(state: OrderStep['state'], words: Words) {
  if (state === 'awaited') return nothing;
  const text = words.say(state === 'done' ? 'stepDone' : 'stepToCome');
  return html`<span class="visually-hidden">${text}</span> `;
}

export const stepsStyles = css`
  .steps {
    margin: 12px 0;
    list-style: none;
  }
  .steps li {
    position: relative;
    padding-inline-start: 24px;
    padding-bottom: 12px;
  }
  .steps li:last-child {
    padding-bottom: 0;
  }
  /* Drawn by their borders, which forced colours keep. */
  .steps li::before {
    content: '';
    position: absolute;
    inset-block-start: 0.45em;
    inset-inline-start: 2px;
    width: 10px;
    height: 10px;
    border: 1.5px solid var(--_line-strong);
    border-radius: 50%;
  }
  .steps .done::before {
    border: 5px solid var(--_accent);
  }
  .steps .awaited::before {
    border-color: var(--_accent);
    border-width: 3px;
  }
  .steps li:not(:last-child)::after {
    content: '';
    position: absolute;
    inset-block: calc(0.45em + 13px) calc(3px - 0.45em);
    inset-inline-start: 6.5px;
    border-inline-start: 1px solid var(--_line);
  }
  /* A button whose outcome is awaited. */
  .waiting[aria-disabled='true'] {
    ${ground('accent-soft')}
    color: var(--_accent-text);
  }
`;
