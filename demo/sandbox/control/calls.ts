/** Every call of the control API, as the sandbox's page lists it. */
export const controlCalls: readonly (readonly [call: string, what: string])[] = [
  ['GET /sandbox/orders', 'all orders, whatever their status'],
  ['GET /sandbox/orders/{id}', 'one of them'],
  [
    'POST /sandbox/orders/{id}/accept',
    'the vendor accepts a request, or an open or reserved order',
  ],
  ['POST /sandbox/orders/{id}/decline', 'the vendor declines a request; its places are free again'],
  ['POST /sandbox/orders/{id}/cancel', 'the vendor cancels an order; its places are free again'],
  ['POST /sandbox/orders/{id}/pay', 'the order is marked as paid'],
  [
    'POST /sandbox/orders/{id}/refund {"value": 10}',
    'money goes back; without a body, all that was paid',
  ],
  [
    'POST /sandbox/orders/{id}/voucher {"value": 10}',
    'the vendor adds a gift voucher; without a body, of 10',
  ],
  [
    'POST /sandbox/orders/{id}/check-in {"participant_id": "…"}',
    'a participant arrives; without a body, all of them',
  ],
  ['GET /sandbox/dates/{id}', 'a date with its taken places, time zone and last booking time'],
  [
    'POST /sandbox/dates/{id}/move {"date": "2027-01-04T07:00:00Z"}',
    'a date starts at another time',
  ],
  ['POST /sandbox/take {"date_id": "…", "slots": 2}', 'somebody else buys two places'],
  ['POST /sandbox/events/{id} {"active": 0}', 'the vendor deactivates an event; 1 brings it back'],
  ['POST /sandbox/events/{id}/prices/{price id} {"value": 41.5}', 'the vendor changes a price'],
  [
    'POST /sandbox/events/{id}/sell-out',
    'somebody else buys all places of an event, and of its pricelists',
  ],
  [
    'POST /sandbox/events/{id}/raise-prices {"percent": 10}',
    'all prices of an event rise, and of its pricelists',
  ],
  ['GET /sandbox/vouchers', 'coupons, vouchers, flex offers and flex tickets, with their ids'],
  ['GET /sandbox/clock', 'the sandbox’s clock, and how far it is from the true one'],
  [
    'POST /sandbox/clock {"now": "2026-12-24T18:00:00Z"}',
    'the clock is set, and goes on from there',
  ],
  ['POST /sandbox/clock {"advance": 3600}', 'so many seconds pass'],
  [
    'POST /sandbox/receiver {"oauth_endpoint_url": "https://…", "method": "PATCH"}',
    'orders that are created or changed are sent there; with oauth_endpoint_token_url, …client_id and …client_secret, a token is requested first',
  ],
  ['GET /sandbox/receiver', 'where notifications are sent'],
  ['DELETE /sandbox/receiver', 'no notifications are sent any more'],
  ['GET /sandbox/notifications', 'what was sent, and how the receiver responded'],
  ['GET /sandbox/faults', 'the faults that are set, and how often each has struck'],
  [
    'POST /sandbox/faults {"seed": "any", "faults": [{"kind": "cut-after", "operations": ["createOrder"], "count": 1}]}',
    'what goes wrong from now on, instead of what did before: latency (milliseconds), silence, cut-before, error-before (status), too-many, token-ended, html (status), late-landing (seconds), list-lag (seconds), cut-after, error-after (status), drip (milliseconds between two bytes), half-body, wrong-content-type, notification-lost, notification-doubled, notification-shuffled (seconds), notification-late (seconds); each with operations, count or probability',
  ],
  [
    'PATCH /sandbox/tokens {"rule": "same"}',
    'what a second token request gets: the same token, a new one that ends the old (replace), or 429 (refuse)',
  ],
  [
    'PATCH /sandbox/vendors/{id} {"extended_availability_management": true}',
    'the vendor activates the module without which dates cannot be updated',
  ],
  ['GET /sandbox/world', 'which scenario it is, its vendors, and the events on sale'],
  ['POST /sandbox/reset {"scenario": "busy"}', 'everything starts again, with this scenario'],
];
