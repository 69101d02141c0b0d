import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { Category, ListedEvent, ListedStart } from '#contract/event.schema';
import { lengths } from '#contract/limits';
import { MINUTE } from '#contract/milliseconds';
import { areFew, hasNoDates } from '../domain/availability.ts';
import type { Day } from '../domain/days.ts';
import { distanceTo } from '../domain/distance.ts';
import { type Failure, isTransient, problemCodeOf } from '../domain/failure.ts';
import {
  eventsWithPlaces,
  type ListFilter,
  type ListOffer,
  unfiltered,
} from '../domain/list-filter.ts';
import { townOf } from '../domain/location.ts';
import { nextDateOf, soldOutMonth } from '../domain/next-date.ts';
import { tintNumberOf, tintOf } from '../domain/tint.ts';
import { dayIn, toMillis } from '../domain/zone.ts';
import { eventListStyles } from './event-list.styles.ts';
import { InnerElement } from './inner-element.ts';
import { dayFilter } from './parts/day-filter.ts';
import { icon } from './parts/icon.ts';
import { plate } from './parts/plate.ts';
import { failureText, problemNote, quietButton } from './parts/problem-note.ts';
import { quietSelect } from './parts/quiet-select.ts';

/** Milliseconds after the last key before the list is searched. */
const TYPING_PAUSE = 200;
/** The number of starts that fit into a stub. */
const STARTS_IN_STUB = 3;
/** A list of at most this many events needs no sort order. */
const HANDFUL = 5;
/** Milliseconds to wait for the customer's position. */
const LOCATING = 10_000;
/** Milliseconds of pointer or focus on a ticket before its event is prefetched. */
const PREFETCH_DELAY = 100;

const lens = 'M13.5 8a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0Zm-1.2 4.3 4 4';

/** A start that was pressed in the list. */
export interface PressedStart {
  event: ListedEvent;
  /** When it begins. */
  date: string;
}

/**
 * The list of events as tickets, with fields for search, day, participants, vendor and category.
 *
 * @fires event-choose - with the chosen event
 * @fires start-open - with the event and the start that was pressed
 * @fires event-prefetch - with the event that is likely to be chosen
 * @fires list-filter - with the new filter
 * @fires list-more - to load the next page
 * @fires list-retry - to load the list again
 */
export class EventList extends InnerElement {
  static override styles = eventListStyles;

  /** The events of the pages shown; undefined while the first ones load. */
  @property({ attribute: false }) events: ListedEvent[] | undefined;
  /** Whether there are more than are shown. */
  @property({ type: Boolean }) more = false;
  /** Whether the list is being loaded. */
  @property({ type: Boolean }) busy = false;
  @property({ attribute: false }) failure: Failure | undefined;
  /** The id of the event that was to be opened but is not on sale; else empty. */
  @property() missing = '';
  /** Whether the proxy has sent older events, because the platform did not respond. */
  @property({ type: Boolean }) stale = false;
  /** The page shows only certain events, vendors or categories. */
  @property({ type: Boolean }) narrowed = false;
  /** The page shows only one category, so there is none to choose. */
  @property({ type: Boolean, attribute: 'fixed-category' }) fixedCategory = false;

  /** The page shows only certain vendors, so there is none to choose. */
  @property({ type: Boolean, attribute: 'fixed-vendor' }) fixedVendor = false;

  @property({ attribute: false }) filter = unfiltered;
  /** What there is instead of an empty list. */
  @property({ attribute: false }) offers: ListOffer[] = [];

  /** What is in the search field while the customer types; undefined for what is searched for. */
  @state() private typed: string | undefined;
  /** The day before the customer began to type, since what is typed may name another. */
  #dayBefore: ListFilter['day'] | undefined;
  #typing: ReturnType<typeof setTimeout> | undefined;
  #prefetching: ReturnType<typeof setTimeout> | undefined;
  /** One of the days that the calendar shows; empty until it was opened. */
  @state() private shownDay: Day = '';
  /** Whether the browser has failed to give the customer's position. */
  @state() private isLost = false;
  /** Reserves a line for VAT if the events come before the site, so that no card moves. */
  #hasVatLine = false;

  get #shown(): ListedEvent[] {
    return eventsWithPlaces(this.events ?? [], this.filter);
  }

  /** If any event of the list has a picture, one without would be a hole in its row. */
  get #havePictures(): boolean {
    return this.events?.some(({ images }) => images.length > 0) ?? false;
  }

  protected override willUpdate(): void {
    this.#hasVatLine ||= this.events !== undefined && !this.site;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#typing);
    clearTimeout(this.#prefetching);
  }

  override render() {
    const { missing, words } = this;
    return html`${missing ? problemNote(words.problem('event-gone')) : nothing}
    ${this.#renderTools()} ${this.#renderList()}`;
  }

  #renderTools() {
    const isEmpty = this.events ? this.#shown.length === 0 : this.failure;
    return html`<div class="tools" role="search" tabindex="-1">
        ${this.#renderSearch()} ${this.#renderDayFilter()}
      </div>
      <div class="filters">
        <div class="chips">${this.#renderVendors()}${this.#renderCategories()}</div>
      </div>
      <div class="tools found">
        ${isEmpty ? nothing : html`${this.#renderCount()} ${this.#renderOrder()}`}
      </div>
      ${this.isLost ? html`<p class="small stale" role="alert">${this.words.say('noPosition')}</p>` : nothing}`;
  }

  #renderDayFilter() {
    const { words, clock, shownDay, filter } = this;
    return dayFilter({
      filter,
      shownDay,
      clock,
      words,
      showDays: (day) => (this.shownDay = day),
      change: (changed) => this.#narrow(changed),
    });
  }

  /** The number of events, which screen readers announce when it changes. */
  #renderCount() {
    const all = quietButton(this.words.say('showAll'), () =>
      this.#showAll({ day: '', vendor: '' }),
    );
    return html`<p class="small count" role="status">
      ${this.events ? this.#count() : html`<span class="late">${this.loadingText}</span>`}
      ${this.filter.day || this.filter.vendor ? all : nothing}
    </p>`;
  }

  #count(): string {
    const { words } = this;
    const { day, participants } = this.filter;
    // While the list loads, the events may be those of another day.
    if (this.busy) return this.loadingText;
    const count = this.#shown.length + (this.#hasMore ? '+' : '');
    if (!day) return words.say('found', { count });
    const forParty = words.say('forParty', { count: participants });
    return words.say('withPlaces', { count, forParty, day: words.shortDay(day) });
  }

  /**
   * With a day, events without places come last, so once one is listed there is nothing more to
   * show.
   */
  get #hasMore(): boolean {
    return this.more && this.#shown.length === this.events?.length;
  }

  #renderSearch() {
    const label = this.words.say('search');
    return html`<label class="search">
      <span class="visually-hidden">${label}</span>
      ${icon(lens)}
      <input
        type="search"
        placeholder=${label}
        maxlength=${lengths.match}
        .value=${this.typed ?? this.filter.match}
        @input=${this.#type}
        @blur=${this.#leaveSearch}
      />
    </label>`;
  }

  /** Buttons, or where those would not fit beside each other, one select with the same choice. */
  #renderCategories() {
    const { words } = this;
    const categories = idsByTitle((this.fixedCategory ? [] : this.site?.categories) ?? []);
    if (categories.size < 2) return nothing;
    const options = [
      ['', words.say('allCategories')] as const,
      ...Array.from(categories, ([title, ids]) => [ids.join(','), title] as const),
    ];
    const label = words.say('categories');
    return html`<div class="wide" role="group" aria-label=${label}>
        ${options.map(([id, title]) => this.#renderCategory(id, title))}
      </div>
      <div class="narrow">
        ${quietSelect({
          label,
          value: this.filter.category,
          options,
          change: (category) => this.#narrow({ category }),
        })}
      </div>`;
  }

  #renderCategory(id: string, title: string) {
    return html`<button
      type="button"
      aria-pressed=${this.filter.category === id}
      @click=${() => this.#narrow({ category: id })}
    >
      ${title}
    </button>`;
  }

  #renderVendors() {
    const vendors = (this.fixedVendor ? [] : this.site?.vendors) ?? [];
    if (vendors.length < 2) return nothing;
    return quietSelect({
      label: this.words.say('soldBy'),
      value: this.filter.vendor,
      options: [
        ['', this.words.say('allOrganisers')],
        ...vendors.map(({ id, name }) => [id, name] as const),
      ],
      change: (vendor) => this.#narrow({ vendor }),
    });
  }

  /** The first option names the order that applies if the customer has chosen none. */
  #renderOrder() {
    const { words, events = [] } = this;
    const { match, order, near } = this.filter;
    if (events.length <= HANDFUL && !order && !near) return nothing;
    return quietSelect({
      label: words.say('sort'),
      value: near ? 'near' : order,
      options: [
        ['', words.say(match ? 'bestMatch' : 'asListed')],
        ['first_date', words.say('soonest')],
        ['price', words.say('cheapest')],
        ['duration', words.say('shortest')],
        ...('geolocation' in navigator ? [['near', words.say('nearest')] as const] : []),
      ],
      change: (chosen, select) => {
        this.isLost = false;
        if (chosen === 'near') this.#locate(select);
        else this.#narrow({ order: chosen, near: undefined });
      },
    });
  }

  /**
   * The position is not sent to anybody. The customer may choose another order before it is known.
   */
  #locate(select: HTMLSelectElement): void {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => select.value === 'near' && this.#narrow({ near: coords }),
      () => {
        this.isLost = true;
        select.value = this.filter.order;
      },
      { timeout: LOCATING },
    );
  }

  #renderList(): TemplateResult {
    const { words, events } = this;
    if (this.failure && !events) {
      return problemNote(
        this.#failureText(this.failure),
        isTransient(this.failure)
          ? quietButton(words.say('retry'), () => this.emit('list-retry'))
          : nothing,
      );
    }
    if (!events) return this.#renderSkeleton();
    const shown = this.#shown;
    if (shown.length === 0) return this.#renderEmpty();
    const isUnknown = this.filter.day && shown[0]?.no_starts === 'not-known';
    return html`${isUnknown ? html`<p class="small stale">${words.say('placesNotKnown')}</p>` : nothing}
      ${this.stale ? html`<p class="small stale">${words.say('stale')}</p>` : nothing}
      <ul class="grid" aria-busy=${this.busy}>
        ${shown.map((event) => html`<li>${this.#renderTicket(event)}</li>`)}
      </ul>
      ${
        this.#hasMore
          ? html`<button type="button" class="quiet more" @click=${() => this.emit('list-more')}>
              ${words.say('showMore')}
            </button>`
          : nothing
      }`;
  }

  /** A query can only be invalid by an attribute of the tag. */
  #failureText(failure: Failure): string {
    const isSetUpWrong = problemCodeOf(failure) === 'invalid-request';
    return isSetUpWrong ? this.words.problem('unknown-site') : failureText(failure, this.words);
  }

  #renderTicket(event: ListedEvent) {
    const { words, site } = this;
    const category = event.categories[0]?.title;
    return html`<article
      class="ticket ${tintOf(category, site)}"
      @pointerenter=${() => this.#prefetchAfterDelay(event)}
      @focusin=${() => this.#prefetchAfterDelay(event)}
    >
      ${this.#havePictures ? plate(event.images, tintNumberOf(category, site)) : nothing}
      <div class="body">
        <h2 class="heading">
          <button type="button" class="open" @click=${() => this.emit('event-choose', event)}>
            ${event.title}
          </button>
        </h2>
        <p class="small summary" dir="auto">${event.summary}</p>
        <div class="meta small">
          <span>${event.opening_hours ? '' : words.duration(event.duration)}</span>
          <span>${townOf(event.location)}</span>
          ${this.#renderDistance(event)}
          <span>${event.vendor_name}</span>
        </div>
      </div>
      <div class="stub small">
        <div>${this.#renderPrice(event)}</div>
        <div>${this.#renderNext(event)}</div>
      </div>
    </article>`;
  }

  #renderDistance(event: ListedEvent) {
    const { words } = this;
    const { near } = this.filter;
    const distance = near ? distanceTo(event, near) : Infinity;
    if (distance === Infinity) return nothing;
    return html`<span>${words.distance(distance)}</span>`;
  }

  /** The lowest price of the chosen day, or else of the event. */
  #renderPrice({ starts = [], from_price }: ListedEvent) {
    const { words } = this;
    const [price] = starts.map((start) => start.price).sort((a, b) => a.value - b.value);
    const from = price ?? from_price;
    if (!from) return nothing;
    // "From" makes no sense beside "free".
    return html`${from.value === 0 ? nothing : words.say('from')}
      <b class="number" translate="no">${words.price(from.value, from.currency)}</b>
      ${from.adult ? nothing : from.title}
      ${this.vatText(from.value > 0) || (this.#hasVatLine ? html`<br />` : nothing)}`;
  }

  #renderNext(event: ListedEvent) {
    const { words } = this;
    const { first_date, timezone, type, starts = [] } = event;
    if (starts.length > 0) return this.#renderTimes(event, starts);
    if (hasNoDates(event)) return words.say('noDates');
    const next = nextDateOf(event, this.clock());
    if (next && !next.date) {
      return words.say('soldOutUntil', { month: words.month(soldOutMonth(next.known_until)) });
    }
    const date = next?.date ?? first_date;
    // A date of a list that is old, or was kept without a network, may be over.
    if (!date || endOf(event, date) < this.clock()) return nothing;
    // Of places that nobody knows, nothing is claimed: there are dates, that is all.
    const label = next ? 'next' : 'firstDate';
    return html`${words.say(type === 'REQUEST' ? 'onRequest' : label)}<br />
      <span class="strong">${words.whenNext(timezone, date, this.clock())}</span>`;
  }

  #renderTimes(event: ListedEvent, starts: ListedStart[]) {
    const { words } = this;
    const { timezone, type } = event;
    const rest = starts.length - STARTS_IN_STUB;
    return html`${type === 'REQUEST' ? words.say('onRequest') : this.#renderDay(timezone, starts)}
      <div class="choices">
        ${starts.slice(0, STARTS_IN_STUB).map((start) => this.#renderTime(event, start))}
        ${rest > 0 ? html`+${rest}` : nothing}
      </div>`;
  }

  #renderTime(event: ListedEvent, { date }: ListedStart) {
    const { words } = this;
    const time = words.time(event.timezone, date);
    return html`<button
      type="button"
      aria-label=${words.list(time, event.title)}
      @click=${() => this.emit('start-open', { event, date } satisfies PressedStart)}
    >
      ${time}
    </button>`;
  }

  /** The day, or how many places its only start has if these are few. */
  #renderDay(timezone: string, [first, ...others]: ListedStart[]) {
    const { words } = this;
    const { date = 0, available_slots: count = 0 } = first ?? {};
    if (others.length > 0 || !areFew(count)) return words.shortDay(dayIn(timezone, date));
    return html`<span class="few">${words.say('left', { count })}</span>`;
  }

  #renderEmpty() {
    const { match, category, vendor, day } = this.filter;
    const narrowed = match || category || vendor || day;
    return html`<p class="empty" role="status">
      ${this.#emptyText()}
      ${this.offers.length > 0 ? html`<span class="choices">${this.offers.map((offer) => this.#renderOffer(offer))}</span>` : nothing}
      ${narrowed ? quietButton(this.words.say('showAll'), () => this.#showAll({ match: '', category: '', vendor: '', day: '' })) : nothing}
    </p>`;
  }

  #renderOffer({ label, change }: ListOffer) {
    const show = () => {
      this.#narrow(change);
      // The pressed button is removed.
      this.focus();
    };
    return html`<button type="button" @click=${show}>${label}</button>`;
  }

  #emptyText(): string {
    const { words } = this;
    const { match, day, participants } = this.filter;
    if (day && this.events?.length) {
      const forParty = words.say('forParty', { count: participants });
      return words.say('noPlaces', { forParty, day: words.longDay(day) });
    }
    if (match) return words.say('nothingFound', { text: match.trimEnd() });
    return words.say(this.narrowed ? 'notOnSale' : 'nothingHere');
  }

  /** Placeholders as large as the cards. */
  #renderSkeleton() {
    return html`<div class="grid" aria-hidden="true">
      ${[1, 2, 3, 4, 5, 6].map(
        () =>
          html`<div>
            <div class="ticket">
              <div class="body">
                <span class="heading skeleton">Lorem ipsum dolor sit</span>
                <span class="small skeleton"
                  >Lorem ipsum dolor sit amet consectetur adipiscing</span
                >
              </div>
              <div class="stub"></div>
            </div>
          </div>`,
      )}
    </div>`;
  }

  /** Does not focus the search field itself, because a phone would show its keyboard. */
  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector<HTMLElement>('[role="search"]')?.focus(options);
  }

  /** Removes filters. The pressed button is removed too, so the search is focused. */
  #showAll(change: Partial<ListFilter>): void {
    this.#narrow(change);
    this.renderRoot.querySelector('input')?.focus();
  }

  /** Prefetches the event of a ticket that the customer is likely to open. */
  #prefetchAfterDelay(event: ListedEvent): void {
    clearTimeout(this.#prefetching);
    this.#prefetching = setTimeout(() => this.emit('event-prefetch', event), PREFETCH_DELAY);
  }

  #type(event: InputEvent): void {
    // Not in the filter, which every update of the widget sets again.
    this.typed = (event.target as HTMLInputElement).value.trimStart();
    this.#dayBefore ??= this.filter.day;
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => this.#searchTyped(), TYPING_PAUSE);
  }

  /** The text stays as it is while the customer may go on with it, from “sat” to “saturday”. */
  #searchTyped(): void {
    const { typed } = this;
    const day = this.#dayBefore ?? '';
    this.#narrow({ day });
    if (!this.renderRoot.querySelector('input:focus')) return;
    this.typed = typed;
    this.#dayBefore = day;
  }

  #leaveSearch(): void {
    if (this.#typing === undefined) this.#forgetTyped();
  }

  #forgetTyped(): void {
    this.typed = undefined;
    this.#dayBefore = undefined;
  }

  #narrow(change: Partial<ListFilter>): void {
    clearTimeout(this.#typing);
    this.#typing = undefined;
    const match = this.typed ?? this.filter.match;
    this.#forgetTyped();
    this.filter = { ...this.filter, match, ...change };
    this.emit('list-filter', this.filter);
  }
}

/** Until when a date can be one to come: opening hours can be entered after they have begun. */
function endOf({ opening_hours, duration }: ListedEvent, date: string): number {
  return toMillis(date) + (opening_hours ? duration * MINUTE : 0);
}

/** Several vendors may have a category of the same title, which is one to a customer. */
function idsByTitle(categories: readonly Category[]): Map<string, number[]> {
  const ids = new Map<string, number[]>();
  for (const { id, title } of categories) ids.set(title, [...(ids.get(title) ?? []), id]);
  return ids;
}
