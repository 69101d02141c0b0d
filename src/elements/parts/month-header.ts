import { css, html, nothing, type TemplateResult } from 'lit';
import { nextMonth, type Month } from '../../domain/days.ts';
import type { ListWords } from '../../messages/words.ts';

interface MonthHeader {
  month: Month;
  /** The earliest month that can be shown. */
  first: Month;
  /** The level of the month's heading. */
  level: 2 | 3;
  words: ListWords;
  show: (month: Month) => void;
}

/**
 * The name of a month between buttons to the previous and the next month. Unicode mirrors their
 * signs in right-to-left text.
 */
export function monthHeader({ month, first, level, words, show }: MonthHeader): TemplateResult {
  const turn = (sign: string, label: string, to: Month, isDisabled: boolean) =>
    html`<button
      type="button"
      class="turn"
      aria-label=${label}
      aria-disabled=${isDisabled ? 'true' : nothing}
      @click=${() => !isDisabled && show(to)}
    >
      ${sign}
    </button>`;
  const name = words.month(month);
  return html`<div class="month">
    ${turn('‹', words.say('previousMonth'), nextMonth(month, -1), month <= first)}
    ${
      level === 2
        ? html`<h2 class="heading" aria-live="polite">${name}</h2>`
        : html`<h3 class="heading" aria-live="polite">${name}</h3>`
    }
    ${turn('›', words.say('nextMonth'), nextMonth(month), false)}
  </div>`;
}

export const monthHeaderStyles = css`
  .month {
    display: flex;
    align-items: center;
    justify-content: space-between;
    margin-bottom: 8px;
  }
  .turn {
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
