import { css, html, nothing, type TemplateResult } from 'lit';
import { MAX_AMOUNT } from '#contract/limits';
import type { ListWords } from '../../messages/words.ts';
import { ground } from '../../styles/design-tokens.ts';

interface Stepper {
  /** What is counted. */
  title: string;
  amount: number;
  /** The minimum; 0 by default. */
  least?: number;
  /** Whether the amount may grow. */
  room: boolean;
  /** Id of the element that says why the amount may not grow. */
  limitId?: string;
  words: ListWords;
  change: (amount: number) => void;
}

/**
 * A number between buttons for one less and one more. A button without effect stays focusable, so
 * that the focus is never lost; but Tab passes by one less than nothing, which nobody looks for.
 */
export function stepper({
  title,
  amount,
  least = 0,
  room,
  limitId,
  words,
  change,
}: Stepper): TemplateResult {
  const less = amount > least;
  const more = room && amount < MAX_AMOUNT;
  return html`<div class="stepper" role="group" aria-label=${title}>
    <button
      type="button"
      aria-label=${words.say('oneLess', { title })}
      tabindex=${less ? nothing : -1}
      aria-disabled=${!less}
      @click=${() => less && change(amount - 1)}
    >
      −
    </button>
    <output aria-live="polite"
      ><span class="visually-hidden">${title}: </span><span translate="no">${amount}</span></output
    >
    <button
      type="button"
      aria-label=${words.say('oneMore', { title })}
      aria-disabled=${!more}
      aria-describedby=${more ? nothing : (limitId ?? nothing)}
      @click=${() => more && change(amount + 1)}
    >
      +
    </button>
  </div>`;
}

/** Why the amount may not grow; empty if it may. */
export function limitText(
  amount: number,
  /** The sum of all amounts that share the limit `left`. */
  count: number,
  /** The number of places or pieces left; undefined if there is no limit. */
  left: number | undefined,
  words: ListWords,
): string {
  if (left !== undefined && count >= left) return words.say('allLeft', { count: left });
  return amount < MAX_AMOUNT ? '' : words.say('atMost', { count: MAX_AMOUNT });
}

/** Shows the text of `limitText`, which screen readers announce when it changes. */
export function limitNote(id: string, text: string): TemplateResult {
  return html`<p id=${id} class="small strong limit" aria-live="polite">${text}</p>`;
}

export const stepperStyles = css`
  .stepper {
    display: flex;
    flex: none;
    align-items: center;
    gap: 4px;
  }
  .stepper button {
    width: 44px;
    height: 44px;
    padding: 0;
    border: 1px solid var(--_line-strong);
    border-radius: 50%;
    background: none;
    font-size: 1.1875em;
    line-height: 1;
  }
  /* After a tap, a phone would keep showing the button as pressed. */
  @media (hover: hover) {
    .stepper button:not([aria-disabled='true']):hover {
      ${ground('accent-soft')};
    }
  }
  .stepper button[aria-disabled='true'] {
    border-color: var(--_line);
    color: var(--_line-strong);
    cursor: default;
  }
  .stepper output {
    min-width: 28px;
    text-align: center;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
`;
