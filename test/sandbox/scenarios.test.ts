import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createSandbox } from '../../demo/sandbox/sandbox.ts';
import type { Scenario } from '../../demo/sandbox/scenarios.ts';
import { isScenario, scenarios } from '../../demo/sandbox/scenarios.ts';
import { local, openSandbox, orderFor, requestToken, SATURDAY } from './support.ts';

const names = Object.keys(scenarios).filter(isScenario);

const open = (scenario: Scenario) => openSandbox({ scenario });

/** Large, huge and giant differ from medium in their number of events alone. */
const leftOut = ['down', 'odd-ids', 'large', 'huge', 'giant'];

for (const scenario of names.filter((name) => !leftOut.includes(name))) {
  test(`scenario ${scenario}: the page, every list and an order work`, async () => {
    const sandbox = await open(scenario);
    // Each of 250 is found by listing all of them.
    const limit = scenario === 'medium' ? '3' : '20';
    const events = await sandbox.events({ type: 'ALL', limit });

    for (const path of ['vendors', 'events', 'merged_events', 'dates', 'products', 'orders']) {
      assert.equal((await sandbox.get(`/v3/${path}`, { limit: '3' })).status, 200, path);
    }
    const page = await sandbox.fetch(new Request('http://sandbox/'));
    assert.match(await page.text(), new RegExp(`<strong>${scenario}</strong>`));
    let created = 0;
    for (const { title } of events) {
      if ((await sandbox.datesOf(title)).every((date) => date.available_slots < 2)) continue;
      const { status, body } = await sandbox.order(await orderFor(sandbox, title));
      assert.equal(status, 201, JSON.stringify(body));
      created += 1;
    }
    assert.ok(created > 0);
  });
}

test('scenario busy: most dates of the coming fortnight are sold out, and the others have few places', async () => {
  const { dates } = await open('busy');
  const near = await dates({ available: 'false', end_date: '2026-12-04T00:00:00Z' });
  const free = near.filter(({ available_slots }) => available_slots > 0);

  assert.ok(free.length > 0 && free.length < near.length / 2, `${free.length} of ${near.length}`);
  assert.ok(free.every(({ total_slots }) => total_slots <= 20));
});

test('scenario request-only: every event is a request, and waits for its vendor', async () => {
  const sandbox = await open('request-only');
  const all = await sandbox.events({ type: 'ALL' });

  assert.deepEqual(await sandbox.events(), []);
  assert.ok(all.length === 19 && all.every(({ type }) => type === 'REQUEST'));
  const body = await orderFor(sandbox, 'Kayak on the Spree');
  assert.equal((await sandbox.order({ ...body, status: 'ACCEPTED' })).status, 400);
  assert.equal((await sandbox.order(body)).body.status, 'PENDING');
});

test('scenario huge: has 2,000 events with 100 dates each, and no id twice', async () => {
  const { events, datesOf, get } = await open('huge');
  const all = await events({ type: 'ALL', fields: 'id,prices,title' });
  const priceIds = all.flatMap(({ prices }) => prices.map(({ id }) => id));
  const everything = { available: 'false', ignore_latest_booking_time: 'true' };

  assert.equal(new Set(all.map(({ id }) => id)).size, 2000);
  assert.equal(new Set(priceIds).size, priceIds.length);
  assert.equal((await datesOf(all[7]?.title ?? '', everything)).length, 100);
  assert.equal((await get('/v3/dates', { ...everything, limit: '1' })).status, 200);
});

test('scenario unusual: has the longest title, attacks in texts, no price, and digits by currency', async () => {
  const { events, event } = await open('unusual');
  const all = await events({ type: 'ALL' });
  const total = async (title: string) => {
    const sandbox = await open('unusual');
    return (await sandbox.order(await orderFor(sandbox, title))).body.total_invoice;
  };

  assert.equal(Math.max(...all.map(({ title }) => title.length)), 255);
  assert.ok(all.some(({ description }) => description.includes('<script>')));
  assert.ok(all.some(({ title }) => /\p{Script=Arabic}/u.test(title)));
  assert.equal(await total('A walk that costs nothing'), '0.00');
  assert.equal(await total('رحلة بحرية على متن بوم كويتي (Dhow 2 ساعة)'), '12.345');
  assert.equal(await total('一番高い茶碗'), '9999999');
  const bare = await event('Only what has to be there');
  for (const field of ['bring', 'hint', 'highlights', 'tags']) assert.ok(!(field in bare), field);
});

test('scenario unusual: nights have an hour less in spring, and one more in autumn', async () => {
  const { datesOf } = await open('unusual');
  const dates = await datesOf('Night watch, every hour', { available: 'false' });
  const onDay = (day: string) =>
    dates.filter(({ date }) => local(date, 'Europe/Berlin').day === day).map(({ date }) => date);
  const hours = (day: string) => {
    const starts = onDay(day).map((date) => Date.parse(date));
    return (Math.max(...starts) - Math.min(...starts)) / 3_600_000;
  };

  assert.deepEqual(['2027-03-27', '2027-03-28', '2027-10-31'].map(hours), [23, 22, 24]);
  assert.deepEqual(
    ['2027-03-27', '2027-03-28'].map((day) => onDay(day).length),
    [5, 4],
  );
});

test('scenario down: responds with 503 to everything but the control API', async () => {
  const sandbox = createSandbox({ clock: () => SATURDAY, scenario: 'down' });
  const get = (path: string) => sandbox(new Request(`http://sandbox${path}`));

  assert.equal((await requestToken(sandbox)).status, 503);
  assert.equal((await get('/v3/events')).status, 503);
  assert.equal((await get('/sandbox/orders')).status, 200);
  assert.equal((await get('/')).status, 200);
});

test('the page lists every scenario, and the credentials of the clients', async () => {
  const { fetch } = await open('calm');
  const page = await (await fetch(new Request('http://sandbox/'))).text();

  for (const name of names) assert.ok(page.includes(`<code>${name}</code>`), name);
  assert.ok(page.includes('sandbox-vendor-secret'));
});
