import assert from 'node:assert/strict';
import type { Calls } from '../support.ts';
import { find } from '../support.ts';
import type { WireDate, WireEvent, WireMergedEvent, WireSummary } from '../wire.ts';
import { need, rule, sandboxRule } from './platform.ts';

const mergedEvents = ({ list }: Calls, parameters: Record<string, string> = {}) =>
  list<WireMergedEvent>('/v3/merged_events', parameters);

rule(
  'List merged events: main events and further durations are items, pricelists are not',
  async (platform) => {
    const events = await platform.events({ type: 'ALL' });
    const roots = events.filter(({ root_event_id }) => root_event_id === '').map(({ id }) => id);

    const merged = await mergedEvents(platform, { type: 'ALL' });

    assert.deepEqual(merged.map(({ id }) => id).sort(), roots.sort());
  },
);

rule(
  'Merged event: has the fields of an event, but price_groups for prices and no root_event_id',
  async (platform) => {
    const event = need(
      await platform.events(),
      ({ root_event_id }) => root_event_id === '',
      'event',
    );
    const merged = need(await mergedEvents(platform), ({ id }) => id === event.id, 'merged event');
    const { prices: _prices, root_event_id: _root, ...shared } = event;
    const { price_groups, ...rest } = merged;

    assert.deepEqual(rest, shared);
    for (const group of price_groups) {
      assert.deepEqual(Object.keys(group).sort(), ['id', 'name', 'prices']);
      assert.equal(typeof group.id, 'string');
    }
  },
);

rule('Merged event: carries the prices of all its pricelists', async (platform) => {
  const events = await platform.events();
  const child = need(events, ({ root_event_id }) => root_event_id !== '', 'pricelist');
  const members = events.filter(({ id, root_event_id }) =>
    [id, root_event_id].includes(child.root_event_id),
  );

  const { price_groups } = find(
    await mergedEvents(platform),
    ({ id }) => id === child.root_event_id,
    'merged event',
  );

  const ids = (lists: readonly Pick<WireEvent, 'prices'>[]) =>
    lists.flatMap(({ prices }) => prices.map(({ id }) => id)).sort();
  assert.equal(price_groups.length, members.length);
  assert.deepEqual(ids(price_groups), ids(members));
});

rule('Retrieve merged event: returns the item of the list', async (platform) => {
  const merged = need(await mergedEvents(platform), () => true, 'merged event');

  assert.deepEqual(await platform.get(`/v3/merged_events/${merged.id}`), {
    status: 200,
    body: merged,
  });
});

rule('Retrieve merged event: a pricelist is no merged event', async (platform) => {
  const child = need(await platform.events(), (event) => event.root_event_id !== '', 'pricelist');

  assert.equal((await platform.get(`/v3/merged_events/${child.id}`)).status, 404);
});

sandboxRule(
  'List merged events: only_main_duration leaves out further durations',
  async (sandbox) => {
    const titles = async (parameters = {}) =>
      (await mergedEvents(sandbox, parameters)).map(({ title }) => title);

    assert.ok((await titles()).includes('Kayak on the Spree, long round'));
    assert.ok(
      !(await titles({ only_main_duration: '1' })).includes('Kayak on the Spree, long round'),
    );
    assert.deepEqual(await titles({ only_root_events: '1' }), await titles());
  },
);

sandboxRule(
  'List merged events: private prices are left out unless they are asked for',
  async (sandbox) => {
    const count = async (parameters = {}) =>
      (await mergedEvents(sandbox, parameters))
        .flatMap(({ price_groups }) => price_groups)
        .flatMap(({ prices }) => prices)
        .filter((price) => price.public === 0).length;

    assert.equal(await count(), 0);
    assert.equal(await count({ with_private_prices: 'true' }), 1);
  },
);

sandboxRule(
  'List merged events: first_date is the first of all its pricelists',
  async (sandbox) => {
    const from = { available_from: '2026-11-22T00:00:00Z' };
    const { id } = await sandbox.event('Kayak on the Spree');
    const starts = await Promise.all(
      ['Kayak on the Spree', 'Kayak on the Spree, weekend'].map(async (title) => {
        const [first] = await sandbox.datesOf(title, { start_date: from.available_from });
        return first?.date ?? '';
      }),
    );

    const merged = find(await mergedEvents(sandbox, from), (event) => event.id === id);

    assert.equal(merged.first_date, starts.sort()[0]);
  },
);

rule(
  'List merged dates: are the dates, under the merged event of their pricelist, by date',
  async (platform) => {
    const parent = new Map(
      (await platform.events({ type: 'ALL' })).map((e) => [e.id, e.root_event_id || e.id]),
    );
    const page = { limit: '300' };

    const merged = await platform.list<WireDate>('/v3/merged_dates', page);

    const expected = (await platform.dates(page)).map((date) => ({
      ...date,
      event_id: parent.get(date.event_id),
    }));
    assert.deepEqual(merged, expected);
  },
);

rule('Merged date: accept_events names the id of the merged event', async (platform) => {
  const child = need(await platform.events(), (event) => event.root_event_id !== '', 'pricelist');
  const members = (await platform.events()).filter(({ id, root_event_id }) =>
    [id, root_event_id].includes(child.root_event_id),
  );

  const merged = await platform.list<WireDate>('/v3/merged_dates', {
    accept_events: child.root_event_id,
  });
  const dates = await platform.dates({ accept_events: members.map(({ id }) => id).join() });

  assert.deepEqual(merged.map(({ id }) => id).sort(), dates.map(({ id }) => id).sort());
});

rule('Retrieve merged date: returns the item of the list', async ({ list, get }) => {
  const date = need(await list<WireDate>('/v3/merged_dates', { limit: '1' }), () => true, 'date');

  assert.deepEqual(await get(`/v3/merged_dates/${date.id}`), { status: 200, body: date });
});

rule('List events and dates: one item with ids of dates, and of their events', async (platform) => {
  const bound = { limit: '100' };
  const dates = await platform.dates(bound);

  const [summary, ...more] = await platform.list<WireSummary>('/v3/eventDates', bound);

  assert.deepEqual(more, []);
  assert.deepEqual(
    summary?.dates,
    dates.map(({ id, event_id }) => ({ id, event_id })),
  );
  assert.deepEqual(
    summary?.events.map(({ id }) => id).sort(),
    [...new Set(dates.map(({ event_id }) => event_id))].sort(),
  );
});

rule('List events and dates: has the parameters of date lists', async ({ list, dates }) => {
  const bound = {
    available: 'false',
    order: '-date',
    limit: '20',
    start_date: '2026-12-01T00:00:00Z',
  };

  const [summary] = await list<WireSummary>('/v3/eventDates', bound);

  assert.deepEqual(
    summary?.dates.map(({ id }) => id),
    (await dates(bound)).map(({ id }) => id),
  );
});

rule('List events and dates of a vendor: has the dates of that vendor alone', async (platform) => {
  for (const { id } of await platform.vendors({ limit: '3' })) {
    const [summary] = await platform.list<WireSummary>(`/v3/vendors/${id}/eventDates`);
    const dates = await platform.list<WireDate>(`/v3/vendors/${id}/dates`);

    assert.deepEqual(
      summary?.dates,
      dates.map(({ id: date, event_id }) => ({ id: date, event_id })),
    );
  }
});
