import { html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { DayAvailability } from '../domain/availability.ts';
import { type Calendar, type Cell, cellOf } from '../domain/calendar-cell.ts';
import {
  addDays,
  addMonths,
  type Day,
  isWithin,
  rowsFrom,
  weekOf,
  weeksFrom,
} from '../domain/days.ts';
import { memoize } from '../domain/memoize.ts';
import { dayGridStyles } from './day-grid.styles.ts';
import { InnerElement } from './inner-element.ts';

type Days = ReadonlyMap<Day, DayAvailability>;

/**
 * Five weeks as a grid of days, each with its price or the places left. Its keys are those of the
 * ARIA date-picker pattern: arrows, Home and End, Page Up and Down for months, with Shift for
 * years. Days that have passed are only shown: a screen reader that reads the weeks begins with
 * today.
 *
 * @fires day-choose - with the day
 * @fires days-show - with the day that was reached by the keyboard, in other weeks
 */
export class DayGrid extends InnerElement {
  static override styles = dayGridStyles;

  /** The first day that is shown, with which a week begins. */
  @property() first: Day = '';
  @property({ attribute: false }) days: Days = new Map();
  @property() selected = '';
  /** Today in the event's time zone. */
  @property() today = '';
  @property() currency = 'EUR';
  /** The number of places to look for. */
  @property({ type: Number }) participants = 1;
  /** The grid's accessible name. */
  @property() label = '';
  /** Whether the days are being loaded. */
  @property({ type: Boolean }) loading = false;

  /** The day that was reached by the keyboard or a press; its weeks may not be shown yet. */
  @state() private reached: Day = '';
  #takeFocus = false;
  /** Each cell is computed once, also if the customer turns to other weeks and back. */
  readonly #cellsOf = memoize(cellsOf);

  /** The only day that Tab reaches (roving tabindex). */
  get #tabbed(): Day {
    const { first, selected, reached } = this;
    const weeks = weeksFrom(first);
    const isFree = (day: Day) => this.days.get(day)?.state === 'free';
    return (
      [reached, selected].find((day) => isWithin(weeks, day)) ??
      rowsFrom(first).flat().find(isFree) ??
      this.#notBeforeToday(first)
    );
  }

  #notBeforeToday(day: Day): Day {
    return day < this.today ? this.today : day;
  }

  protected override updated(): void {
    if (!this.#takeFocus || !isWithin(weeksFrom(this.first), this.reached)) return;
    this.#takeFocus = false;
    this.focus();
  }

  override render() {
    if (!this.first) return nothing;
    const { words } = this;
    const tabbed = this.#tabbed;
    const { currency, participants, loading } = this;
    const cellOn = this.#cellsOf(this.days, currency, participants, loading, words);
    const weekdays = [0, 1, 2, 3, 4, 5, 6].map((index) => (words.firstWeekday() + index) % 7);
    return html`<table
      role="grid"
      aria-label=${this.label}
      aria-busy=${this.loading}
      @click=${this.#click}
      @keydown=${this.#moveFocus}
    >
      <thead>
        <tr>
          ${weekdays.map(
            (weekday) =>
              html`<th scope="col" class="small" abbr=${words.weekday(weekday, 'long')}>
                ${words.weekday(weekday, 'short')}
              </th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${rowsFrom(this.first).map(
          (week) =>
            html`<tr>
              ${week.map((day) => this.#renderCell(cellOn(day), day === tabbed))}
            </tr>`,
        )}
      </tbody>
    </table>`;
  }

  /**
   * Every cell has the same template, also that of a day that has passed, so that turning to other
   * weeks updates only texts and attributes, and no elements.
   */
  #renderCell({ day, number, month, classes, line, label, disabled }: Cell, isTabbed: boolean) {
    return html`<td
      role="gridcell"
      class=${classes}
      ?inert=${day < this.today}
      aria-selected=${day === this.selected}
    >
      <button
        type="button"
        data-day=${day}
        data-month=${month || nothing}
        tabindex=${isTabbed ? 0 : -1}
        aria-label=${label}
        aria-current=${day === this.today ? 'date' : nothing}
        aria-disabled=${disabled ? 'true' : nothing}
      >
        ${number}
      </button>
      <small aria-hidden="true">${line}</small>
    </td>`;
  }

  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector<HTMLElement>('[tabindex="0"]')?.focus(options);
  }

  #click(event: Event): void {
    const { day } = (event.target as HTMLElement).dataset;
    if (!day) return;
    this.reached = day;
    if (this.days.get(day)?.state === 'free') this.emit('day-choose', day);
  }

  #moveFocus(event: KeyboardEvent): void {
    const day = (event.target as HTMLElement).dataset['day'];
    const reached = day && this.#dayReachedBy(day, event);
    if (!reached) return;
    event.preventDefault();
    const target = this.#notBeforeToday(reached);
    this.reached = target;
    this.#takeFocus = true;
    if (!isWithin(weeksFrom(this.first), target)) this.emit('days-show', target);
  }

  #dayReachedBy(day: Day, { key, shiftKey }: KeyboardEvent): Day | undefined {
    const forward = getComputedStyle(this).direction === 'rtl' ? -1 : 1;
    const [weekStart, weekEnd] = weekOf(day, this.words.firstWeekday());
    switch (key) {
      case 'ArrowLeft':
        return addDays(day, -forward);
      case 'ArrowRight':
        return addDays(day, forward);
      case 'ArrowUp':
        return addDays(day, -7);
      case 'ArrowDown':
        return addDays(day, 7);
      case 'Home':
        return weekStart;
      case 'End':
        return weekEnd;
      case 'PageUp':
        return addMonths(day, shiftKey ? -12 : -1);
      case 'PageDown':
        return addMonths(day, shiftKey ? 12 : 1);
      default:
        return undefined;
    }
  }
}

/** The cells of a calendar, each of which is computed when it is first shown. */
function cellsOf(
  days: Days,
  currency: string,
  participants: number,
  loading: boolean,
  words: Calendar['words'],
): (day: Day) => Cell {
  const cells = new Map<Day, Cell>();

  return (day) => {
    const cell = cells.get(day) ?? cellOf(day, { days, currency, participants, loading, words });
    cells.set(day, cell);
    return cell;
  };
}
