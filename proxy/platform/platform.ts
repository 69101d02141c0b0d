import { z } from 'zod';
import type { Vendor } from '../../src/contract/vendor.schema.ts';
import type { Product } from '../../src/contract/product.schema.ts';
import { toInstant } from '../clock.ts';
import type { Priority, SiteContext } from '../context.ts';
import { type Budget, createBudget } from './budget.ts';
import { type Call, createClient } from './client.ts';
import { OrderUnreadable, PlatformMalformed, PlatformRefused, TooManyItems } from './errors.ts';
import { fitsPath, isListable } from './ids.ts';
import { type NewOrder, orderBody } from './order-body.ts';
import {
  listParameters,
  orderDetailsParameters,
  orderNameParameters,
  paths,
  type Query,
} from './paths.ts';
import { createResilience } from './resilience.ts';
import { createSkippedItems } from './skipped-items.ts';
import { createSlices, runInSlices } from './slices.ts';
import { createTokens } from './tokens.ts';
import * as to from './translate.ts';
import type {
  OrderDetails,
  OrderName,
  PlacedOrder,
  PlatformDate,
  PlatformEvent,
} from './translate.ts';
import { wireCreated, wireOrder, type WireOrder, wireVendor } from './wire.ts';

/** Items as they are now, and the ids of those that are not offered any more. */
export interface Changes<T> {
  readonly changed: readonly T[];
  readonly gone: readonly string[];
}

/** All dates of a range, and how many calls it took to list them. */
export interface ListedDates {
  readonly dates: readonly PlatformDate[];
  readonly calls: number;
}

export interface FoundOrders {
  /** Those under the reference that was asked for. */
  readonly orders: readonly PlacedOrder[];
  /** Whether the platform certainly has no other order under it. */
  readonly isComplete: boolean;
  /** The platform's time when it was asked, at the earliest; undefined where it does not say. */
  readonly askedAt: number | undefined;
}

/**
 * What the proxy asks of the platform, in the contract's words. Each operation rejects with an
 * error of `errors.ts`. Items that cannot be read are left out of their list, and logged.
 */
export interface Platform {
  /** GET /v3/events (Table A, List events): root and child events of every type. */
  events(priority?: Priority): Promise<readonly PlatformEvent[]>;
  /** GET /v3/events with `delta_since` (spec, Common list parameters). */
  changedEvents(since: string, priority?: Priority): Promise<Changes<PlatformEvent>>;
  /** GET /v3/events with `accept`: live, for an order. */
  eventsById(ids: readonly string[]): Promise<readonly PlatformEvent[]>;
  /** GET /v3/events with `available_from`: the first date from now on, by event id. */
  firstDates(priority?: Priority): Promise<ReadonlyMap<string, string>>;

  /** GET /v3/products (Table A, List products). */
  products(priority?: Priority): Promise<readonly Product[]>;
  /** GET /v3/products with `accept`: live, for an order. */
  productsById(ids: readonly string[]): Promise<readonly Product[]>;
  /** GET /v3/products with `delta_since`. */
  changedProducts(since: string, priority?: Priority): Promise<Changes<Product>>;

  /**
   * GET /v3/dates (Table B, List dates) within a range, sold-out dates too, of all events that the
   * client may see. The spec fixes no path for it, so a platform may not have it.
   * @throws {TooManyItems} when there are more than `max`
   */
  datesBetween(
    start_date: string,
    end_date: string,
    max: number,
    priority?: Priority,
  ): Promise<ListedDates>;
  /** GET /v3/dates with `delta_since`. */
  changedDates(since: string, priority?: Priority): Promise<Changes<PlatformDate>>;
  /** GET /v3/events/{id}/dates (Table A, List dates of an event) within a range. */
  datesOfEvent(
    eventId: string,
    start_date: string,
    end_date: string,
    priority?: Priority,
  ): Promise<readonly PlatformDate[]>;
  /** GET /v3/dates with `accept`: live, for a quote or an order. */
  datesById(ids: readonly string[]): Promise<readonly PlatformDate[]>;
  /** GET /v3/events/{id}/dates with `accept`: the same where there is no list of all dates. */
  datesOfEventById(eventId: string, ids: readonly string[]): Promise<readonly PlatformDate[]>;

  /** GET /v3/vendors/{id} (Table B, Retrieve one vendor). */
  vendor(id: string, priority?: Priority): Promise<Vendor>;

  /**
   * POST /v3/orders (Table B, Create order). Never repeated. With no `timeLeft`, in milliseconds, it
   * is not sent, nor without a read just before, which has shown that the token is good.
   * @throws {OrderUnreadable}
   * @throws {SendTooLate}
   * @throws {TokenUnproven}
   */
  createOrder(order: NewOrder, timeLeft: () => number): Promise<PlacedOrder>;
  /** GET /v3/orders (Table A, List orders): those under exactly this reference, of any status. */
  findOrders(external_reference: string): Promise<FoundOrders>;
  /** GET /v3/orders with `accept`: what the platform says of these orders now, of any status. */
  orderDetails(ids: readonly string[], priority?: Priority): Promise<readonly OrderDetails[]>;
  /** GET /v3/orders with `delta_since`: which orders of any status have changed, whoever's. */
  changedOrders(since: string, priority?: Priority): Promise<readonly OrderName[]>;

  /** The platform's time now, at the latest, by its last response; undefined before one. */
  latestTime(): number | undefined;
}

/** The platform is publicly known to cap a response at 10,000 items, whatever it is asked for. */
const PAGE_SIZE = 5_000;
/** More than enough for a month of dates (`DATES_PER_MONTH`). */
const MOST_PAGES = 100;
/** More of them show a platform whose lists have no fixed order. */
const MOST_STEPS_BACK = 3;

/** Sites with the same client share its `resilience`. */
export function createPlatform(
  context: SiteContext,
  resilience = createResilience(context),
): Platform {
  const { site, clock, monotonic, log } = context;
  const budget = createBudget(context);
  const tokens = createTokens(countingTokenRequests(context, budget));
  const client = createClient({ tokens, budget, resilience }, context);
  const parameters = listParameters(site);
  const toEvents = notingUnpriced(to.toEventsIn(site.time_zone));

  async function list<T>(
    translate: to.Translation<T>,
    call: Call,
    requestedIds?: readonly string[],
  ): Promise<T> {
    const items: unknown[] = [];
    for await (const page of pagesOf(call, requestedIds)) {
      // Spread into a call, a long page would exceed the stack.
      for (const item of page) items.push(item);
    }
    return translateList(translate, items);
  }

  /** Page by page, as a month of dates is too much to be read in one go. */
  async function listDates(call: Call, max: number): Promise<ListedDates> {
    const dates: PlatformDate[] = [];
    let calls = 0;
    for await (const page of pagesOf(call)) {
      calls += 1;
      for (const date of await translateList(to.toDates, page)) dates.push(date);
      if (dates.length > max) throw new TooManyItems(`there are more than ${max} dates`);
    }
    return { dates, calls };
  }

  /** A field that is wrong in one item is often wrong in all, so there is one line for each. */
  async function translateList<T>(translate: to.Translation<T>, items: unknown): Promise<T> {
    const skipped = createSkippedItems();
    const steps = translate.steps(items, skipped.note);
    const translated = await runInSlices(steps, createSlices(monotonic));
    skipped.entries().forEach(log);
    return translated;
  }

  /**
   * Each page begins with the last item of the one before it, if the list is as it was. Where items
   * have been deleted meanwhile, all others have moved up, so the list is read again from further up.
   * Where some were added, items come again, and those already read are left out.
   * `requestedIds`: the ids that are asked for, where that is not everything.
   */
  async function* pagesOf(
    call: Call,
    requestedIds?: readonly string[],
  ): AsyncGenerator<readonly unknown[]> {
    const ids: Ids = new Set();
    let [offset, lastLength, stepsBack] = [0, 0, 0];
    let isReread = false;
    for (let page = 1; page <= MOST_PAGES; page += 1) {
      const { value, hasNextPage } = await client.send(atOffset(call, offset));
      const items = to.toList(value);
      const hasMovedUp = offset > 0 && items.length > 0 && !ids.has(to.toId(items[0]));
      if (hasMovedUp && stepsBack < MOST_STEPS_BACK) {
        offset = Math.max(0, offset - lastLength);
        stepsBack += 1;
        isReread = true;
        continue;
      }
      const news = await runInSlices(itemsWithout(ids, items), createSlices(monotonic));
      await runInSlices(addIds(news, ids), createSlices(monotonic));
      yield news;
      // The platform may have cut a page short, so without a Link header only one that brings
      // nothing new ends the list.
      if (hasNextPage === false || (news.length === 0 && !isReread)) return;
      if (requestedIds?.every((id) => ids.has(id))) return;
      offset += Math.max(1, items.length - 1);
      lastLength = items.length;
      isReread = false;
    }
    throw new TooManyItems('the list does not end');
  }

  function listCall(
    name: 'events' | 'products' | 'dates',
    query: Query,
    priority?: Priority,
  ): Call {
    return {
      operation: name,
      class: name,
      priority,
      path: paths[name],
      query: { ...parameters[name], ...query },
    };
  }

  function ofEvent(eventId: string, query: Query, priority?: Priority): Call {
    if (!fitsPath(eventId))
      return listCall('dates', { ...query, accept_events: eventId }, priority);
    const call = { ...listCall('dates', query, priority), operation: 'dates-of-event' };
    return { ...call, path: paths.datesOfEvent(eventId) };
  }

  /**
   * An event that has been deleted has no dates; others of its merged event still have some. Without
   * a code of the platform, the response may be that of an intermediary.
   */
  async function listOfEvent(call: Call, requestedIds?: readonly string[]) {
    try {
      return await list(to.toDates, call, requestedIds);
    } catch (error) {
      const isOfPlatform = error instanceof PlatformRefused && error.code !== undefined;
      if (isOfPlatform && error.status === 404 && call.path !== paths.dates) return [];
      throw error;
    }
  }

  function ordersCall(operation: string, query: Query, priority?: Priority): Call {
    return { operation, class: 'orders', priority, path: paths.orders, query };
  }

  /** A live read for a quote or an order: counted apart, and never refused. */
  function live(call: Call): Call {
    return { ...call, class: 'quotes', priority: 'order' };
  }

  /** A visitor may ask for an id that no list can name: there is no such item. */
  async function listById<T>(
    translate: to.Translation<T[]>,
    name: 'events' | 'products' | 'dates',
    ids: readonly string[],
  ): Promise<T[]> {
    const requestedIds = ids.filter(isListable);
    if (requestedIds.length === 0) return [];
    return list(translate, live(listCall(name, { accept: requestedIds.join(',') })), requestedIds);
  }

  async function loadVendor(id: string, priority?: Priority): Promise<unknown> {
    const call = { operation: 'vendor', class: 'vendors', priority } as const;
    if (fitsPath(id)) return (await client.send({ ...call, path: paths.vendor(id) })).value;
    const { value } = await client.send({ ...call, path: paths.vendors, query: { accept: id } });
    // A platform that ignores `accept` sends all vendors.
    return to.toList(value).find((vendor) => to.toId(vendor) === id);
  }

  return {
    events(priority) {
      return list(toEvents, listCall('events', {}, priority));
    },

    changedEvents(delta_since, priority) {
      return list(toChanges(toEvents), listCall('events', { delta_since }, priority));
    },

    eventsById: (ids) => listById(toEvents, 'events', ids),

    firstDates(priority) {
      const query = { available_from: toInstant(clock()), fields: 'id,first_date' };
      const call = { ...listCall('events', query, priority), operation: 'first-dates' };
      return list(to.toFirstDates, call);
    },

    products(priority) {
      return list(to.toProducts, listCall('products', {}, priority));
    },

    productsById: (ids) => listById(to.toProducts, 'products', ids),

    changedProducts(delta_since, priority) {
      return list(toChanges(to.toProducts), listCall('products', { delta_since }, priority));
    },

    datesBetween(start_date, end_date, max, priority) {
      return listDates(listCall('dates', { start_date, end_date }, priority), max);
    },

    changedDates(delta_since, priority) {
      const call = { ...listCall('dates', { delta_since }, priority), operation: 'changed-dates' };
      return list(toChanges(to.toDates), call);
    },

    datesOfEvent(eventId, start_date, end_date, priority) {
      return listOfEvent(ofEvent(eventId, { start_date, end_date }, priority));
    },

    datesById: (ids) => listById(to.toDates, 'dates', ids),

    async datesOfEventById(eventId, ids) {
      const requestedIds = ids.filter(isListable);
      if (requestedIds.length === 0) return [];
      const call = live(ofEvent(eventId, { accept: requestedIds.join(',') }));
      return listOfEvent(call, requestedIds);
    },

    async vendor(id, priority) {
      const vendor = to.toVendor(parse(wireVendor, await loadVendor(id, priority)));
      if (vendor.id !== id) throw new PlatformMalformed('the response is another vendor');
      return vendor;
    },

    async createOrder(order, timeLeft) {
      const { value } = await client.send({
        operation: 'create-order',
        class: 'orders',
        priority: 'order',
        path: paths.orders,
        body: orderBody(order),
        timeLeft,
      });
      const created = wireOrder.safeParse(value);
      if (created.success) {
        const details = to.orderDetails.safeParse(value).data;
        return { ...to.toPlacedOrder(created.data), details };
      }
      const named = wireCreated.safeParse(value).data;
      if (named) {
        const order = { id: String(named.id) };
        throw new OrderUnreadable('the response is an order of another shape', order);
      }
      throw new PlatformMalformed('the response has another shape');
    },

    async findOrders(external_reference) {
      const { value, askedAt } = await client.send({
        operation: 'find-orders',
        class: 'orders',
        priority: 'order',
        path: paths.orders,
        query: { accept_external_reference: external_reference, ...parameters.orders },
      });
      // No item is skipped here: an order that cannot be read is not one that is absent.
      return { ...toFoundOrders(parse(z.array(wireOrder), value), external_reference), askedAt };
    },

    async orderDetails(ids, priority) {
      const accept = ids.filter(isListable).join(',');
      if (accept === '') return [];
      const query = { accept, ...orderDetailsParameters, limit: String(ids.length) };
      const { value } = await client.send(ordersCall('order-details', query, priority));
      return translateList(to.toOrderDetails, value);
    },

    changedOrders(delta_since, priority) {
      const query = { delta_since, ...orderNameParameters };
      return list(to.toOrderNames, ordersCall('changed-orders', query, priority));
    },

    latestTime: client.latestTime,
  };
}

function countingTokenRequests(context: SiteContext, budget: Budget): SiteContext {
  return {
    ...context,
    fetch(request) {
      budget.count('token');
      return context.fetch(request);
    },
  };
}

function atOffset(call: Call, offset: number): Call {
  const page = { limit: String(PAGE_SIZE), ...(offset > 0 && { offset: String(offset) }) };
  return { ...call, query: { ...call.query, ...page } };
}

/** Nobody can buy an event without a public price, though it can be read. */
function notingUnpriced(
  translate: to.Translation<PlatformEvent[]>,
): to.Translation<PlatformEvent[]> {
  return to.inSteps(function* (items, onSkipped) {
    const events = yield* translate.steps(items, onSkipped);
    for (const { id, price_group } of events) {
      if (price_group.prices.length === 0) onSkipped('event', 'prices', id);
    }
    return events;
  });
}

/** An item of a delta that is not offered, or cannot be read, is gone. */
function toChanges<T extends { readonly id: string }>(
  translate: to.Translation<T[]>,
): to.Translation<Changes<T>> {
  return to.inSteps(function* (items, onSkipped) {
    const changed = yield* translate.steps(items, onSkipped);
    const ids: Ids = new Set();
    yield* addIds(to.toList(items), ids);
    for (const { id } of changed) ids.delete(id);
    return { changed, gone: [...ids].filter((id) => id !== undefined) };
  });
}

/** Of items; undefined for those whose id cannot be read. */
type Ids = Set<string | undefined>;

function* addIds(items: readonly unknown[], ids: Ids): Generator<void, void> {
  for (const item of items) {
    ids.add(to.toId(item));
    yield;
  }
}

function* itemsWithout(ids: Ids, items: readonly unknown[]): Generator<void, unknown[]> {
  const others: unknown[] = [];
  for (const item of items) {
    if (!ids.has(to.toId(item))) others.push(item);
    yield;
  }
  return others;
}

/**
 * The spec does not say that an order's reference comes back, so one order without any is the one
 * that was asked for. Other people's orders show that the list was not filtered.
 */
function toFoundOrders(
  list: readonly WireOrder[],
  external_reference: string,
): Omit<FoundOrders, 'askedAt'> {
  const [first, ...others] = list;
  const isUnnamed = first?.external_reference === '' && others.length === 0;
  const ours = isUnnamed
    ? list
    : list.filter((order) => order.external_reference === external_reference);
  return { orders: ours.map(to.toPlacedOrder), isComplete: ours.length === list.length };
}

function parse<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value);
  if (!result.success) throw new PlatformMalformed('the response has another shape');
  return result.data;
}
