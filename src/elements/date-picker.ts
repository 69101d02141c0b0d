import { consume } from '@lit/context';
import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { property } from 'lit/decorators.js';
import type { MergedEvent } from '../contract/event.schema.ts';
import type { Site } from '../contract/site.schema.ts';
import {
  daysOf,
  hasNoDates,
  type DayAvailability,
  type MonthDates,
  type Start,
} from '../domain/availability.ts';
import { monthOf, type Day, type Month } from '../domain/days.ts';
import type { Failure } from '../domain/failure.ts';
import { cityOf, customerZone, dayIn, offsetOf } from '../domain/zone.ts';
import { InnerEvent } from '../events.ts';
import { english, type Words } from '../messages/words.ts';
import { base } from '../styles/base.ts';
import { clockContext, defaultSite, siteContext, wordsContext, type Clock } from './context.ts';
import { datePickerStyles } from './date-picker.styles.ts';
import { monthHeader, monthHeaderStyles } from './parts/month-header.ts';
import { failureText, problemNote, quietButton } from './parts/problem-note.ts';

/**
 * A day and a time, in the event's time zone.
 *
 * @fires day-choose - with the day
 * @fires start-choose - with the start
 * @fires month-show - with the month to show
 * @fires dates-retry
 */
export class DatePicker extends LitElement {
  static override styles = [base, monthHeaderStyles, datePickerStyles];

  /** Undefined while it loads. */
  @property({ attribute: false }) event: MergedEvent | undefined;
  @property({ attribute: false }) dates: MonthDates | undefined;
  /** The chosen day, or empty. */
  @property() day = '';
  /** The chosen start. */
  @property({ attribute: false }) start: Start | null = null;

  @consume({ context: wordsContext, subscribe: true })
  private words: Words = english;
  @consume({ context: clockContext, subscribe: true })
  private clock: Clock = Date.now;
  @consume({ context: siteContext, subscribe: true })
  private site: Site | undefined = defaultSite;

  /** Made anew with the dates alone, so that the grid is rendered for nothing else. */
  #days: ReadonlyMap<Day, DayAvailability> = new Map();

  get #timezone(): string {
    return this.event?.timezone ?? 'UTC';
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('dates')) return;
    const { value = [], month = '' } = this.dates ?? {};
    this.#days = daysOf(value, month);
  }

  override render() {
    const { words, dates } = this;
    if (!dates) return nothing;
    const { month, value: starts = [], failure } = dates;
    const isLoading = !dates.value && !failure;
    const days = this.#days;
    const today = dayIn(this.#timezone, this.clock());
    const withDuration = new Set(starts.map(({ group }) => group.duration)).size > 1;
    const hasFree = [...days.values()].some(({ state }) => state === 'free');
    return html`${monthHeader({
        ...{ month, words, first: monthOf(today) },
        show: (next) => this.#showMonth(next),
      })}
      <booking-month-grid
        .month=${month}
        .days=${days}
        .selected=${this.day}
        .today=${today}
        .currency=${starts[0]?.group.prices[0]?.currency ?? 'EUR'}
        .label=${words.month(month)}
        .loading=${isLoading}
      ></booking-month-grid>
      ${failure ? this.#renderFailure(failure) : this.#renderTimes(days.get(this.day)?.starts ?? [], withDuration)}
      ${isLoading ? html`<p class="small loading" role="status">${words.say('loading')}</p>` : nothing}
      ${!isLoading && !failure && !hasFree ? this.#renderNothingFree(month, days.size > 0) : nothing}
      <p class="small zone">
        ${this.#timezoneText(month, starts)}
        ${this.site?.prices_include_vat === false ? html`<br />${words.say('pricesExclVat')}` : nothing}
      </p>`;
  }

  #renderTimes(starts: Start[], withDuration: boolean) {
    if (starts.length === 0) return nothing;
    return html`<fieldset>
      <legend class="visually-hidden">
        ${this.words.say('timesOn', { day: this.words.longDay(this.day) })}
      </legend>
      ${starts.map((start) => this.#renderTime(start, withDuration))}
    </fieldset>`;
  }

  #renderTime(start: Start, withDuration: boolean) {
    const { words } = this;
    const { date, group, state, scarce } = start;
    const chosen = date.id === this.start?.date.id;
    const time = words.time(this.#timezone, date.date);
    const about = [
      withDuration ? words.duration(group.duration) : '',
      state === 'free' ? words.say('left', { count: date.available_slots }) : words.say(state),
    ].filter(Boolean);
    return html`<label
      class="${chosen ? 'chosen' : ''} ${scarce ? 'scarce' : ''} ${state === 'free' ? '' : 'off'}"
    >
      <input
        type="radio"
        name="time"
        .checked=${chosen}
        ?disabled=${state !== 'free'}
        @change=${() => this.dispatchEvent(new InnerEvent('start-choose', start))}
      />
      ${group.latest_booking_time < 0 ? words.say('entryFrom', { time }) : time}
      <small>${about.join(' · ')}</small>
    </label>`;
  }

  #renderFailure(failure: Failure) {
    return problemNote(
      failureText(failure, this.words),
      quietButton(this.words.say('retry'), () =>
        this.dispatchEvent(new InnerEvent('dates-retry', null)),
      ),
    );
  }

  /** An empty month leads to one that is not. */
  #renderNothingFree(month: Month, hadDates: boolean) {
    const { words, event } = this;
    const isNeverFree = event !== undefined && hasNoDates(event);
    const empty = words.say(hadDates ? 'nothingLeftIn' : 'noDatesIn', {
      month: words.month(month),
    });
    return html`<p class="note" role="status">
      ${isNeverFree ? words.say('noDates') : empty} ${this.#renderFirstMonth(month)}
    </p>`;
  }

  #renderFirstMonth(shown: Month) {
    const { words, event } = this;
    const first = event?.first_date && monthOf(dayIn(event.timezone, event.first_date));
    if (!first || first === shown) return nothing;
    const label = words.say('firstDateIn', { month: words.month(first) });
    return quietButton(label, () => this.#showMonth(first));
  }

  /** Whose time it is, and how far from the customer's. */
  #timezoneText(month: Month, starts: Start[]): string {
    const { words } = this;
    // The starts reach a day into the months around this one, where the clocks may differ.
    const inMonth = starts.find(({ day }) => day.startsWith(month));
    const instant = inMonth?.date.date ?? this.clock();
    const ahead = offsetOf(this.#timezone, instant) - offsetOf(customerZone(), instant);
    return words.say(ahead === 0 ? 'zoneSame' : ahead > 0 ? 'zoneAhead' : 'zoneBehind', {
      place: cityOf(this.#timezone),
      duration: words.duration(Math.abs(ahead)),
    });
  }

  #showMonth(month: Month): void {
    this.dispatchEvent(new InnerEvent('month-show', month));
  }
}
