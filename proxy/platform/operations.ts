import type { z } from 'zod';
import type { CallClass } from './budget.ts';
import {
  dateParameters,
  eventParameters,
  orderParameters,
  productParameters,
  vendorParameters,
} from './parameters.ts';
import {
  batchResult,
  date,
  dateChanges,
  datesChanges,
  eventsAndDates,
  newDate,
  newDates,
} from './resources/date.ts';
import { event, eventChanges, mergedEvent, newEvent } from './resources/event.ts';
import { newOrder, order } from './resources/order.ts';
import { newProduct, product, productChanges } from './resources/product.ts';
import { vendor } from './resources/vendor.ts';
import { wireToken } from './wire-token.ts';

/** One operation of the platform (spec, Endpoints). */
export interface Operation {
  /** The spec's name. */
  readonly title: string;
  /** The spec's table. Method and path are fixed only in A; those of B are publicly documented. */
  readonly table: 'A' | 'B';
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** With the names of identifiers in braces. */
  readonly path: string;
  /** What its calls are counted as. */
  readonly class: CallClass;
  /**
   * Any of these. Which scope an operation requires is not shown (spec, Authentication 8), so they
   * follow from what the scopes allow, and nothing is checked before a call.
   */
  readonly scopes: readonly string[];
  /** What else the spec requires. */
  readonly requires?: string;
  /** Query parameters. */
  readonly parameters?: z.ZodObject;
  readonly body?: z.ZodType;
  /** The schema of each item, of an operation that lists; the one of the response, of others. */
  readonly items?: z.ZodObject;
  readonly response?: z.ZodType;
}

const inventory = ['inventory_write'];
const calendar = ['calendar_write'];
const catalog = ['calendar_read'];
const readOrders = ['orders_read_owned', 'orders_read_all'];
const writeOrders = ['orders_write_owned', 'orders_write_all'];
const availabilityModule = "the vendor's module Extended Availability Management";
const vendorClient = 'a vendor API client';

/**
 * Every operation of the spec's tables A and B. Calls, the typed client, its reference and its command
 * are made from this table. The spec has a second listing of events and dates across vendors, for
 * which no path is known.
 */
export const operations = {
  obtainToken: {
    title: 'Obtain token',
    table: 'A',
    method: 'POST',
    path: '/oauth/token',
    class: 'token',
    scopes: [],
    response: wireToken,
  },

  listVendors: {
    title: 'List vendors accessible to the client',
    table: 'B',
    method: 'GET',
    path: '/v3/vendors',
    class: 'vendors',
    scopes: catalog,
    parameters: vendorParameters(vendor),
    items: vendor,
  },
  retrieveVendor: {
    title: 'Retrieve one vendor',
    table: 'B',
    method: 'GET',
    path: '/v3/vendors/{id}',
    class: 'vendors',
    scopes: catalog,
    response: vendor,
  },

  listEvents: {
    title: 'List events (all accessible)',
    table: 'A',
    method: 'GET',
    path: '/v3/events',
    class: 'events',
    scopes: catalog,
    parameters: eventParameters(event),
    items: event,
  },
  listEventsOfVendor: {
    title: 'List events of one vendor',
    table: 'B',
    method: 'GET',
    path: '/v3/vendors/{vendor_id}/events',
    class: 'events',
    scopes: catalog,
    parameters: eventParameters(event),
    items: event,
  },
  createEvent: {
    title: 'Create event',
    table: 'B',
    method: 'POST',
    path: '/v3/events',
    class: 'events',
    scopes: inventory,
    body: newEvent,
    response: event,
  },
  createEventForVendor: {
    title: 'Create event for a vendor',
    table: 'B',
    method: 'POST',
    path: '/v3/vendors/{vendor_id}/events',
    class: 'events',
    scopes: inventory,
    body: newEvent,
    response: event,
  },
  updateEvent: {
    title: 'Update event',
    table: 'B',
    method: 'PATCH',
    path: '/v3/events/{id}',
    class: 'events',
    scopes: inventory,
    body: eventChanges,
    response: event,
  },
  listMergedEvents: {
    title: 'List merged events',
    table: 'B',
    method: 'GET',
    path: '/v3/merged_events',
    class: 'events',
    scopes: catalog,
    parameters: eventParameters(mergedEvent),
    items: mergedEvent,
  },
  retrieveMergedEvent: {
    title: 'Retrieve merged event',
    table: 'B',
    method: 'GET',
    path: '/v3/merged_events/{id}',
    class: 'events',
    scopes: catalog,
    response: mergedEvent,
  },

  listEventsAndDates: {
    title: 'List events and dates across all vendors (simplified)',
    table: 'B',
    method: 'GET',
    path: '/v3/eventDates',
    class: 'dates',
    scopes: catalog,
    parameters: dateParameters(eventsAndDates),
    items: eventsAndDates,
  },
  listEventsAndDatesOfVendor: {
    title: 'List events and dates of one vendor (simplified)',
    table: 'B',
    method: 'GET',
    path: '/v3/vendors/{id}/eventDates',
    class: 'dates',
    scopes: catalog,
    parameters: dateParameters(eventsAndDates),
    items: eventsAndDates,
  },

  listDates: {
    title: 'List dates (all)',
    table: 'B',
    method: 'GET',
    path: '/v3/dates',
    class: 'dates',
    scopes: catalog,
    parameters: dateParameters(date),
    items: date,
  },
  listDatesOfEvent: {
    title: 'List dates of an event',
    table: 'A',
    method: 'GET',
    path: '/v3/events/{event_id}/dates',
    class: 'dates',
    scopes: catalog,
    parameters: dateParameters(date),
    items: date,
  },
  listDatesOfVendor: {
    title: 'List dates of a vendor',
    table: 'B',
    method: 'GET',
    path: '/v3/vendors/{id}/dates',
    class: 'dates',
    scopes: catalog,
    parameters: dateParameters(date),
    items: date,
  },
  retrieveDate: {
    title: 'Retrieve date',
    table: 'B',
    method: 'GET',
    path: '/v3/dates/{id}',
    class: 'dates',
    scopes: catalog,
    response: date,
  },
  createDate: {
    title: 'Create date',
    table: 'B',
    method: 'POST',
    path: '/v3/dates',
    class: 'dates',
    scopes: calendar,
    body: newDate,
    response: date,
  },
  createDateForVendor: {
    title: 'Create date for a vendor',
    table: 'B',
    method: 'POST',
    path: '/v3/vendors/{id}/dates',
    class: 'dates',
    scopes: calendar,
    body: newDate,
    response: date,
  },
  createDateForEvent: {
    title: 'Create date for an event',
    table: 'B',
    method: 'POST',
    path: '/v3/events/{id}/dates',
    class: 'dates',
    scopes: calendar,
    body: newDate,
    response: date,
  },
  updateDate: {
    title: 'Update date',
    table: 'B',
    method: 'PATCH',
    path: '/v3/dates/{id}',
    class: 'dates',
    scopes: calendar,
    requires: availabilityModule,
    body: dateChanges,
    response: date,
  },
  createDates: {
    title: 'Create dates in batch',
    table: 'B',
    method: 'POST',
    path: '/v3/datesBatch',
    class: 'dates',
    scopes: calendar,
    body: newDates,
    response: batchResult,
  },
  updateDates: {
    title: 'Update dates in batch',
    table: 'B',
    method: 'PATCH',
    path: '/v3/datesBatch',
    class: 'dates',
    scopes: calendar,
    requires: availabilityModule,
    body: datesChanges,
    response: batchResult,
  },
  listMergedDates: {
    title: 'List merged dates',
    table: 'B',
    method: 'GET',
    path: '/v3/merged_dates',
    class: 'dates',
    scopes: catalog,
    parameters: dateParameters(date),
    items: date,
  },
  retrieveMergedDate: {
    title: 'Retrieve merged date',
    table: 'B',
    method: 'GET',
    path: '/v3/merged_dates/{id}',
    class: 'dates',
    scopes: catalog,
    response: date,
  },

  listProducts: {
    title: 'List products',
    table: 'A',
    method: 'GET',
    path: '/v3/products',
    class: 'products',
    scopes: catalog,
    parameters: productParameters(product),
    items: product,
  },
  createProduct: {
    title: 'Create product',
    table: 'B',
    method: 'POST',
    path: '/v3/products',
    class: 'products',
    scopes: inventory,
    requires: vendorClient,
    body: newProduct,
    response: product,
  },
  updateProduct: {
    title: 'Update product',
    table: 'B',
    method: 'PATCH',
    path: '/v3/products/{id}',
    class: 'products',
    scopes: inventory,
    requires: vendorClient,
    body: productChanges,
    response: product,
  },

  listOrders: {
    title: 'List orders',
    table: 'A',
    method: 'GET',
    path: '/v3/orders',
    class: 'orders',
    scopes: readOrders,
    parameters: orderParameters(order),
    items: order,
  },
  listOrdersOfVendor: {
    title: 'List orders of a vendor',
    table: 'B',
    method: 'GET',
    path: '/v3/vendors/{id}/orders',
    class: 'orders',
    scopes: readOrders,
    parameters: orderParameters(order),
    items: order,
  },
  createOrder: {
    title: 'Create order',
    table: 'B',
    method: 'POST',
    path: '/v3/orders',
    class: 'orders',
    scopes: writeOrders,
    body: newOrder,
    response: order,
  },
  createOrderForVendor: {
    title: 'Create order (the variant with an id, which is taken for the vendor’s)',
    table: 'B',
    method: 'POST',
    path: '/v3/vendors/{id}/orders',
    class: 'orders',
    scopes: writeOrders,
    body: newOrder,
    response: order,
  },
} as const satisfies Record<string, Operation>;

export type Operations = typeof operations;
export type OperationName = keyof Operations;

/** The names in the braces of a path. */
export type PathIds<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathIds<Rest>
  : never;

/** The path of an operation for these ids. */
export function pathOf<Name extends OperationName>(
  name: Name,
  ...[ids]: [PathIds<Operations[Name]['path']>] extends [never]
    ? []
    : [Readonly<Record<PathIds<Operations[Name]['path']>, string>>]
): string {
  const idOf = (ids ?? {}) as Readonly<Record<string, string>>;
  return operations[name].path.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(idOf[key] ?? ''),
  );
}
