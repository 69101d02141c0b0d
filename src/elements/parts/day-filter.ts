import { css, html, nothing, type TemplateResult } from 'lit';
import { MAX_AMOUNT } from '#contract/limits';
import type { DayAvailability } from '../../domain/availability.ts';
import { type Day, localDay, rowsFrom, weeksWith } from '../../domain/days.ts';
import type { InnerEvent } from '../../events.ts';
import type { ListWords } from '../../messages/words.ts';
import { ground } from '../../styles/design-tokens.ts';
import type { Clock } from '../context.ts';
import { icon } from './icon.ts';
import { quietSelect } from './quiet-select.ts';
import { weeksHeader, weeksHeaderStyles } from './weeks-header.ts';

const down = 'M4 7l5 5 5-5';
/** One by one as far as most parties go, since each option costs time before the first card. */
const partySizes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 20, 25, 30, 40, 50, 75, MAX_AMOUNT];

/** The day and the number of participants that the customer looks for. */
export interface DayFilter {
  /** Empty for any day. */
  day: Day | '';
  participants: number;
}

interface Fields {
  filter: DayFilter;
  /** One of the days that the calendar shows; empty until it was opened. */
  shownDay: Day | '';
  clock: Clock;
  words: ListWords;
  showDays: (day: Day) => void;
  change: (filter: DayFilter) => void;
}

/** The day, with a button that opens the calendar, and the number of participants. */
export function dayFilter(fields: Fields): TemplateResult {
  const { filter, shownDay, words, change } = fields;
  const { day, participants } = filter;
  // A tag or an address can name a size that is not offered.
  const sizes = [...new Set([...partySizes, participants])].sort((a, b) => a - b);
  const open = () => fields.showDays(day || localDay(fields.clock()));
  return html`<div class="filter">
    <details class="day" @keydown=${closeByKey} @focusout=${closeOutside}>
      <summary class=${day ? 'chosen' : ''} @click=${open}>
        <span class="visually-hidden">${words.say('chooseDay')}:</span>
        ${day ? words.shortDay(day) : words.say('anyDay')} ${icon(down)}
      </summary>
      <div class="panel" tabindex="-1" @day-choose=${closeCalendar}>
        ${shownDay ? calendar(fields, shownDay) : nothing}
      </div>
    </details>
    <div class="party ${participants > 1 ? 'chosen' : ''}">
      ${quietSelect({
        label: words.say('party'),
        value: String(participants),
        options: sizes.map((count) => [String(count), words.say('participants', { count })]),
        change: (count) => change({ ...filter, participants: Number(count) }),
      })}
      ${icon(down)}
    </div>
  </div>`;
}

function calendar(fields: Fields, shownDay: Day): TemplateResult {
  const { filter, words, showDays, change } = fields;
  const today = localDay(fields.clock());
  const weeks = weeksWith(shownDay, today, words.firstWeekday());
  return html`${weeksHeader({ weeks, today, level: 2, words, show: showDays })}
    <booking-day-grid
      .first=${weeks.first}
      .days=${daysFrom(today, weeks.first)}
      .selected=${filter.day}
      .today=${today}
      .label=${words.range(weeks, today)}
      @day-choose=${({ detail }: InnerEvent<Day>) => change({ ...filter, day: detail })}
      @days-show=${({ detail }: InnerEvent<Day>) => showDays(detail)}
    >
      ${dateField(fields, today)}
    </booking-day-grid>`;
}

/** Shown until the grid's code is there, which comes with the second script, or if it never comes. */
function dateField({ filter, words, change }: Fields, today: Day): TemplateResult {
  const choose = ({ currentTarget }: Event) => {
    const field = currentTarget as HTMLInputElement;
    if (field.reportValidity()) change({ ...filter, day: field.value });
  };
  return html`<input
    type="date"
    aria-label=${words.say('chooseDay')}
    min=${today}
    .value=${filter.day}
    @change=${choose}
  />`;
}

/** Every day from today on is shown as free, since only the list says which events have places. */
function daysFrom(today: Day, first: Day): ReadonlyMap<Day, DayAvailability> {
  const days = rowsFrom(first)
    .flat()
    .filter((day) => day >= today);
  return new Map(
    days.map((day) => [
      day,
      { day, starts: [], state: 'free', left: 0, scarce: false, fromValue: null },
    ]),
  );
}

/** Closes the calendar, and focuses the button that has opened it. */
function closeCalendar({ currentTarget }: Event): void {
  const details = (currentTarget as Element).closest('details');
  if (!details?.open) return;
  details.open = false;
  details.querySelector('summary')?.focus();
}

/** Escape closes the calendar, and not the dialog around it. */
function closeByKey(event: KeyboardEvent): void {
  const isOpen = (event.currentTarget as HTMLDetailsElement).open;
  if (event.key !== 'Escape' || !isOpen) return;
  event.preventDefault();
  closeCalendar(event);
}

/** Checked in a later task, because turning the calendar moves the focus from one day to another. */
function closeOutside({ currentTarget }: FocusEvent): void {
  const details = currentTarget as HTMLDetailsElement;
  setTimeout(() => {
    if (!details.matches(':focus-within')) details.open = false;
  });
}

export const dayFilterStyles = [
  weeksHeaderStyles,
  css`
    .filter {
      position: relative;
      display: flex;
      flex: 1 1 auto;
      flex-wrap: wrap;
      align-items: center;
      gap: 8px 12px;
      max-width: 100%;
    }
    .day,
    .party {
      flex: 1 1 7em;
    }
    .party {
      position: relative;
    }
    summary,
    .party select {
      width: 100%;
      min-height: 44px;
      padding: 8px 12px;
      white-space: nowrap;
      border: 1px solid var(--_line-strong);
      border-radius: var(--_radius-small);
      ${ground('surface')};
      font-variant-numeric: tabular-nums;
      cursor: pointer;
    }
    summary {
      display: flex;
      align-items: center;
      gap: 8px;
      min-width: 7em;
    }
    .party select {
      appearance: none;
      padding-inline-end: 38px;
    }
    .filter svg {
      flex: none;
      margin-inline-start: auto;
      color: var(--_muted-text);
    }
    .party svg {
      position: absolute;
      inset-inline-end: 12px;
      top: 13px;
      pointer-events: none;
    }
    summary.chosen,
    .party.chosen select {
      border-color: var(--_accent);
      ${ground('accent-soft')};
      font-weight: 560;
    }
    .day .panel {
      position: absolute;
      inset-inline-end: 0;
      top: calc(100% + 4px);
      z-index: 1;
      width: 328px;
      max-width: calc(100cqw - 2px);
    }
    @container (max-width: 340px) {
      .day .panel {
        padding: 8px;
      }
    }
  `,
];
