import { Task, TaskStatus } from '@lit/task';
import type { ReactiveControllerHost } from 'lit';
import type { EventDate } from '#contract/date.schema';
import type { ListedEvent, MergedEvent } from '#contract/event.schema';
import { MINUTE } from '#contract/milliseconds';
import { monthRange } from '#contract/month-range';
import type { Product } from '#contract/product.schema';
import type { Site } from '#contract/site.schema';
import type { Vendor } from '#contract/vendor.schema';
import type { BookingClient } from '../client/booking-client.ts';
import { failureOf, RequestError } from '../client/request-error.ts';
import { type EventQuery, limitFor, PAGE_SIZE } from '../client/urls.ts';
import { countOf } from '../domain/amounts.ts';
import {
  nearestFree,
  type OtherStarts,
  type ShownDates,
  type Start,
  startsFor,
  startsOf,
} from '../domain/availability.ts';
import { type CartLine, dateIdOf } from '../domain/cart.ts';
import type { Choice } from '../domain/choice.ts';
import {
  type Day,
  localDay,
  type Month,
  monthOf,
  monthsBetween,
  monthsNear,
  type Weeks,
  weeksWith,
} from '../domain/days.ts';
import { nearestFirst, type Position } from '../domain/distance.ts';
import { type Failure, isTransient } from '../domain/failure.ts';
import { eventsWithPlaces, type ListFilter } from '../domain/list-filter.ts';
import type { Loadable } from '../domain/loadable.ts';
import { memoize } from '../domain/memoize.ts';
import { firstDayOf } from '../domain/next-date.ts';
import { dayIn, isKnownZone } from '../domain/zone.ts';
import { LoadCache } from './load-cache.ts';
import { delay, keepPrevious, retryInBackground, retryWithBackoff } from './retry.ts';
import { orderedIn, type Step } from './steps.ts';

/** What the widget's tag says about what to load. */
export interface DataSource {
  readonly client: BookingClient;
  /** Ids of vendors and of categories, comma-separated; empty for all. */
  readonly vendor: string;
  readonly category: string;
  /** Ids of the only events to be listed, comma-separated; empty for all. */
  readonly events: string;
  /** The day that a week begins with in the customer's language: 0 is Sunday. */
  readonly firstWeekday: () => number;
}

/** The list, and how much of it is shown. */
export interface Listing extends ListFilter {
  pages: number;
}

export interface ListedPages {
  events: ListedEvent[];
  /** There are more than these pages show. */
  more: boolean;
  stale: boolean;
}

/** Milliseconds after which the list's next dates may have passed. */
const LIST_TTL = 5 * MINUTE;

/** Milliseconds that the list waits for the site's settings, so that both appear together. */
const SITE_WAIT = 300;

/** The part of the booking flow that says what is on screen. */
interface Flow {
  readonly listing: Listing;
  readonly step: Step;
  readonly choice: Choice | undefined;
  readonly lostLines: CartLine[];
}

/** What was loaded with one client. */
interface ClientCache {
  client: BookingClient;
  /** The list as it came in the script. */
  firstPage: ListedPages | undefined;
  vendors: Map<string, Vendor>;
  events: LoadCache<MergedEvent>;
  dates: LoadCache<EventDate[]>;
}

const noStarts: Start[] = [];

/**
 * Loads everything that is on the screen: one task for each kind of data, which runs again when its
 * arguments change, and aborts its previous run. It does not change the flow's state.
 */
export class BookingData {
  readonly #flow: Flow;
  readonly #source: () => DataSource;
  #lastCache: ClientCache | undefined;
  // Memoized, so that the calendar is rendered anew only if its starts are others.
  /** The starts of a month, before the number of participants is applied; anew each minute. */
  readonly #startsOf = memoize<EventDate[], [Month, MergedEvent, minute: number], Start[]>(
    (dates, month, event) => startsIn(month, event, dates, this.#source().client.now()),
  );
  readonly #startsFor = memoize(startsFor);
  /** The starts of several months together. */
  readonly #joined = memoize((first: Start[], ...others: Start[][]) => [first, ...others].flat());
  /** The events that were listed last, and when. */
  #listed: { events: ListedEvent[]; at: number } | undefined;
  /** The events that stay in the list if its refresh fails. */
  #refreshed: ListedEvent[] | undefined;
  /** Ends the tries in the background to load a list that has failed. */
  #retrying: AbortController | undefined;
  readonly listTask;
  readonly siteTask;
  readonly eventTask;
  readonly vendorsTask;
  readonly productsTask;
  readonly datesTask;
  readonly otherStartsTask;

  constructor(host: ReactiveControllerHost, flow: Flow, source: () => DataSource) {
    this.#flow = flow;
    this.#source = source;

    this.listTask = new Task(host, {
      args: () => {
        const { near, pages } = flow.listing;
        return [source().client, near, pages, ...Object.values(this.#eventQuery)] as const;
      },
      task: ([client, near, pages], { signal }) => this.#loadList(client, near, pages, signal),
      onError: (error) => void this.#retryList(failureOf(error)),
    });
    host.addController({
      hostConnected: () => {
        if (taskFailure(this.listTask)) void this.listTask.run();
      },
      hostDisconnected: () => this.#retrying?.abort(),
    });
    const sites = new WeakMap<BookingClient, Site>();
    this.siteTask = new Task(host, {
      args: () => [source().client] as const,
      task: async ([client], { signal }) => {
        const next = retryWithBackoff(() => client.site(signal), signal);
        const site = await keepPrevious(sites.get(client), next);
        sites.set(client, site);
        return site;
      },
    });
    this.eventTask = new Task(host, {
      args: () => [source().client, flow.choice?.eventId] as const,
      task: ([, id]) => (id ? keepPrevious(this.event, this.#loadEvent(id)) : pending()),
    });
    this.vendorsTask = new Task(host, {
      args: () => {
        // The vendor is shown only with an order, and few customers who open an event get that far.
        const chosen = flow.choice?.start ? this.event : undefined;
        const ids = [chosen, ...orderedIn(flow.step)].flatMap((sold) => sold?.vendor_id ?? []);
        return [source().client, ...new Set(ids)] as const;
      },
      task: async ([client, ...ids], { signal }) => {
        const { vendors } = this.#cache;
        const loads = await Promise.allSettled(
          ids.map(async (id) => {
            vendors.set(id, await retryWithBackoff(() => client.vendor(id, signal), signal));
          }),
        );
        // Only after all of them, so that the others are shown beside one that is not known.
        const failed = loads.find(({ status }) => status === 'rejected');
        if (failed) throw (failed as PromiseRejectedResult).reason;
      },
    });
    this.productsTask = new Task(host, {
      args: () => [source().client, this.event?.vendor_id] as const,
      task: ([client, id], { signal }) =>
        id ? retryWithBackoff(() => client.products(id, signal), signal) : pending(),
    });
    this.datesTask = new Task(host, {
      args: () => [source().client, flow.choice?.eventId, ...this.#months] as const,
      task: ([, id, ...months]) => {
        if (!id || months.length === 0) return pending();
        return Promise.all(
          months.map(async (month) => {
            await this.#loadDates(id, month);
            // The first of them is shown before the other has come.
            host.requestUpdate();
          }),
        );
      },
    });
    this.otherStartsTask = new Task(host, {
      args: () => [source().client, ...flow.lostLines] as const,
      task: async ([, ...lines]): Promise<OtherStarts> =>
        new Map(
          await Promise.all(
            lines.map(async (line) => [dateIdOf(line), await this.#startsInsteadOf(line)] as const),
          ),
        ),
    });
  }

  /** The query for the list, from the tag and the customer's filter. */
  get #eventQuery(): EventQuery {
    const { vendor, category, events } = this.#source();
    const { listing } = this.#flow;
    const { match, day, participants, order, near, pages } = listing;
    return {
      vendor: vendor || listing.vendor,
      category: category || listing.category,
      accept: events,
      // Trimmed, because a customer who pauses after a word may be about to type another.
      match: match.trimEnd(),
      day,
      participants: day ? participants : undefined,
      // The customer's position is not sent to the proxy, so all events are loaded and sorted here.
      order: near ? '' : order,
      limit: near ? undefined : limitFor(pages),
    };
  }

  async #loadList(
    client: BookingClient,
    near: Position | undefined,
    pages: number,
    signal: AbortSignal,
  ): Promise<ListedPages> {
    this.#retrying?.abort();
    const request = client.events(this.#eventQuery, signal);
    const before = this.#refreshed;
    this.#refreshed = undefined;
    const events = await keepPrevious(before, request);
    if (events !== before) this.#listed = { events, at: client.now() };
    const stale = client.isStale(events);
    await this.#siteOrTimeout(signal);
    const listed = showableOf(near ? nearestFirst(events, near) : events, pages);
    if (events.length > 0 && listed.events.length === 0) {
      throw new RequestError({ kind: 'unreadable', status: 200 });
    }
    const { firstPage } = this.#cache;
    const isSame = firstPage && JSON.stringify(firstPage.events) === JSON.stringify(listed.events);
    // The same objects, so that nothing on screen is computed again.
    return { ...listed, ...(isSame && { events: firstPage.events }), stale };
  }

  /**
   * What came in the script, while the same request has not been answered. It stays if that fails,
   * marked as stale, until a further try succeeds.
   */
  get #firstPage(): ListedPages | undefined {
    const { client, firstPage } = this.#cache;
    const { value } = this.listTask;
    const failure = taskFailure(this.listTask);
    if (value || !firstPage || (failure && !isTransient(failure))) return undefined;
    if (client.exchange.urls.events(this.#eventQuery) !== client.firstPage?.url) return undefined;
    return failure ? { ...firstPage, stale: true } : firstPage;
  }

  /** The list to be shown; undefined while it loads, and if it could not be loaded. */
  get list(): ListedPages | undefined {
    return this.listTask.value ?? this.#firstPage;
  }

  /** The query of the list, if nothing is found of a text or on a day. */
  get emptyQuery(): EventQuery | undefined {
    const { step, listing } = this.#flow;
    const { list } = this;
    if (step.name !== 'list' || !list || isPending(this.listTask)) return undefined;
    if (!listing.match && !listing.day) return undefined;
    return eventsWithPlaces(list.events, listing).length === 0 ? this.#eventQuery : undefined;
  }

  /** Whether the customer waits for the list. */
  get isListPending(): boolean {
    return isPending(this.listTask) && !this.#firstPage;
  }

  /** Why there is no list to be shown, or none of the customer's choice. */
  get listFailure(): Failure | undefined {
    return this.#firstPage ? undefined : taskFailure(this.listTask);
  }

  /**
   * Tries a failed list again in the background, so that what is said of it stays, and is not
   * announced anew, until it can be shown.
   */
  async #retryList(failure: Failure): Promise<void> {
    this.#retrying?.abort();
    const { signal } = (this.#retrying = new AbortController());
    const { client } = this.#source();
    const load = () => client.events(this.#eventQuery, signal);
    if (await retryInBackground(load, failure, signal)) void this.listTask.run();
  }

  /** The cache of the current client. */
  get #cache(): ClientCache {
    const { client } = this.#source();
    if (this.#lastCache?.client !== client) {
      const { now } = client;
      const [events, dates] = [new LoadCache<MergedEvent>(now), new LoadCache<EventDate[]>(now)];
      const firstPage = client.firstPage && showableOf(client.firstPage.events, 1);
      this.#lastCache = { client, firstPage, vendors: new Map(), events, dates };
    }
    return this.#lastCache;
  }

  #loadEvent(id: string): Promise<MergedEvent> {
    const { client, events } = this.#cache;
    return events.load(id, () => client.mergedEvent(id));
  }

  #loadDates(id: string, month: Month): Promise<EventDate[]> {
    const { client, dates } = this.#cache;
    return dates.load(datesKey(id, month), () => client.dates(id, ...monthRange(month)));
  }

  /** Of the same price group, so that prices, duration and limits stay as chosen. */
  async #startsInsteadOf({ eventId, start: { date }, amounts }: CartLine): Promise<Start[]> {
    const starts = await this.startsNear(eventId, date);
    const alike = starts.filter((start) => start.date.event_id === date.event_id);
    return nearestFree(alike, date, countOf(amounts));
  }

  /** The starts of an event in the months near a date. */
  async startsNear(eventId: string, { date }: Pick<EventDate, 'date'>): Promise<Start[]> {
    const now = this.#source().client.now();
    const event = await this.#loadEvent(eventId);
    const months = monthsNear(dayIn(event.timezone, date), dayIn(event.timezone, now));
    const starts = await Promise.all(
      months.map(async (month) => {
        return startsIn(month, event, await this.#loadDates(eventId, month), now);
      }),
    );
    return starts.flat();
  }

  /** Loads an event, and the month with a day of its dates, before the customer opens it. */
  prefetch(id: string, day: Day | undefined): void {
    void this.#loadEvent(id).catch(ignore);
    if (day) void this.#loadDates(id, monthOf(day)).catch(ignore);
  }

  async #siteOrTimeout(signal: AbortSignal): Promise<void> {
    if (this.site) return;
    const site = this.siteTask.taskComplete.catch(() => undefined);
    await Promise.race([site, delay(SITE_WAIT, signal)]);
  }

  /** Runs failed tasks again. */
  retryFailed(): void {
    const { listTask, siteTask, vendorsTask } = this;
    for (const task of [listTask, siteTask, vendorsTask, ...this.#tasksOfEvent]) {
      if (taskFailure(task)) void task.run();
    }
  }

  /**
   * Loads the list again if it is old. The old list stays until then, and also if loading fails.
   */
  refreshList(): void {
    const { now } = this.#source().client;
    if (!this.#listed || now() - this.#listed.at <= LIST_TTL) return;
    this.#refreshed = this.#listed.events;
    void this.listTask.run();
  }

  /** Loads the dates of the open event again unless they are fresh. */
  refreshDates(): void {
    void this.datesTask.run();
  }

  /** Loads the site, and everything about the open event, again. */
  reload(): void {
    this.#cache.events.expire();
    this.#cache.dates.expire();
    for (const task of [this.siteTask, ...this.#tasksOfEvent]) void task.run();
  }

  /** Loads current dates and products after a refusal, but not while the proxy is busy or down. */
  reloadAfter(failure: Failure): void {
    if (!isTransient(failure)) this.reload();
  }

  get #tasksOfEvent() {
    return [this.eventTask, this.productsTask, this.datesTask, this.otherStartsTask];
  }

  /** Other starts for lost dates; undefined while they load. */
  get otherStarts(): OtherStarts | undefined {
    const { otherStartsTask: task } = this;
    if (isPending(task)) return undefined;
    return taskFailure(task) ? new Map() : task.value;
  }

  /** The open event; undefined while it loads. */
  get event(): MergedEvent | undefined {
    const id = this.#flow.choice?.eventId;
    return id === undefined ? undefined : this.#cache.events.get(id);
  }

  /** The pictures of an event that was opened; none while it loads. */
  imagesOf(eventId: string | undefined): string[] {
    return (eventId && this.#cache.events.get(eventId)?.images) || [];
  }

  /** The vendors that are loaded, among them those of the open event and of the orders on screen. */
  get vendors(): Vendor[] {
    return [...this.#cache.vendors.values()];
  }

  /** Whether a vendor on screen that is not among `vendors` could not be loaded. */
  get areVendorsUnknown(): boolean {
    return taskFailure(this.vendorsTask) !== undefined;
  }

  retryVendors(): void {
    void this.vendorsTask.run();
  }

  /** The products of the open event's vendor. */
  get products(): Product[] {
    const vendor = this.event?.vendor_id;
    return (this.productsTask.value ?? []).filter(({ vendor_id }) => vendor_id === vendor);
  }

  /** Whether the products of the open event are loaded. */
  get hasProducts(): boolean {
    return this.event !== undefined && this.productsTask.value !== undefined;
  }

  /** Undefined while it loads. */
  get site(): Site | undefined {
    return this.siteTask.value ?? this.#cache.client.firstPage?.site;
  }

  /** The weeks that the date picker shows: the chosen ones, else those of the event's first date. */
  get #weeks(): Weeks | undefined {
    const { event } = this;
    const today = this.#today;
    const day = this.#flow.choice?.shownDay ?? (event && (firstDayOf(event) ?? today));
    return day ? weeksWith(day, today, this.#source().firstWeekday()) : undefined;
  }

  /** Today in the zone of the open event; while that loads, in the customer's own. */
  get #today(): Day {
    const now = this.#source().client.now();
    return this.event ? dayIn(this.event.timezone, now) : localDay(now);
  }

  /** The months of the weeks that are shown, without those that are over. */
  get #months(): Month[] {
    const weeks = this.#weeks;
    if (!weeks) return [];
    const today = this.#today;
    return monthsBetween(weeks.first < today ? today : weeks.first, weeks.last);
  }

  /** The starts of the weeks that are shown; undefined while the event loads. */
  get dates(): ShownDates | undefined {
    const weeks = this.#weeks;
    if (!weeks) return undefined;
    const loaded = this.#dates;
    const isWhole = loaded.length === this.#months.length;
    const starts = this.event && loaded.length > 0 ? this.starts : undefined;
    return { ...weeks, isWhole, ...loadableOf(this.datesTask, starts) };
  }

  /** The dates of each month that is shown, as they were loaded last. */
  get #dates(): [Month, EventDate[]][] {
    const id = this.#flow.choice?.eventId ?? '';
    const { dates } = this.#cache;
    return this.#months.flatMap((month) => {
      const ofMonth = dates.get(datesKey(id, month));
      return ofMonth ? [[month, ofMonth]] : [];
    });
  }

  /** The number of places that are needed: as chosen, or else as in the list's filter. */
  get participants(): number {
    const amounts = this.#flow.choice?.amounts ?? new Map();
    return countOf(amounts) || this.#flow.listing.participants;
  }

  startsOn(day: Day): Start[] {
    return this.starts.filter((start) => start.day === day);
  }

  /** The starts of the loaded dates for the current time and number of participants. */
  get starts(): Start[] {
    const { event } = this;
    if (!event) return [];
    const minute = Math.floor(this.#source().client.now() / MINUTE);
    const { participants } = this;
    const [first = noStarts, ...others] = this.#dates.map(([month, dates]) =>
      this.#startsFor(this.#startsOf(dates, month, event, minute), participants),
    );
    return this.#joined(first, ...others);
  }
}

/** The part of a list that is shown. Without the time zone, an event's dates cannot be. */
function showableOf(events: ListedEvent[], pages: number): ListedPages {
  const shown = pages * PAGE_SIZE;
  return {
    events: events.slice(0, shown).filter(({ timezone }) => isKnownZone(timezone)),
    more: events.length > shown,
    stale: false,
  };
}

/** The dates of a month come with those of the days around it, to cover every time zone. */
function startsIn(month: Month, event: MergedEvent, dates: EventDate[], now: number): Start[] {
  return startsOf(event, dates, now).filter(({ day }) => monthOf(day) === month);
}

function datesKey(eventId: string, month: Month): string {
  return `${month} ${eventId}`;
}

/** A failed prefetch is loaded again, and its failure shown, when the data is needed. */
function ignore(): void {}

/** @param value the task's value, or one derived from it */
export function loadableOf<Value>(
  task: { status: TaskStatus; error: unknown },
  value: Value | undefined,
): Loadable<Value> {
  return { value, failure: taskFailure(task) };
}

export function taskFailure(task: { status: TaskStatus; error: unknown }): Failure | undefined {
  return task.status === TaskStatus.ERROR ? failureOf(task.error) : undefined;
}

export function isPending(task: { status: TaskStatus }): boolean {
  return task.status === TaskStatus.PENDING;
}

/** Keeps a task pending while its arguments are not known. */
function pending(): Promise<never> {
  return new Promise(() => undefined);
}
