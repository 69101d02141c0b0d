/**
 * The operations of the spec's Tables A and B that the sandbox has, by the name that test titles
 * begin with, and how each is called.
 */
export const operations: Readonly<Record<string, string>> = {
  'Obtain token': 'POST /oauth/token',
  'List vendors': 'GET /v3/vendors',
  'Retrieve vendor': 'GET /v3/vendors/{id}',
  'List events': 'GET /v3/events',
  'List events of a vendor': 'GET /v3/vendors/{id}/events',
  'List dates': 'GET /v3/dates',
  'List dates of an event': 'GET /v3/events/{id}/dates',
  'Retrieve date': 'GET /v3/dates/{id}',
  'List products': 'GET /v3/products',
  'List orders': 'GET /v3/orders',
  'Create order': 'POST /v3/orders',
};
