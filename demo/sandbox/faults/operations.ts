/**
 * The operations of the spec (Tables A and B) under the names by which faults can be limited to
 * them.
 */
const operations = {
  obtainToken: ['POST', '/oauth/token'],
  listVendors: ['GET', '/v3/vendors'],
  retrieveVendor: ['GET', '/v3/vendors/*'],
  listEvents: ['GET', '/v3/events', '/v3/vendors/*/events'],
  createEvent: ['POST', '/v3/events', '/v3/vendors/*/events'],
  updateEvent: ['PATCH', '/v3/events/*'],
  listMergedEvents: ['GET', '/v3/merged_events'],
  retrieveMergedEvent: ['GET', '/v3/merged_events/*'],
  listEventsAndDates: ['GET', '/v3/eventDates', '/v3/vendors/*/eventDates'],
  listDates: ['GET', '/v3/dates', '/v3/events/*/dates', '/v3/vendors/*/dates'],
  createDate: ['POST', '/v3/dates', '/v3/events/*/dates', '/v3/vendors/*/dates'],
  retrieveDate: ['GET', '/v3/dates/*'],
  updateDate: ['PATCH', '/v3/dates/*'],
  createDates: ['POST', '/v3/datesBatch'],
  updateDates: ['PATCH', '/v3/datesBatch'],
  listMergedDates: ['GET', '/v3/merged_dates'],
  retrieveMergedDate: ['GET', '/v3/merged_dates/*'],
  listProducts: ['GET', '/v3/products'],
  createProduct: ['POST', '/v3/products'],
  updateProduct: ['PATCH', '/v3/products/*'],
  listOrders: ['GET', '/v3/orders', '/v3/vendors/*/orders'],
  createOrder: ['POST', '/v3/orders', '/v3/vendors/*/orders'],
} as const satisfies Record<string, readonly [method: string, ...paths: string[]]>;

export type Operation = keyof typeof operations;

export const operationNames = Object.keys(operations) as [Operation, ...Operation[]];

/** Undefined for requests outside of the API, such as the calls of the control API. */
export function operationOf({ method, url }: Request): Operation | undefined {
  const { pathname } = new URL(url);
  return operationNames.find((name) => {
    const [ownMethod, ...patterns] = operations[name];
    return ownMethod === method && patterns.some((pattern) => matchesPath(pathname, pattern));
  });
}

function matchesPath(pathname: string, pattern: string): boolean {
  const parts = pathname.split('/');
  const expected = pattern.split('/');
  return (
    parts.length === expected.length &&
    expected.every((part, index) => part === '*' || part === parts[index])
  );
}
