/** The operations (spec, Tables A and B) under the names by which faults can be limited to them. */
const operations = {
  obtainToken: ['POST', '/oauth/token'],
  listVendors: ['GET', '/v3/vendors'],
  retrieveVendor: ['GET', '/v3/vendors/*'],
  listEvents: ['GET', '/v3/events', '/v3/vendors/*/events'],
  listDates: ['GET', '/v3/dates', '/v3/events/*/dates'],
  retrieveDate: ['GET', '/v3/dates/*'],
  listProducts: ['GET', '/v3/products'],
  listOrders: ['GET', '/v3/orders'],
  createOrder: ['POST', '/v3/orders'],
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
