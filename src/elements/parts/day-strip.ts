import { css, html, type TemplateResult } from 'lit';
import type { DayAvailability } from '../../domain/availability.ts';
import type { Cell } from '../../domain/calendar-cell.ts';
import { type Day, weekdayOf } from '../../domain/days.ts';
import type { Words } from '../../messages/words.ts';
import { ground } from '../../styles/design-tokens.ts';

interface DayStrip {
  days: DayAvailability[];
  /** What a calendar would show of a day. */
  cell: (day: Day) => Cell;
  selected: Day;
  /** Today in the event's time zone. */
  today: Day;
  now: number;
  words: Words;
  choose: (day: Day) => void;
}

/** The number of days that are offered at least, if there are so many. */
const DAYS = 10;

/** The next days that can be booked, in a row that scrolls, each with its price or places left. */
export function dayStrip(strip: DayStrip): TemplateResult {
  return html`<ul class="strip">
    ${nextOf(strip).map(({ day, scarce }) => html`<li>${button(day, scarce, strip)}</li>`)}
  </ul>`;
}

/** At least up to the selected day. */
function nextOf({ days, selected }: DayStrip): DayAvailability[] {
  const free = days.filter(({ state }) => state === 'free');
  const chosen = free.findIndex(({ day }) => day === selected);
  return free.slice(0, Math.max(DAYS, chosen + 1));
}

function button(day: Day, scarce: boolean, strip: DayStrip): TemplateResult {
  const { words, today, now, selected, choose } = strip;
  const { label, line } = strip.cell(day);
  const name = words.nearDay(day, today, now) || words.weekday(weekdayOf(day), 'brief');
  return html`<button
    type="button"
    class=${scarce ? 'scarce' : ''}
    aria-pressed=${day === selected}
    @click=${() => choose(day)}
    @focus=${showFocused}
  >
    <span class="visually-hidden">${label}</span>
    <span aria-hidden="true">
      <small>${name}</small>
      <span class="date">${words.dayOfMonth(day)}</span>
      <small class="line">${line || '\u00a0'}</small>
    </span>
  </button>`;
}

export function showSelected(root: ParentNode): void {
  const selected = root.querySelector('.strip [aria-pressed="true"]');
  if (selected) showWhole(selected);
}

/**
 * Browsers leave a focused day where it is if any part of it is in view. What a pointer focuses stays
 * there too, because its release would otherwise hit another day.
 */
function showFocused({ currentTarget }: FocusEvent): void {
  const day = currentTarget as Element;
  if (day.matches(':focus-visible')) showWhole(day);
}

/** Scrolls the row, and never the page, as little as it takes to show a day whole. */
function showWhole(day: Element): void {
  const strip = day.closest('.strip');
  if (!strip) return;
  const around = strip.getBoundingClientRect();
  const within = day.getBoundingClientRect();
  const left = Math.min(0, within.left - around.left) + Math.max(0, within.right - around.right);
  if (left) strip.scrollBy({ left, behavior: 'instant' });
}

export const dayStripStyles = css`
  /* It reaches to the edges of the page, so that a day that is cut off shows that there are more. */
  .strip {
    display: flex;
    gap: 8px;
    margin-inline: -4px;
    padding: 4px;
    overflow-x: auto;
    scroll-padding-inline: 4px;
    scroll-snap-type: x proximity;
    scrollbar-width: none;
    list-style: none;
  }
  .strip::-webkit-scrollbar {
    display: none;
  }
  .strip li {
    position: relative;
    flex: 1 0 auto;
    min-width: 4.4em;
    max-width: 7em;
    scroll-snap-align: start;
  }
  .strip button {
    /* Each day snaps by both of its sides, so that no snap cuts off a day that was whole in view. */
    scroll-snap-align: end;
    width: 100%;
    min-height: 44px;
    padding: 8px;
    border: 1px solid var(--_line);
    border-radius: var(--_radius-small);
    ${ground('surface')};
    line-height: 1.3;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .strip button:hover {
    border-color: var(--_line-strong);
  }
  .strip small {
    display: block;
    overflow: hidden;
    font-size: 0.78em;
    text-overflow: ellipsis;
    color: var(--_muted-text);
  }
  .strip small:first-child::first-letter {
    text-transform: uppercase;
  }
  .strip .date {
    font-weight: 620;
  }
  .strip .scarce .line {
    color: var(--_warn-text);
    font-weight: 600;
  }
  .strip [aria-pressed='true'],
  .strip [aria-pressed='true']:hover {
    border-color: var(--_accent);
    ${ground('accent')};
  }
  .strip [aria-pressed='true'] small {
    color: inherit;
  }
`;
