import { Task, TaskStatus } from '@lit/task';
import type { ReactiveControllerHost } from 'lit';
import type { BookingClient } from '../client/booking-client.ts';
import { failureOf } from '../client/request-error.ts';
import { limitFor } from '../client/urls.ts';
import type { ListedEvent, MergedEvent } from '../contract/event.schema.ts';
import { monthRange } from '../contract/month-range.ts';
import type { Product } from '../contract/product.schema.ts';
import type { QuotedOrder } from '../contract/quote.schema.ts';
import type { Question, Site } from '../contract/site.schema.ts';
import type { Vendor } from '../contract/vendor.schema.ts';
import { startsOf, type Start } from '../domain/availability.ts';
import type { Choice } from '../domain/choice.ts';
import { monthOf, type Month } from '../domain/days.ts';
import type { Failure } from '../domain/failure.ts';
import type { Loadable } from '../domain/loadable.ts';
import { dayIn } from '../domain/zone.ts';
import { delay, keepPrevious, retryWithBackoff } from './retry.ts';

export interface DataHost extends ReactiveControllerHost {
  readonly client: BookingClient;
  /** Ids of vendors and of categories, comma-separated; empty for all. */
  readonly vendor: string;
  readonly category: string;
}

/** What the list is narrowed to, and how much of it is shown. */
export interface Listing {
  match: string;
  category: string;
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

/**
 * Everything that is loaded for what is on the screen: each a task that runs when what it is about
 * changes, and whose older runs are aborted. It decides nothing and changes nothing.
 */
export class BookingData {
  readonly #host: DataHost;
  readonly #choice: () => Choice | undefined;
  readonly listTask;
  readonly siteTask;
  readonly eventTask;
  readonly vendorsTask;
  readonly productsTask;
  readonly datesTask;

  constructor(
    host: DataHost,
    listing: () => Listing,
    choice: () => Choice | undefined,
    ordered: () => QuotedOrder[],
  ) {
    this.#host = host;
    this.#choice = choice;

    this.listTask = new Task(host, {
      args: () => {
        const { match, category, pages } = listing();
        return [host.client, host.vendor, host.category || category, match, pages] as const;
      },
      task: async ([client, vendor, category, match, pages], { signal }): Promise<ListedPages> => {
        const limit = limitFor(pages);
        const events = await client.events({ vendor, category, match, limit }, signal);
        const stale = client.isStale(events);
        await this.#siteOrTimeout(signal);
        return { events: events.slice(0, limit - 1), more: events.length === limit, stale };
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
      task: ([client, id], { signal }) =>
        id ? keepPrevious(this.event, client.mergedEvent(id, signal)) : pending(),
    });
    this.vendorsTask = new Task(host, {
      args: () => {
        const ids = [this.eventTask.value, ...ordered()].flatMap((sold) => sold?.vendor_id ?? []);
        return [host.client, ...new Set(ids)] as const;
      },
      task: ([client, ...ids], { signal }) =>
        Promise.all(ids.map((id) => retryWithBackoff(() => client.vendor(id, signal), signal))),
    });
    this.productsTask = new Task(host, {
      args: () => [host.client, this.eventTask.value?.vendor_id] as const,
      task: ([client, id], { signal }) =>
        id ? retryWithBackoff(() => client.products(id, signal), signal) : pending(),
    });
    this.datesTask = new Task(host, {
      args: () => [host.client, choice()?.eventId, this.month] as const,
      task: ([client, id, month], { signal }) =>
        id && month ? client.dates(id, ...monthRange(month), signal) : pending(),
    });
  }

  async #siteOrTimeout(signal: AbortSignal): Promise<void> {
    if (this.siteTask.value) return;
    const site = this.siteTask.taskComplete.catch(() => undefined);
    await Promise.race([site, delay(SITE_WAIT, signal)]);
  }

  /** Loads again what is being chosen of, and what the site asks. */
  reload(): void {
    for (const task of [this.eventTask, this.productsTask, this.datesTask, this.siteTask]) {
      void task.run();
    }
  }

  /** The event that is being chosen of, once it is here. */
  get event(): MergedEvent | undefined {
    const { value } = this.eventTask;
    const id = this.#choice()?.eventId;
    // A child's id opens the merged event that it is a part of.
    const isIt = value?.id === id || value?.price_groups.some(({ event_id }) => event_id === id);
    return isIt ? value : undefined;
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

  /** What the site asks at the checkout, as far as it is known. */
  get questions(): Question[] {
    return this.siteTask.value?.questions ?? [];
  }

  /** The month that the date picker shows: the chosen one, else that of the event's first date. */
  get month(): Month | undefined {
    const month = this.#choice()?.month;
    const { event } = this;
    if (month || !event) return month ?? undefined;
    return monthOf(dayIn(event.timezone, event.first_date ?? this.#host.client.now()));
  }

  /** The starts of the loaded dates, as they stand now. */
  get starts(): Start[] {
    const { event } = this;
    if (!event || !this.datesTask.value) return [];
    return startsOf(event, this.datesTask.value, this.#host.client.now());
  }
}

/** How a task's value stands; the value may be a part of the task's, or made of it. */
export function loadableOf<Value>(
  task: { status: TaskStatus; error: unknown },
  value: Value | undefined,
): Loadable<Value> {
  return { value, loading: isPending(task), failure: taskFailure(task) };
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
