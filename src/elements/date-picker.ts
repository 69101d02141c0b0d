import { html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { MergedEvent } from '#contract/event.schema';
import { HOUR, MINUTE } from '#contract/milliseconds';
import {
  type DayAvailability,
  daysOf,
  hasNoDates,
  type ShownDates,
  type Start,
} from '../domain/availability.ts';
import { cellOf } from '../domain/calendar-cell.ts';
import { type Day, isWithin, monthOf, turned } from '../domain/days.ts';
import type { Failure } from '../domain/failure.ts';
import { listedDurations } from '../domain/list-filter.ts';
import { isOther } from '../domain/loadable.ts';
import { memoize } from '../domain/memoize.ts';
import { firstDayOf } from '../domain/next-date.ts';
import { customerZone, dayIn, offsetOf, toMillis } from '../domain/zone.ts';
import type { MessageKey } from '../messages/en.ts';
import { datePickerStyles } from './date-picker.styles.ts';
import { dayList } from './parts/day-list.ts';
import { dayStrip, showSelected } from './parts/day-strip.ts';
import { failureText, problemNote, quietButton } from './parts/problem-note.ts';
import { weeksHeader } from './parts/weeks-header.ts';
import { StepElement } from './step-element.ts';

type Days = ReadonlyMap<Day, DayAvailability>;

/** How long before the end of booking its time is shown, in milliseconds. */
const NEAR_END = 3 * HOUR;

/**
 * Picks a day and a start, in the event's time zone.
 *
 * @fires day-choose - with the day
 * @fires start-choose - with the start
 * @fires days-show - with a day of the weeks to show
 * @fires dates-retry - to load the dates again
 * @fires event-switch - with the further duration to show instead
 */
export class DatePicker extends StepElement {
  static override styles = datePickerStyles;

  /** Undefined while it loads. */
  @property({ attribute: false }) event: MergedEvent | undefined;
  @property({ attribute: false, hasChanged: isOther }) dates: ShownDates | undefined;
  /** Ids of the events to offer as further durations, comma-separated; empty for all. */
  @property() events = '';
  /** The chosen day, or empty. */
  @property() day = '';
  /** The chosen start, or null. */
  @property({ attribute: false }) start: Start | null = null;
  /** The number of places to look for. */
  @property({ type: Number }) participants = 1;
  /** The title of the price that the days show; empty for that of an adult. */
  @property({ attribute: 'price-title' }) priceTitle = '';
  /** The first day that was skipped for lack of places for the party, or empty. */
  @property({ attribute: 'skipped-since' }) skippedSince = '';
  /** Whether there is room for the next days only, with a button that opens the calendar. */
  @property({ type: Boolean }) narrow = false;

  /** Whether all dates are shown on a narrow page, and not only the next ones. */
  @state() private isOpen = false;
  /** Whether the days are shown as a list, instead of a grid. */
  @state() private isList = false;
  /** The first day of the weeks whose list shows all of its days; empty for none. */
  @state() private wholeSince: Day = '';

  #days: Days = new Map();
  /**
   * Memoized, so that the grid is not rendered needlessly, and so that turning back computes
   * nothing.
   */
  readonly #daysOf = memoize(daysOf);

  get #timezone(): string {
    return this.event?.timezone ?? 'UTC';
  }

  /** Waits for the grid too. */
  protected override async getUpdateComplete(): Promise<boolean> {
    const isComplete = await super.getUpdateComplete();
    await this.renderRoot.querySelector('booking-day-grid')?.updateComplete;
    return isComplete;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('dates') && !changed.has('priceTitle')) return;
    const starts = this.dates?.value;
    this.#days = starts ? this.#daysOf(starts, this.priceTitle) : new Map();
  }

  /** Those of the weeks that are shown. */
  #shownDays(dates: ShownDates): DayAvailability[] {
    return [...this.#days.values()].filter(({ day }) => isWithin(dates, day));
  }

  protected override updated(changed: PropertyValues<this>): void {
    const haveArrived = changed.has('dates') && !changed.get('dates')?.value;
    if (changed.has('day') || changed.has('narrow') || haveArrived) showSelected(this.renderRoot);
  }

  override render() {
    const { words, dates } = this;
    if (!dates) return nothing;
    const { value: starts = [], failure } = dates;
    const isLoading = !dates.value && !failure;
    const days = this.#shownDays(dates);
    const today = dayIn(this.#timezone, this.clock());
    const isEmpty = dates.isWhole && !failure && !days.some(({ state }) => state === 'free');
    const isStrip = this.narrow && !this.isOpen;
    const skippedTo = isEmpty ? turned(dates.first, 1) : dates.first;
    return html`${isStrip ? nothing : this.#renderViews()}
      ${this.skippedSince ? this.#renderSkipped(skippedTo, isEmpty) : nothing}
      ${
        isStrip
          ? nothing
          : weeksHeader({
              weeks: dates,
              today,
              words,
              level: 3,
              show: (day) => this.emit('days-show', day),
            })
      }
      ${failure ? this.#renderFailure(failure) : nothing}
      ${isEmpty && !this.skippedSince ? this.#renderNothingFree(dates, days.length > 0) : nothing}
      ${isLoading ? this.#renderLoading() : nothing} ${this.#renderDays(dates, today)}
      ${this.#renderFurther()}
      <p class="small zone">
        ${this.event ? this.#timezoneText(starts) : '\u00a0'}
        ${this.site?.prices_include_vat === false ? html`<br />${words.say('pricesExclVat')}` : nothing}
      </p>`;
  }

  #renderDays(dates: ShownDates, today: Day) {
    if (this.narrow && !this.isOpen) return this.#renderStrip(dates, today);
    return this.isList ? this.#renderList(dates, today) : this.#renderGrid(dates, today);
  }

  /** The next days that can be booked, and a button to all of them. */
  #renderStrip(dates: ShownDates, today: Day) {
    const { words } = this;
    const { value: starts = [], isWhole } = dates;
    const days = this.#days;
    const { participants } = this;
    const calendar = {
      days,
      currency: currencyOf(starts),
      participants,
      loading: !isWhole,
      words,
    };
    return html`${dayStrip({
      days: this.#shownDays(dates),
      cell: (day) => cellOf(day, calendar),
      selected: this.day,
      today,
      now: this.clock(),
      words,
      choose: (day) => this.emit('day-choose', day),
    })}
    ${quietButton(words.say('allDates'), () => void this.#open())} ${this.#renderTimes(starts)}`;
  }

  /** The pressed button is removed, so the calendar is focused. */
  async #open(): Promise<void> {
    this.isOpen = true;
    await this.updateComplete;
    this.renderRoot.querySelector('booking-day-grid')?.focus();
  }

  /** The buttons that switch between the calendar and the list of days. */
  #renderViews() {
    const { words, isList } = this;
    const view = (label: MessageKey, asList: boolean) =>
      html`<button
        type="button"
        aria-pressed=${isList === asList}
        @click=${() => (this.isList = asList)}
      >
        ${words.say(label)}
      </button>`;
    return html`<div class="views">${view('calendar', false)} ${view('nextDates', true)}</div>`;
  }

  /**
   * The note that the dates are loading, over the grid's header, so that nothing moves when they
   * arrive. It is not announced while the event is loading too, because the event's details
   * announce that.
   */
  #renderLoading() {
    const { event, words } = this;
    return html`<p
      class="small loading ${this.isList ? '' : 'upon'}"
      role=${event ? 'status' : nothing}
    >
      ${event ? this.loadingText : words.say('loading')}
    </p>`;
  }

  /**
   * Says until when days were skipped, and where none was found, that the search has ended. Not that
   * they are sold out: some may have no dates, or none that can still be booked.
   *
   * @param day the first one that may have places for the party
   */
  #renderSkipped(day: Day, hasEnded: boolean) {
    const { words } = this;
    const forParty = words.say('forParty', { count: this.participants });
    const lookFurther = () =>
      quietButton(words.say('lookFurther', { day: words.shortDay(day) }), () =>
        this.emit('days-show', day),
      );
    return html`<p class="small skipped" role="status">
      ${words.say('skipped', { forParty, day: words.shortDay(day) })}
      ${hasEnded ? lookFurther() : nothing}
    </p>`;
  }

  #renderGrid(dates: ShownDates, today: Day) {
    const { value: starts = [] } = dates;
    return html`<booking-day-grid
        .first=${dates.first}
        .days=${this.#days}
        .selected=${this.day}
        .today=${today}
        .participants=${this.participants}
        .currency=${currencyOf(starts)}
        .label=${this.words.range(dates, today)}
        .loading=${!dates.isWhole && !dates.failure}
      ></booking-day-grid>
      ${this.#renderTimes(starts)}`;
  }

  #renderList(dates: ShownDates, today: Day) {
    const { first, value: starts = [] } = dates;
    return dayList({
      days: this.#shownDays(dates).filter(({ day }) => day >= today),
      today,
      now: this.clock(),
      participants: this.participants,
      words: this.words,
      selected: this.day,
      times: this.#renderTimes(starts),
      currency: currencyOf(starts),
      timezone: this.#timezone,
      isWhole: this.wholeSince === first,
      showWhole: () => (this.wholeSince = first),
      choose: (day) => this.emit('day-choose', day),
    });
  }

  /** The starts of the chosen day. */
  #renderTimes(shown: Start[]) {
    const { day, dates } = this;
    if (!dates?.value || !isWithin(dates, day)) return nothing;
    const { state, starts = [] } = this.#days.get(day) ?? {};
    // Its month may still be loading.
    if (!state && !dates.isWhole) return nothing;
    return html`${state === 'free' ? nothing : this.#renderNothingOn(day)}
    ${starts.length > 0 ? this.#renderStarts(starts, shown) : nothing}`;
  }

  /** The day was chosen in the list or by the tag, before its starts were known. */
  #renderNothingOn(day: Day) {
    const { words } = this;
    const forParty = words.say('forParty', { count: this.participants });
    return html`<p class="note" role="status">
      ${words.say('noPlaces', { forParty, day: words.longDay(day) })}
    </p>`;
  }

  #renderStarts(starts: Start[], shown: Start[]) {
    const withDuration = new Set(shown.map(({ group }) => group.duration)).size > 1;
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
    const about = [
      withDuration ? words.duration(group.duration) : '',
      words.say(state === 'free' ? 'left' : state, {
        count: date.available_slots,
        forParty: words.say('forParty', { count: this.participants }),
      }),
      this.#endsShortly(start)
        ? words.say('bookBy', { time: this.#time(date.bookable_until) })
        : '',
    ].filter(Boolean);
    return html`<label
      class="${chosen ? 'chosen' : ''} ${scarce ? 'scarce' : ''} ${state === 'free' ? '' : 'off'}"
    >
      <input
        type="radio"
        name="time"
        .checked=${chosen}
        ?disabled=${state !== 'free'}
        @change=${() => this.emit('start-choose', start)}
      />
      ${group.latest_booking_time < 0 ? this.#openingHours(start) : this.#time(date.date)}
      <small>${about.join(' · ')}</small>
    </label>`;
  }

  /** Buttons for the further durations of the event. */
  #renderFurther() {
    const { words } = this;
    const further = listedDurations(this.event, this.events);
    if (further.length === 0) return nothing;
    return html`<p class="further">
      <span class="small">${words.say('alsoAs')}</span>
      ${further.map((other) => {
        const duration = words.duration(other.duration) || other.title;
        return html`<button
          type="button"
          class="quiet"
          aria-label="${duration}: ${other.title}"
          @click=${() => this.emit('event-switch', other)}
        >
          ${duration}
        </button> `;
      })}
    </p>`;
  }

  /** The opening hours of an event that can be entered after its start. */
  #openingHours({ date, group }: Start): string {
    const end = toMillis(date.date) + group.duration * MINUTE;
    return this.words.say('openFrom', { from: this.#time(date.date), to: this.#time(end) });
  }

  /** Whether booking ends soon and before the start, so that the time is shown. */
  #endsShortly({ date, state }: Start): boolean {
    const { bookable_until } = date;
    if (state !== 'free' || toMillis(bookable_until) >= toMillis(date.date)) return false;
    return toMillis(bookable_until) - this.clock() < NEAR_END;
  }

  #time(instant: string | number): string {
    return this.words.time(this.#timezone, instant);
  }

  #renderFailure(failure: Failure) {
    return problemNote(
      failureText(failure, this.words),
      quietButton(this.words.say('retry'), () => this.emit('dates-retry')),
    );
  }

  /** Says that there is no free day, with a button to the first one. */
  #renderNothingFree(dates: ShownDates, hadDates: boolean) {
    const { words, event } = this;
    const isNeverFree = event !== undefined && hasNoDates(event);
    const empty = words.say(hadDates ? 'nothingLeftIn' : 'noDatesIn');
    return html`<p class="note" role="status">
      ${isNeverFree ? words.say('noDates') : empty} ${this.#renderFirstDay(dates)}
    </p>`;
  }

  #renderFirstDay(dates: ShownDates) {
    const { words, event } = this;
    const first = event && firstDayOf(event);
    if (!first || isWithin(dates, first)) return nothing;
    const label = words.say('firstDateIn', { month: words.month(monthOf(first)) });
    return quietButton(label, () => this.emit('days-show', first));
  }

  /** Names the event's time zone, and its difference from the customer's. */
  #timezoneText(starts: Start[]): string {
    const { words } = this;
    // The clocks may change within the weeks that are shown.
    const start = this.#days.get(this.day)?.starts[0] ?? starts[0];
    const instant = start?.date.date ?? this.clock();
    const ahead = offsetOf(this.#timezone, instant) - offsetOf(customerZone(), instant);
    const zone = words.zone(this.#timezone, instant);
    if (ahead === 0) return zone;
    return words.say(ahead > 0 ? 'zoneAhead' : 'zoneBehind', {
      zone,
      duration: words.duration(Math.abs(ahead)),
    });
  }
}

function currencyOf(starts: Start[]): string {
  return starts[0]?.group.prices[0]?.currency ?? 'EUR';
}
