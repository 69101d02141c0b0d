import type { Product } from '#contract/product.schema';
import type { Vendor } from '#contract/vendor.schema';
import { toInstant } from '../clock.ts';
import type { SiteContext } from '../context.ts';
import { fitsPath, isListable } from '../ids.ts';
import type { Priority } from '../ports.ts';
import { asLive, createCalls, ordersCall } from './calls.ts';
import { type Changes, toChanges } from './changes.ts';
import type { Call } from './client.ts';
import { connect } from './connect.ts';
import { PlatformMalformed, PlatformRefused } from './errors.ts';
import { orderDetailsParameters, orderNameParameters } from './list-parameters.ts';
import { pathOf } from './operations.ts';
import { type NewOrder, orderBody } from './order-body.ts';
import { type FoundOrders, toCreatedOrder, toFoundOrders } from './placed-orders.ts';
import { createListReader, type ListedDates } from './read-list.ts';
import { createResilience } from './resilience.ts';
import type {
  OrderDetails,
  OrderName,
  PlacedOrder,
  PlatformDate,
  PlatformEvent,
} from './translate.ts';
import * as to from './translate.ts';
import { wireVendor } from './wire.ts';
import { toId, toList } from './wire-list.ts';

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
  /**
   * GET /v3/events/{id}/dates with `accept`: the same, for a platform without a list of all dates.
   */
  datesOfEventById(eventId: string, ids: readonly string[]): Promise<readonly PlatformDate[]>;

  /** GET /v3/vendors/{id} (Table B, Retrieve one vendor); undefined if there is none. */
  vendor(id: string, priority?: Priority): Promise<Vendor | undefined>;

  /**
   * POST /v3/orders (Table B, Create order). Never repeated. It is sent only while there is
   * `timeLeft`, in milliseconds, and only with a token that a read just before has proved good.
   * @throws {OrderUnreadable}
   * @throws {SendTooLate}
   * @throws {TokenUnproven}
   */
  createOrder(order: NewOrder, timeLeft: () => number): Promise<PlacedOrder>;
  /** GET /v3/orders (Table A, List orders): those under exactly this reference, of any status. */
  findOrders(external_reference: string): Promise<FoundOrders>;
  /** GET /v3/orders with `accept`: what the platform says about these orders now, of any status. */
  orderDetails(ids: readonly string[], priority?: Priority): Promise<readonly OrderDetails[]>;
  /**
   * GET /v3/orders with `delta_since`: which orders of any status have changed, other people's too.
   */
  changedOrders(since: string, priority?: Priority): Promise<readonly OrderName[]>;

  /**
   * The latest time that the platform's clock can show now, by its last response; undefined before
   * one.
   */
  latestTime(): number | undefined;
  /**
   * The time by the platform's clock, carried on from its last response by the clock that does not
   * jump; undefined before one.
   */
  steadyTime(): number | undefined;
}

/** Sites with the same client share its `resilience`. */
export function createPlatform(
  context: SiteContext,
  resilience = createResilience(context),
): Platform {
  const { site, clock } = context;
  const client = connect(context, resilience);
  const calls = createCalls(site);
  const lists = createListReader(client, context);
  const toEvents = notingUnpriced(to.toEventsIn(site.time_zone));
  const toAllEvents = notingRootless(toEvents);

  /** A visitor may ask for an id that no list can name: there is no such item. */
  async function listById<T>(
    translate: to.Translation<T[]>,
    name: 'events' | 'products' | 'dates',
    ids: readonly string[],
  ): Promise<T[]> {
    const requestedIds = ids.filter(isListable);
    if (requestedIds.length === 0) return [];
    const call = asLive(calls.list(name, { accept: requestedIds.join(',') }));
    return lists.read(translate, call, requestedIds);
  }

  /** A deleted event has no dates, while others of its merged event may still have some. */
  async function listOfEvent(call: Call, requestedIds?: readonly string[]) {
    const dates = lists.read(to.toDates, call, requestedIds);
    return call.path === pathOf('listDates') ? dates : ((await unlessAbsent(dates)) ?? []);
  }

  async function readVendor(id: string, priority?: Priority): Promise<unknown> {
    const call = { operation: 'vendor', class: 'vendors', priority } as const;
    if (fitsPath(id)) {
      return (await unlessAbsent(client.send({ ...call, path: pathOf('retrieveVendor', { id }) })))
        ?.value;
    }
    const { value } = await client.send({
      ...call,
      path: pathOf('listVendors'),
      query: { accept: id },
    });
    // A platform that ignores `accept` sends all vendors.
    return toList(value).find((vendor) => toId(vendor) === id);
  }

  return {
    events: (priority) => lists.read(toAllEvents, calls.list('events', {}, priority)),

    changedEvents: (delta_since, priority) =>
      lists.read(toChanges(toEvents), calls.list('events', { delta_since }, priority)),

    eventsById: (ids) => listById(toEvents, 'events', ids),

    firstDates(priority) {
      const query = { available_from: toInstant(clock()), fields: 'id,first_date' };
      const call = { ...calls.list('events', query, priority), operation: 'first-dates' };
      return lists.read(to.toFirstDates, call);
    },

    products: (priority) => lists.read(to.toProducts, calls.list('products', {}, priority)),

    productsById: (ids) => listById(to.toProducts, 'products', ids),

    changedProducts: (delta_since, priority) =>
      lists.read(toChanges(to.toProducts), calls.list('products', { delta_since }, priority)),

    datesBetween: (start_date, end_date, max, priority) =>
      lists.readDates(calls.list('dates', { start_date, end_date }, priority), max),

    changedDates(delta_since, priority) {
      const call = calls.list('dates', { delta_since }, priority);
      return lists.read(toChanges(to.toDates), { ...call, operation: 'changed-dates' });
    },

    datesOfEvent: (eventId, start_date, end_date, priority) =>
      listOfEvent(calls.datesOfEvent(eventId, { start_date, end_date }, priority)),

    datesById: (ids) => listById(to.toDates, 'dates', ids),

    async datesOfEventById(eventId, ids) {
      const requestedIds = ids.filter(isListable);
      if (requestedIds.length === 0) return [];
      const call = asLive(calls.datesOfEvent(eventId, { accept: requestedIds.join(',') }));
      return listOfEvent(call, requestedIds);
    },

    async vendor(id, priority) {
      const item = await readVendor(id, priority);
      if (item === undefined) return undefined;
      const { success, data } = wireVendor.safeParse(item);
      if (!success) throw new PlatformMalformed('the response has another shape');
      const vendor = to.toVendor(data);
      if (vendor.id !== id) throw new PlatformMalformed('the response is another vendor');
      return vendor;
    },

    async createOrder(order, timeLeft) {
      const { value } = await client.send({
        operation: 'create-order',
        class: 'orders',
        priority: 'order',
        path: pathOf('createOrder'),
        body: orderBody(order),
        timeLeft,
      });
      return toCreatedOrder(value);
    },

    async findOrders(external_reference) {
      const { value, askedAt } = await client.send(calls.findOrders(external_reference));
      return { ...toFoundOrders(value, external_reference), askedAt };
    },

    async orderDetails(ids, priority) {
      const accept = ids.filter(isListable).join(',');
      if (accept === '') return [];
      const query = { accept, ...orderDetailsParameters, limit: String(ids.length) };
      const { value } = await client.send(ordersCall('order-details', query, priority));
      return lists.translate(to.toOrderDetails, value);
    },

    changedOrders(delta_since, priority) {
      const query = { delta_since, ...orderNameParameters };
      return lists.read(to.toOrderNames, ordersCall('changed-orders', query, priority));
    },

    latestTime: client.latestTime,
    steadyTime: client.steadyTime,
  };
}

/**
 * Undefined if the platform says that what was asked for is not there. Without the platform's own
 * error code, a 404 may come from an intermediary.
 */
async function unlessAbsent<T>(response: Promise<T>): Promise<T | undefined> {
  try {
    return await response;
  } catch (error) {
    const isOfPlatform = error instanceof PlatformRefused && error.code !== undefined;
    if (isOfPlatform && error.status === 404) return undefined;
    throw error;
  }
}

/** Logs events without a public price too: they can be read, but nobody can buy them. */
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

/** Logs children without their root, which only a list of all events shows. */
function notingRootless(
  translate: to.Translation<PlatformEvent[]>,
): to.Translation<PlatformEvent[]> {
  return to.inSteps(function* (items, onSkipped) {
    const events = yield* translate.steps(items, onSkipped);
    for (const { id } of to.childrenWithoutRoot(events)) onSkipped('event', 'root_event_id', id);
    return events;
  });
}
