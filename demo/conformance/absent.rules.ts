import assert from 'node:assert/strict';
import { DAY, MINUTE } from '#contract/milliseconds';
import { addressOf } from './address.ts';
import { idOf, instant, type Item, itemsIn, type Platform, rule, skip, textOf } from './judge.ts';

// What has to be left out, or empty: the other half of rules about what is there.

/** The platform's clock may differ by so much. */
const CLOCK_MARGIN = 2 * MINUTE;

rule('Event: root_event_id is an empty string for want of a parent, not null', async ({ list }) => {
  for (const event of await list('listEvents', { type: 'ALL' })) {
    assert.notEqual(event['root_event_id'], null, `${idOf(event)}: root_event_id is null`);
  }
});

rule('Order: absent dates are empty strings, not null', async ({ list, now }) => {
  const recent = { status: 'ALL', start_date: instant(now() - 400 * DAY) };
  const orders = await list('listOrders', recent);
  if (orders.length === 0) skip('there is no order here');
  for (const order of orders) {
    const tickets = itemsIn(order, 'tickets');
    const participants = tickets.flatMap((ticket) => itemsIn(ticket, 'participants'));
    for (const holder of [order, ...tickets, ...participants]) {
      for (const field of ['payment_date', 'expire_date', 'cancellation_date', 'checked_in']) {
        assert.notEqual(holder[field], null, `${idOf(order)}: ${field} is null`);
      }
    }
  }
});

const refusals: [what: string, ask: (platform: Platform) => Promise<Response>][] = [
  ['a parameter', ({ call }) => call('listEvents', { limit: 'ten' })],
  [
    'a token',
    ({ send }) => send(addressOf('listEvents', { limit: '1', access_token: 'not-a-token' })),
  ],
];
for (const [what, ask] of refusals) {
  rule(`Errors: one about ${what} has message, code and user_message`, async (platform) => {
    const body = (await (await ask(platform)).json().catch(() => ({}))) as Item;
    const fields = ['message', 'code', 'user_message'];
    // Errors of another shape are not within the spec's.
    if (!fields.some((field) => field in body)) skip('errors have another shape here');
    for (const field of fields) assert.ok(field in body, `there is no ${field}`);
  });
}

rule('Date lists: dates past the latest_booking_time are left out by default', async (platform) => {
  const { list, now } = platform;
  const range = {
    available: 'false',
    start_date: instant(now()),
    end_date: instant(now() + 2 * DAY),
  };
  let isTried = false;
  for (const event of (await list('listEvents', { type: 'ALL' })).slice(0, 30)) {
    const minutes = event['latest_booking_time'];
    if (typeof minutes !== 'number' || minutes <= 0) continue;
    const ofEvent = { ...range, event_id: idOf(event) };
    const every = await list('listDatesOfEvent', {
      ...ofEvent,
      ignore_latest_booking_time: 'true',
    });
    const listed = new Set((await list('listDatesOfEvent', ofEvent)).map(idOf));
    for (const date of every) {
      const left: number = Date.parse(textOf(date, 'date')) - now() - minutes * MINUTE;
      if (Math.abs(left) < CLOCK_MARGIN) continue;
      if (left < 0) isTried = true;
      assert.equal(listed.has(idOf(date)), left > 0, `${idOf(date)} at ${textOf(date, 'date')}`);
    }
  }
  if (!isTried) skip('there is no date past its latest_booking_time here');
});
