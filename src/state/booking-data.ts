import { Task, TaskStatus } from '@lit/task';
import type { ReactiveControllerHost } from 'lit';
import type { BookingClient } from '../client/booking-client.ts';
import { failureOf, RequestError } from '../client/request-error.ts';
import { limitFor, PAGE_SIZE } from '../client/urls.ts';
import type { EventDate } from '../contract/date.schema.ts';
import type { ListedEvent, MergedEvent } from '../contract/event.schema.ts';
import { monthRange } from '../contract/month-range.ts';
import type { Product } from '../contract/product.schema.ts';
import type { OrderSummary } from '../contract/quote.schema.ts';
import type { Site } from '../contract/site.schema.ts';
import type { Vendor } from '../contract/vendor.schema.ts';
import {
  nearestFree,
  startsFor,
  startsOf,
  type MonthDates,
  type OtherStarts,
  type Start,
} from '../domain/availability.ts';
import { countOf } from '../domain/amounts.ts';
import { dateIdOf, type CartLine } from '../domain/cart.ts';
import type { Choice } from '../domain/choice.ts';
import { monthOf, nextMonth, type Day, type Month } from '../domain/days.ts';
import { nearestFirst } from '../domain/distance.ts';
import type { Failure } from '../domain/failure.ts';
import type { ListFilter } from '../domain/list-filter.ts';
import type { Loadable } from '../domain/loadable.ts';
import { dayIn, isKnownZone } from '../domain/zone.ts';
import { LoadCache } from './load-cache.ts';
import { delay, keepPrevious, retryWithBackoff } from './retry.ts';

export interface DataHost extends ReactiveControllerHost {
  readonly client: BookingClient;
  /** Ids of vendors and of categories, comma-separated; empty for all. */
  readonly vendor: string;
  readonly category: string;
  /** Ids of the only events to be listed, comma-separated; empty for all. */
  readonly events: string;
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

/** Milliseconds that the list waits for the site's settings, which were requested with it. */
const SITE_WAIT = 300;

/** What one client has loaded of events and their months. */
interface Loaded {
  client: BookingClient;
  events: LoadCache<MergedEvent>;
  dates: LoadCache<EventDate[]>;
}

/** The starts of an event and its dates, as they stand in one minute for that many. */
interface StartsOf {
  event: MergedEvent;
  dates: EventDate[];
  minute: number;
  /** Whoever they are for. */
  all: Start[];
  participants: number;
  starts: Start[];
}

/**
 * Everything that is loaded for what is on the screen: each a task that runs when what it is about
 * changes, and whose older runs are aborted. It decides nothing and changes nothing.
 */
export class BookingData {
  readonly #host: DataHost;
  readonly #listing: () => Listing;
  readonly #choice: () => Choice | undefined;
  #loaded: Loaded | undefined;
  #lastStarts: StartsOf | undefined;
  readonly listTask;
  readonly siteTask;
  readonly eventTask;
  readonly vendorsTask;
  readonly productsTask;
  readonly datesTask;
  readonly otherStartsTask;

  constructor(
    host: DataHost,
    listing: () => Listing,
    choice: () => Choice | undefined,
    ordered: () => OrderSummary[],
    lost: () => CartLine[],
  ) {
    this.#host = host;
    this.#listing = listing;
    this.#choice = choice;

    this.listTask = new Task(host, {
      args: () => {
        const { match, category, vendor, day, participants, order, near, pages } = listing();
        const visit = day ? participants : undefined;
        return [
          host.client,
          host.vendor || vendor,
          host.category || category,
          host.events,
          match,
          day,
          visit,
          near ? '' : order,
          near,
          pages,
        ] as const;
      },
      task: async (
        [client, vendor, category, accept, match, day, participants, order, near, pages],
        { signal },
      ): Promise<ListedPages> => {
        const shown = pages * PAGE_SIZE;
        // The proxy is not told where the customer is, so what is nearest is found here.
        const limit = near ? undefined : limitFor(pages);
        const events = await client.events(
          { vendor, category, accept, match, day, participants, order, limit },
          signal,
        );
        const stale = client.isStale(events);
        await this.#siteOrTimeout(signal);
        const ordered = near ? nearestFirst(events, near) : events;
        // Of others it cannot be said when they are.
        const showable = ordered.slice(0, shown).filter(({ timezone }) => isKnownZone(timezone));
        if (events.length > 0 && showable.length === 0) {
          throw new RequestError({ kind: 'unreadable', status: 200 });
        }
        return { events: showable, more: ordered.length > shown, stale };
      },
    });
    const sites = new WeakMap<BookingClient, Site>();
    this.siteTask = new Task(host, {
      args: () => [host.client] as const,
      task: async ([client], { signal }) => {
        const next = retryWithBackoff(() => client.site(signal), signal);
        const site = await keepPrevious(sites.get(client), next);
        sites.set(client, site);
        return site;
      },
    });
    this.eventTask = new Task(host, {
      args: () => [host.client, choice()?.eventId] as const,
      task: ([, id]) => (id ? keepPrevious(this.event, this.#loadEvent(id)) : pending()),
    });
    this.vendorsTask = new Task(host, {
      args: () => {
        const ids = [this.event, ...ordered()].flatMap((sold) => sold?.vendor_id ?? []);
        return [host.client, ...new Set(ids)] as const;
      },
      task: ([client, ...ids], { signal }) =>
        Promise.all(ids.map((id) => retryWithBackoff(() => client.vendor(id, signal), signal))),
    });
    this.productsTask = new Task(host, {
      args: () => [host.client, this.event?.vendor_id] as const,
      task: ([client, id], { signal }) =>
        id ? retryWithBackoff(() => client.products(id, signal), signal) : pending(),
    });
    this.datesTask = new Task(host, {
      args: () => [host.client, choice()?.eventId, this.month] as const,
      task: ([, id, month]) => (id && month ? this.#loadDates(id, month) : pending()),
      onComplete: () => this.#prefetchNextMonth(),
    });
    this.otherStartsTask = new Task(host, {
      args: () => [host.client, ...lost()] as const,
      task: async ([, ...lines]): Promise<OtherStarts> =>
        new Map(
          await Promise.all(
            lines.map(async (line) => [dateIdOf(line), await this.#startsInsteadOf(line)] as const),
          ),
        ),
    });
  }

  /** What the client of now has loaded. */
  get #cache(): Loaded {
    const { client } = this.#host;
    if (this.#loaded?.client !== client) {
      const { now } = client;
      this.#loaded = { client, events: new LoadCache(now), dates: new LoadCache(now) };
    }
    return this.#loaded;
  }

  #loadEvent(id: string): Promise<MergedEvent> {
    const { client, events } = this.#cache;
    return events.load(id, () => client.mergedEvent(id));
  }

  #loadDates(id: string, month: Month): Promise<EventDate[]> {
    const { client, dates } = this.#cache;
    return dates.load(datesKey(id, month), () => client.dates(id, ...monthRange(month)));
  }

  /** In the month of the lost date; where it has none, in the next. */
  async #startsInsteadOf({ eventId, start: { date, day }, amounts }: CartLine): Promise<Start[]> {
    const { now } = this.#host.client;
    const month = monthOf(day);
    const event = await this.#loadEvent(eventId);
    const free = async (month: Month) => {
      const starts = startsOf(event, await this.#loadDates(eventId, month), now());
      return nearestFree(starts, date, countOf(amounts));
    };
    const found = await free(month);
    return found.length > 0 ? found : free(nextMonth(month));
  }

  /** Loads ahead what opening an event will show. */
  prefetch(id: string, month: Month | undefined): void {
    void this.#loadEvent(id).catch(ignore);
    if (month) void this.#loadDates(id, month).catch(ignore);
  }

  #prefetchNextMonth(): void {
    const id = this.#choice()?.eventId;
    if (id && this.month) void this.#loadDates(id, nextMonth(this.month)).catch(ignore);
  }

  async #siteOrTimeout(signal: AbortSignal): Promise<void> {
    if (this.siteTask.value) return;
    const site = this.siteTask.taskComplete.catch(() => undefined);
    await Promise.race([site, delay(SITE_WAIT, signal)]);
  }

  /** Loads again what could not be had. */
  retryFailed(): void {
    const { listTask, siteTask, vendorsTask } = this;
    for (const task of [listTask, siteTask, vendorsTask, ...this.#chosenOf]) {
      if (taskFailure(task)) void task.run();
    }
  }

  /** Loads again what is being chosen of, and what the site asks. */
  reload(): void {
    this.#cache.events.expire();
    this.#cache.dates.expire();
    for (const task of [this.siteTask, ...this.#chosenOf]) void task.run();
  }

  /** What is being chosen of. */
  get #chosenOf() {
    return [this.eventTask, this.productsTask, this.datesTask, this.otherStartsTask];
  }

  /** What can be taken instead of dates that are lost; undefined while it is on its way. */
  get otherStarts(): OtherStarts | undefined {
    const { otherStartsTask: task } = this;
    if (isPending(task)) return undefined;
    return taskFailure(task) ? new Map() : task.value;
  }

  /** The event that is being chosen of, once it is here. */
  get event(): MergedEvent | undefined {
    const id = this.#choice()?.eventId;
    return id === undefined ? undefined : this.#cache.events.get(id);
  }

  /** The vendors of that event and of what is ordered. */
  get vendors(): Vendor[] {
    return this.vendorsTask.value ?? [];
  }

  /** The products of that vendor. */
  get products(): Product[] {
    const vendor = this.event?.vendor_id;
    return (this.productsTask.value ?? []).filter(({ vendor_id }) => vendor_id === vendor);
  }

  /** Whether it is known what products there are. */
  get hasProducts(): boolean {
    return this.event !== undefined && this.productsTask.value !== undefined;
  }

  /** As far as it is known. */
  get site(): Site | undefined {
    return this.siteTask.value;
  }

  /** The month that the date picker shows: the chosen one, else that of the event's first date. */
  get month(): Month | undefined {
    const month = this.#choice()?.month;
    const { event } = this;
    if (month || !event) return month ?? undefined;
    return monthOf(dayIn(event.timezone, event.first_date ?? this.#host.client.now()));
  }

  /** The month that is shown; undefined until it is known which. */
  get dates(): MonthDates | undefined {
    const { month } = this;
    if (!month) return undefined;
    return { month, ...loadableOf(this.datesTask, this.#dates && this.starts) };
  }

  /** The dates of that month, as they were last loaded. */
  get #dates(): EventDate[] | undefined {
    const id = this.#choice()?.eventId;
    return id && this.month ? this.#cache.dates.get(datesKey(id, this.month)) : undefined;
  }

  /** How many the places are for: those who were chosen, or else as many as were looked for. */
  get participants(): number {
    const amounts = this.#choice()?.amounts ?? new Map();
    return countOf(amounts) || this.#listing().participants;
  }

  startsOn(day: Day): Start[] {
    return this.starts.filter((start) => start.day === day);
  }

  /** The starts of the loaded dates, as they stand now for that many. */
  get starts(): Start[] {
    const event = this.event;
    const dates = this.#dates;
    if (!event || !dates) return [];
    const now = this.#host.client.now();
    const minute = Math.floor(now / 60_000);
    const last = this.#lastStarts;
    const isLast = last?.event === event && last.dates === dates && last.minute === minute;
    const { participants } = this;
    if (isLast && last.participants === participants) return last.starts;
    const all = isLast ? last.all : startsOf(event, dates, now);
    const starts = startsFor(all, participants);
    this.#lastStarts = { event, dates, minute, all, participants, starts };
    return starts;
  }
}

function datesKey(eventId: string, month: Month): string {
  return `${month} ${eventId}`;
}

/** What was loaded ahead and failed is loaded again, and told of, when it is wanted. */
function ignore(): void {}

/** How a task's value stands; the value may be a part of the task's, or made of it. */
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

/** For a task whose arguments are not there yet. */
function pending(): Promise<never> {
  return new Promise(() => undefined);
}
