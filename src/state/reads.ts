import { Task, TaskStatus } from '@lit/task';
import type { ReactiveControllerHost } from 'lit';
import { pageLimit } from '../client/addresses.ts';
import type { BookingClient } from '../client/booking-client.ts';
import type { MergedEvent } from '../contract/event.schema.ts';
import { monthRange } from '../contract/month-range.ts';
import type { Site } from '../contract/site.schema.ts';
import { startsOf, type Start } from '../domain/availability.ts';
import { monthOf, type Month } from '../domain/days.ts';
import { dayIn } from '../domain/zone.ts';
import type { Choice } from './booking-flow.ts';
import { keeping, patiently, pause } from './patience.ts';

export interface ReadsHost extends ReactiveControllerHost {
  readonly client: BookingClient;
  readonly vendor: string;
  readonly category: string;
}

/**
 * How long the list waits for what the site says of it, in milliseconds: both were asked for at
 * once.
 */
const MOMENT = 300;

/** What the list is narrowed to, and how much of it is shown. */
export interface Listing {
  match: string;
  category: string;
  pages: number;
}

/**
 * Everything that is read for what is on the screen: each a task that runs when what it is about
 * changes, and whose older runs are aborted. It decides nothing and changes nothing.
 */
export class Reads {
  readonly #host: ReadsHost;
  readonly #choice: () => Choice | undefined;
  readonly list;
  readonly site;
  readonly event;
  readonly seller;
  readonly products;
  readonly dates;

  constructor(host: ReadsHost, listing: () => Listing, choice: () => Choice | undefined) {
    this.#host = host;
    this.#choice = choice;

    this.list = new Task(host, {
      args: () => {
        const { match, category, pages } = listing();
        return [host.client, host.vendor, host.category || category, match, pages] as const;
      },
      task: async ([client, vendor, category, match, pages], { signal }) => {
        const limit = pageLimit(pages);
        const events = await client.events({ vendor, category, match, limit }, signal);
        const stale = client.isStale(events);
        await this.#siteOrMoment(signal);
        return { events: events.slice(0, limit - 1), more: events.length === limit, stale };
      },
    });
    const sites = new WeakMap<BookingClient, Site>();
    this.site = new Task(host, {
      args: () => [host.client] as const,
      task: async ([client], { signal }) => {
        const read = patiently(() => client.site(signal), signal);
        const site = await keeping(sites.get(client), read);
        sites.set(client, site);
        return site;
      },
    });
    this.event = new Task(host, {
      args: () => [host.client, choice()?.eventId] as const,
      task: ([client, id], { signal }) =>
        id ? keeping(this.chosenEvent, client.mergedEvent(id, signal)) : never(),
    });
    this.seller = new Task(host, {
      args: () => [host.client, this.event.value?.vendor_id] as const,
      task: ([client, id], { signal }) =>
        id ? patiently(() => client.vendor(id, signal), signal) : never(),
    });
    this.products = new Task(host, {
      args: () => [host.client, this.event.value?.vendor_id] as const,
      task: ([client, id], { signal }) =>
        id ? patiently(() => client.products(id, signal), signal) : never(),
    });
    this.dates = new Task(host, {
      args: () => [host.client, choice()?.eventId, this.month] as const,
      task: ([client, id, month], { signal }) =>
        id && month ? client.dates(id, ...monthRange(month), signal) : never(),
    });
  }

  async #siteOrMoment(signal: AbortSignal): Promise<void> {
    if (this.site.value) return;
    const site = this.site.taskComplete.catch(() => undefined);
    await Promise.race([site, pause(MOMENT, signal)]);
  }

  /** The event that is being chosen of, once it is here. */
  get chosenEvent(): MergedEvent | undefined {
    const { value } = this.event;
    const id = this.#choice()?.eventId;
    // A child's id opens the event that it is a part of.
    const isIt = value?.id === id || value?.price_groups.some(({ event_id }) => event_id === id);
    return isIt ? value : undefined;
  }

  get vendor() {
    const { value } = this.seller;
    return value?.id === this.chosenEvent?.vendor_id ? value : undefined;
  }

  /** Reads what is being chosen of once more, and what the site asks. */
  renew(): void {
    for (const task of [this.event, this.products, this.dates, this.site]) void task.run();
  }

  /** What the site asks at the checkout, as far as it is known. */
  get questions() {
    return this.site.value?.questions ?? [];
  }

  /** Products of the vendor whose event it is. */
  get offers() {
    const vendor = this.chosenEvent?.vendor_id;
    return (this.products.value ?? []).filter(({ vendor_id }) => vendor_id === vendor);
  }

  /** The month that the date picker shows: the chosen one, else that of the event's first date. */
  get month(): Month | undefined {
    const month = this.#choice()?.month;
    const event = this.chosenEvent;
    if (month || !event) return month ?? undefined;
    return monthOf(dayIn(event.timezone, event.first_date ?? this.#host.client.now()));
  }

  /** The starts that are known, as they stand now. */
  get starts(): Start[] {
    const event = this.chosenEvent;
    if (!event || !this.dates.value) return [];
    return startsOf(event, this.dates.value, this.#host.client.now());
  }
}

export const failureOf = (task: { status: TaskStatus; error: unknown }) =>
  task.status === TaskStatus.ERROR ? task.error : undefined;

export const isPending = (task: { status: TaskStatus }) => task.status === TaskStatus.PENDING;

/** A task whose arguments are not there yet stays as it is. */
function never(): Promise<never> {
  return new Promise(() => undefined);
}
