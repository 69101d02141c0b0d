import { html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { DayAvailability } from '../domain/availability.ts';
import { cellOf, type Calendar, type Cell } from '../domain/calendar-cell.ts';
import { addDays, addMonths, monthOf, weekOf, weeksOf, type Day } from '../domain/days.ts';
import { base } from '../styles/base.ts';
import { InnerElement } from './inner-element.ts';
import { monthGridStyles } from './month-grid.styles.ts';

/**
 * One month as a grid of days, each with its price or the places left. Its keys are those of the
 * ARIA date-picker pattern: arrows, Home and End, Page Up and Down for months, with Shift for
 * years. Days that have passed are only shown: a screen reader that reads the month begins with
 * today.
 *
 * @fires day-choose - with the day
 * @fires month-show - with the month that was reached by the keyboard
 */
export class MonthGrid extends InnerElement {
  static override styles = [base, monthGridStyles];

  @property() month = '';
  @property({ attribute: false }) days: ReadonlyMap<Day, DayAvailability> = new Map();
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

  /** The day that was reached by the keyboard or a press; its month may not be shown yet. */
  @state() private reached: Day = '';
  #takeFocus = false;

  /** The only day that Tab reaches (roving tabindex). */
  get #tabbed(): Day {
    if (monthOf(this.reached) === this.month) return this.reached;
    if (monthOf(this.selected) === this.month) return this.selected;
    const free = [...this.days.values()].find(({ state }) => state === 'free');
    return free?.day ?? this.#notBeforeToday(`${this.month}-01`);
  }

  #notBeforeToday(day: Day): Day {
    return day < this.today ? this.today : day;
  }

  protected override updated(): void {
    if (!this.#takeFocus || monthOf(this.reached) !== this.month) return;
    this.#takeFocus = false;
    this.renderRoot.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }

  override render() {
    const first = this.words.firstWeekday();
    const { days, currency, participants, loading, words } = this;
    const calendar: Calendar = { days, currency, participants, loading, words };
    const tabbed = this.#tabbed;
    const weekdays = [0, 1, 2, 3, 4, 5, 6].map((index) => (first + index) % 7);
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
              html`<th scope="col" class="small" abbr=${this.words.weekday(weekday, 'long')}>
                ${this.words.weekday(weekday, 'short')}
              </th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${weeksOf(this.month, first).map(
          (week) =>
            html`<tr>
              ${week.map((day) => this.#renderCell(cellOf(day, calendar), day === tabbed))}
            </tr>`,
        )}
      </tbody>
    </table>`;
  }

  /**
   * Every cell has the same template, even if its day is in another month, so that a change of
   * month updates only texts and attributes, and no elements.
   */
  #renderCell({ day, number, classes, line, label, disabled }: Cell, isTabbed: boolean) {
    return html`<td
      role="gridcell"
      class=${classes}
      ?inert=${day !== null && day < this.today}
      aria-selected=${day ? day === this.selected : nothing}
    >
      <button
        type="button"
        ?hidden=${!day}
        data-day=${day ?? nothing}
        tabindex=${isTabbed ? 0 : -1}
        aria-label=${label || nothing}
        aria-current=${day === this.today ? 'date' : nothing}
        aria-disabled=${disabled ? 'true' : nothing}
      >
        ${number}
      </button>
      <small aria-hidden="true">${line}</small>
    </td>`;
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
    if (monthOf(target) !== this.month) {
      this.emit('month-show', monthOf(target));
    }
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
