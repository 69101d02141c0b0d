import assert from 'node:assert/strict';
import type { WireProblem } from '../wire.ts';
import { rule, sandboxRule } from './platform.ts';

const bad: [path: string, name: string, value: string][] = [
  ['/v3/events', 'limit', 'ten'],
  ['/v3/events', 'limit', '1.5'],
  ['/v3/events', 'delta_since', '2026-11-21'],
  ['/v3/events', 'delta_since', '2026-02-30T00:00:00Z'],
  ['/v3/events', 'available_from', '2026-11-21T09:00:00+01:00'],
  ['/v3/events', 'order', 'colour'],
  ['/v3/events', 'order', 'title,colour'],
  ['/v3/events', 'category', 'water'],
  ['/v3/events', 'categories', '1,,2'],
  ['/v3/events', 'type', 'booking'],
  ['/v3/events', 'only_root_events', 'yes'],
  ['/v3/dates', 'order', 'title'],
  ['/v3/dates', 'available', 'maybe'],
  ['/v3/dates', 'start_date', 'today'],
  ['/v3/products', 'order', 'title'],
  ['/v3/products', 'available', 'true'],
  ['/v3/events', 'with_count', 'maybe'],
  ['/v3/events', 'geolocation', '52,13,53'],
  ['/v3/events', 'geolocation', '52,13,53,14,1'],
  ['/v3/events', 'geolocation', 'north,13,53,14'],
  ['/v3/events', 'preferred_categories', 'water'],
  ['/v3/events', 'with_private_prices', '2'],
  ['/v3/merged_events', 'order', 'colour'],
  ['/v3/merged_events', 'type', 'NONE'],
  ['/v3/dates', 'geolocation', '52'],
  ['/v3/dates', 'category', '1,2'],
  ['/v3/dates', 'ignore_latest_booking_time', 'perhaps'],
  ['/v3/dates', 'end_date', '2026-11-31T00:00:00Z'],
  ['/v3/merged_dates', 'order', 'title'],
  ['/v3/eventDates', 'available', 'maybe'],
  ['/v3/products', 'requires_shipping', 'true'],
  ['/v3/products', 'min_price', 'cheap'],
  ['/v3/products', 'max_price', '1,50'],
  ['/v3/products', 'with_private_products', 'all'],
  ['/v3/orders', 'start_event_date', 'soon'],
  ['/v3/orders', 'end_event_date', '2026'],
  ['/v3/vendors', 'order', 'id'],
  ['/v3/orders', 'order', 'code'],
  ['/v3/orders', 'status', 'RESERVED'],
];

/** The spec does not require that these are refused; the sandbox chooses to. */
const chosen: typeof bad = [
  ['/v3/events', 'offset', ''],
  ['/v3/events', 'accept', ''],
  ['/v3/events', 'geolocation', '53,13,52,14'],
  ['/v3/events', 'geolocation', '52,13,91,14'],
  ['/v3/events', 'only_main_duration', ''],
  ['/v3/events', 'limit', '-1'],
];

for (const [path, name, value] of chosen) {
  sandboxRule(`Errors: refuses ${name}=${value} of ${path} as meaningless`, async ({ get }) => {
    const { status, body } = await get<WireProblem>(path, { [name]: value });

    assert.equal(status, 400);
    assert.ok(body.message.startsWith(`${name}: `), body.message);
  });
}

for (const [path, name, value] of bad) {
  rule(`Errors: refuses ${name}=${value} of ${path}, and names it`, async ({ get }) => {
    const { status, body } = await get<WireProblem>(path, { [name]: value });

    assert.equal(status, 400);
    assert.match(body.code, /^\d+$/);
    assert.ok(body.user_message.length > 0);
    assert.ok(body.message.startsWith(`${name}: `), body.message);
  });
}

rule(
  'Errors: responds with 401 to a missing, an unknown and a malformed token',
  async (platform) => {
    const token = await platform.accessToken();
    for (const headers of [{}, { Authorization: 'Bearer wrong' }, { Authorization: token }]) {
      const response = await platform.sendBare('/v3/events?limit=1', { headers });
      const body = (await response.json()) as WireProblem;

      assert.equal(response.status, 401);
      assert.deepEqual(Object.keys(body).sort(), ['code', 'message', 'user_message']);
      assert.match(body.code, /^\d+$/);
    }
  },
);

rule('Errors: responds with 404 in the error shape where there is nothing', async ({ get }) => {
  const paths = [
    '/v3/nothing',
    '/v3/vendors/nobody',
    '/v3/vendors/nobody/events',
    '/v3/vendors/nobody/dates',
    '/v3/vendors/nobody/eventDates',
    '/v3/vendors/nobody/orders',
    '/v3/events/none/dates',
    '/v3/merged_events/none',
    '/v3/dates/none',
    '/v3/merged_dates/none',
  ];
  for (const path of paths) {
    const { status, body } = await get<WireProblem>(path);

    assert.equal(status, 404, path);
    assert.deepEqual(Object.keys(body).sort(), ['code', 'message', 'user_message']);
  }
});
