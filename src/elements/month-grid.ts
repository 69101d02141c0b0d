import { consume } from '@lit/context';
import { html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { DayAvailability } from '../domain/availability.ts';
import { addDays, addMonths, monthOf, weekOf, weeksOf, type Day } from '../domain/days.ts';
import { InnerEvent } from '../events.ts';
import { english, type Words } from '../messages/words.ts';
import { base } from '../styles/base.ts';
import { wordsContext } from './context.ts';
import { monthGridStyles } from './month-grid.styles.ts';

/**
 * One month as a grid of days, each with its price or what is left, on the keyboard as in the ARIA
 * date-picker pattern: arrows, Home and End, Page Up and Down for months, with Shift for years.
 *
 * @fires day-choose - with the day
 * @fires month-show - with the month that the keyboard went to
 */
export class MonthGrid extends LitElement {
  static override styles = [base, monthGridStyles];

  @property() month = '';
  @property({ attribute: false }) days: ReadonlyMap<Day, DayAvailability> = new Map();
  @property() selected = '';
  /** In the event's time zone. */
  @property() today = '';
  @property() currency = 'EUR';
  /** Names the grid. */
  @property() label = '';

  @consume({ context: wordsContext, subscribe: true })
  private words: Words = english;

  /** Where the keyboard was taken; its month may still have to be shown. */
  @state() private reached: Day = '';
  #takeFocus = false;

  /** The one day that Tab goes to. */
  get #tabbed(): Day {
    if (monthOf(this.reached) === this.month) return this.reached;
    if (monthOf(this.selected) === this.month) return this.selected;
    const free = [...this.days.values()].find(({ state }) => state === 'free');
    return free?.day ?? `${this.month}-01`;
  }

  protected override updated(): void {
    if (!this.#takeFocus || monthOf(this.reached) !== this.month) return;
    this.#takeFocus = false;
    this.renderRoot.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }

  override render() {
    const first = this.words.firstWeekday();
    const weekdays = [0, 1, 2, 3, 4, 5, 6].map((index) => (first + index) % 7);
    return html`<table role="grid" aria-label=${this.label} @keydown=${this.#move}>
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
              ${week.map((day) => (day ? this.#renderDay(day) : html`<td></td>`))}
            </tr>`,
        )}
      </tbody>
    </table>`;
  }

  #renderDay(day: Day) {
    const known = this.days.get(day);
    const state = known?.state ?? 'none';
    const number = Number(day.slice(8));
    return html`<td
      role="gridcell"
      class="${state} ${known?.scarce ? 'scarce' : ''}"
      aria-selected=${day === this.selected}
    >
      <button
        type="button"
        class=${day === this.today ? 'today' : ''}
        data-day=${day}
        tabindex=${day === this.#tabbed ? 0 : -1}
        aria-label=${this.#label(day, known)}
        aria-current=${day === this.today ? 'date' : nothing}
        aria-disabled=${state === 'free' ? nothing : 'true'}
        @click=${() => this.#choose(day)}
      >
        ${state === 'full' ? html`<s>${number}</s>` : html`<span>${number}</span>`}
      </button>
      ${known ? html`<small aria-hidden="true">${this.#shortLine(known)}</small>` : nothing}
    </td>`;
  }

  /** Lowest price without its sign, or what is more urgent. */
  #shortLine({ state, scarce, left, fromValue }: DayAvailability): string {
    if (state !== 'free') return this.words.say(state);
    if (scarce) return this.words.say('left', { count: left });
    return fromValue === null ? '' : this.words.shortMoney(fromValue, this.currency);
  }

  #label(day: Day, known: DayAvailability | undefined): string {
    const values = {
      day: this.words.longDay(day),
      price: this.words.money(known?.fromValue ?? 0, this.currency),
      count: known?.left ?? 0,
    };
    if (!known) return this.words.say('dayNone', values);
    if (known.state === 'full') return this.words.say('dayFull', values);
    if (known.state === 'closed') return this.words.say('dayClosed', values);
    return this.words.say(known.scarce ? 'dayScarce' : 'dayFrom', values);
  }

  #choose(day: Day): void {
    this.reached = day;
    if (this.days.get(day)?.state === 'free') this.dispatchEvent(new InnerEvent('day-choose', day));
  }

  #move(event: KeyboardEvent): void {
    const day = (event.target as HTMLElement).dataset['day'];
    const target = day && this.#target(day, event);
    if (!target) return;
    event.preventDefault();
    if (this.today && monthOf(target) < monthOf(this.today)) return;
    this.reached = target;
    this.#takeFocus = true;
    if (monthOf(target) !== this.month) {
      this.dispatchEvent(new InnerEvent('month-show', monthOf(target)));
    }
  }

  #target(day: Day, { key, shiftKey }: KeyboardEvent): Day | undefined {
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
