import { consume } from '@lit/context';
import { html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import type { Site } from '../contract/site.schema.ts';
import { daysOf, type Start } from '../domain/availability.ts';
import { monthOf, nextMonth } from '../domain/days.ts';
import type { Failure } from '../domain/failure.ts';
import { cityOf, customerZone, dayIn, offsetOf } from '../domain/zone.ts';
import { InnerEvent } from '../events.ts';
import { english, type Words } from '../messages/words.ts';
import { base } from '../styles/base.ts';
import { type Clock, clockContext, defaultSite, siteContext, wordsContext } from './context.ts';
import { failureText, problemNote, wayOn } from './parts/problem-note.ts';
import { datePickerStyles } from './date-picker.styles.ts';

/**
 * A day and a time, in the event's time zone.
 *
 * @fires day-choose - with the day
 * @fires start-choose - with the start
 * @fires month-show - with the month wanted
 * @fires dates-retry
 */
export class DatePicker extends LitElement {
  static override styles = [base, datePickerStyles];

  @property() timezone = 'UTC';
  @property() month = '';
  @property({ attribute: false }) starts: Start[] = [];
  /** The chosen day, or empty. */
  @property() day = '';
  /** Id of the chosen date, or empty. */
  @property() chosen = '';
  /** Instant of the event's first date, or empty. */
  @property() first = '';
  /** Nothing can be booked, in any month. */
  @property({ type: Boolean }) none = false;
  @property({ type: Boolean }) busy = false;
  @property({ attribute: false }) failure: Failure | undefined;

  @consume({ context: wordsContext, subscribe: true })
  private words: Words = english;
  @consume({ context: clockContext, subscribe: true })
  private clock: Clock = Date.now;
  @consume({ context: siteContext, subscribe: true })
  private site: Site | undefined = defaultSite;

  override render() {
    const { words, month } = this;
    const days = daysOf(this.starts, month);
    const today = dayIn(this.timezone, this.clock());
    const hasFree = [...days.values()].some(({ state }) => state === 'free');
    const past = month <= monthOf(today);
    return html`<header>
        ${this.#renderTurn('‹', words.say('previousMonth'), nextMonth(month, -1), past)}
        <h3 class="heading" aria-live="polite">${words.month(month)}</h3>
        ${this.#renderTurn('›', words.say('nextMonth'), nextMonth(month), false)}
      </header>
      <booking-month-grid
        .month=${month}
        .days=${days}
        .selected=${this.day}
        .today=${today}
        .currency=${this.starts[0]?.group.prices[0]?.currency ?? 'EUR'}
        .label=${words.month(month)}
      ></booking-month-grid>
      ${this.failure ? this.#renderFailure(this.failure) : this.#renderTimes(days.get(this.day)?.starts ?? [])}
      ${!this.busy && !this.failure && !hasFree ? this.#renderNone(days.size > 0) : nothing}
      <p class="small zone">
        ${this.#zoneLine()}${this.site?.prices_include_vat === false ? html`<br />${words.say('pricesExclVat')}` : nothing}
      </p>`;
  }

  #renderTurn(sign: string, label: string, month: string, off: boolean) {
    return html`<button
      type="button"
      class="turn"
      aria-label=${label}
      aria-disabled=${off ? 'true' : nothing}
      @click=${() => !off && this.dispatchEvent(new InnerEvent('month-show', month))}
    >
      ${sign}
    </button>`;
  }

  #renderTimes(starts: Start[]) {
    if (starts.length === 0) return nothing;
    const durations = new Set(this.starts.map(({ group }) => group.duration));
    return html`<fieldset>
      <legend class="said">
        ${this.words.say('timesOn', { day: this.words.longDay(this.day) })}
      </legend>
      ${starts.map((start) => this.#renderTime(start, durations.size > 1))}
    </fieldset>`;
  }

  #renderTime(start: Start, withDuration: boolean) {
    const { words } = this;
    const { date, group, state, scarce } = start;
    const chosen = date.id === this.chosen;
    const time = words.time(this.timezone, date.date);
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
      wayOn(this.words.say('retry'), () => this.dispatchEvent(new InnerEvent('dates-retry', null))),
    );
  }

  /** An empty month leads to one that is not. */
  #renderNone(hadDates: boolean) {
    const { words } = this;
    const empty = hadDates ? 'nothingLeftIn' : 'noDatesIn';
    const first = this.first && monthOf(dayIn(this.timezone, this.first));
    return html`<p class="note" role="status">
      ${this.none ? words.say('noDates') : words.say(empty, { month: words.month(this.month) })}
      ${
        first && first !== this.month
          ? wayOn(words.say('firstDateIn', { month: words.month(first) }), () =>
              this.dispatchEvent(new InnerEvent('month-show', first)),
            )
          : nothing
      }
    </p>`;
  }

  #zoneLine(): string {
    // The starts reach a day into the months around this one, where the clocks may differ.
    const inMonth = this.starts.find(({ day }) => day.startsWith(this.month));
    const instant = inMonth?.date.date ?? this.clock();
    const ahead = offsetOf(this.timezone, instant) - offsetOf(customerZone(), instant);
    const values = {
      place: cityOf(this.timezone),
      duration: this.words.duration(Math.abs(ahead)),
    };
    return this.words.say(
      ahead === 0 ? 'zoneSame' : ahead > 0 ? 'zoneAhead' : 'zoneBehind',
      values,
    );
  }
}
