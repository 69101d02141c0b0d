import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { OwnEventInput } from '../../demo/own-event.ts';
import type { OwnEventState, WriteResult } from '../../demo/own-events.ts';
import { createOwnVendor } from '../../demo/own-vendor.ts';
import { sandboxClients } from '../../demo/sandbox/clients.ts';
import { createSandbox } from '../../demo/sandbox/sandbox.ts';
import type { Scenario } from '../../demo/sandbox/scenarios.ts';
import { idsOf, type OwnDraft, type PlatformIds, toInput } from '../../demo/workbench/own-draft.ts';
import { createApi, createMemoryStore } from '../../proxy/platform/index.ts';
import type { Fetch } from '../../proxy/ports.ts';
import { aDraft, CATEGORIES, NOW, PICTURE } from './a-draft.ts';

const DEMO = 'http://demo.example';

/** A vendor's side of a fresh sandbox, and a reseller's client that looks at it. */
function open(between: (platform: Fetch) => Fetch = (platform) => platform, scenario?: Scenario) {
  const clock = () => NOW;
  const sandbox = createSandbox({ clock, ...(scenario && { scenario }) });
  let restarts = 0;
  const vendor = createOwnVendor({
    sandbox,
    sandboxUrl: 'https://platform.example',
    fetch: between(sandbox),
    demo: DEMO,
    restart: async () => void (restarts += 1),
  });
  const reseller = createApi({
    url: 'https://platform.example',
    client: sandboxClients.reseller,
    store: createMemoryStore(),
    fetch: sandbox,
    clock,
  });

  async function ask<Result>(path: string, body?: object, method = 'POST'): Promise<Result> {
    const init = { method, headers: { 'Content-Type': 'application/json' } };
    const request = new Request(
      `${DEMO}/own-events${path}`,
      body && { ...init, body: JSON.stringify(body) },
    );
    return (await vendor.handle(request)).json() as Promise<Result>;
  }
  return { vendor, reseller, sandbox, ask, restarts: () => restarts };
}

const inputOf = (draft: OwnDraft = aDraft(), ids: PlatformIds = {}): OwnEventInput =>
  toInput(draft, [PICTURE], CATEGORIES, ids, NOW).input;

async function create(world: ReturnType<typeof open>, draft = aDraft()) {
  const { state, problems, written } = await world.ask<WriteResult>('', inputOf(draft));
  assert.deepEqual(problems, []);
  assert.ok(state);
  return { state, written, ids: idsOf(draft, state) };
}

async function listed({ reseller }: ReturnType<typeof open>, { id }: OwnEventState) {
  const [event] = await reseller.listEvents({ accept: [id], type: 'ALL' });
  return event;
}

function datesOf({ reseller }: ReturnType<typeof open>, event_id: string) {
  return reseller.listDatesOfEvent({ event_id, available: false });
}

test('an event is created with its price groups, its dates in three ways, and its product', async () => {
  const world = open();

  const { state, written } = await create(world);

  assert.deepEqual(
    written.map(({ operation, amount }) => [operation, amount]),
    [
      ['Create event', 2],
      ['Create dates in batch', 3],
      ['Create date for an event', 1],
      ['Create date', 1],
      ['Create product', 1],
    ],
  );
  const [own, weekend] = state.groups;
  const merged = await world.reseller.retrieveMergedEvent({ id: state.id });
  assert.deepEqual(
    merged.price_groups.map(({ prices }) => prices.map(({ value }) => value)),
    [[52, 30.5], [60]],
  );
  assert.deepEqual(
    (await datesOf(world, own?.id ?? '')).map(({ date, total_slots }) => [date, total_slots]),
    [
      ['2026-11-26T18:00:00Z', 12],
      ['2026-12-24T16:00:00Z', 8],
      ['2027-01-01T17:00:00Z', 4],
    ],
  );
  assert.equal((await datesOf(world, weekend?.id ?? '')).length, 2);
  const products = await world.reseller.listProducts({ accept: [...state.products] });
  assert.deepEqual(products[0]?.dependencies[0]?.events[0]?.id, state.id);
  assert.equal(world.restarts(), 1);
});

test('its pictures are the site’s, because the platform gives none back', async () => {
  const { ask, vendor } = open();
  const { state } = await ask<WriteResult>('', inputOf());

  const [address = ''] = vendor.pictures.byEvent()[state?.id ?? ''] ?? [];
  const response = await vendor.handle(new Request(address));

  assert.ok(address.startsWith(`${DEMO}/own-events/pictures/`));
  assert.equal(response.headers.get('Content-Type'), 'image/png');
  assert.equal(Buffer.from(await response.arrayBuffer()).toString('base64'), PICTURE);
  const unknown = await vendor.handle(new Request(`${DEMO}/own-events/pictures/other`));
  assert.equal(unknown.status, 404);
});

test('a change keeps what it names: the event, its prices, its booked dates and its product', async () => {
  const world = open();
  const { state, ids } = await create(world);
  const draft = aDraft();
  const [own, weekend] = draft.groups;
  assert.ok(own && weekend);
  const changed = {
    ...draft,
    title: 'Late paddle',
    groups: [
      { ...own, times: '20:00', prices: own.prices.map((price) => ({ ...price, value: '55' })) },
      weekend,
    ],
    products: draft.products.map((product) => ({ ...product, price: '12' })),
  };

  const result = await world.ask<WriteResult>(`/${state.id}`, inputOf(changed, ids), 'PUT');

  assert.deepEqual(result.problems, []);
  assert.deepEqual(result.state?.groups, state.groups);
  assert.deepEqual(result.state?.products, state.products);
  assert.equal((await listed(world, state))?.title, 'Late paddle');
  // Moved, not created beside the old one.
  assert.deepEqual(
    (await datesOf(world, state.id)).map(({ date }) => date)[0],
    '2026-11-26T19:00:00Z',
  );
  assert.equal((await datesOf(world, state.id)).length, 3);
  assert.equal((await world.reseller.listProducts({ accept: [...state.products] }))[0]?.price, 12);
});

test('a price group that the form has no more is deactivated', async () => {
  const world = open();
  const { state, ids } = await create(world);
  const draft = aDraft();
  const [own] = draft.groups;
  assert.ok(own);

  await world.ask(`/${state.id}`, inputOf({ ...draft, groups: [own] }, ids), 'PUT');

  const merged = await world.reseller.retrieveMergedEvent({ id: state.id });
  assert.equal(merged.price_groups.length, 1);
});

test('sold out, few places, request and deactivation are tried, and taken back', async () => {
  const world = open();
  const { state } = await create(world);
  const left = async () =>
    (await datesOf(world, state.id)).map(({ available_slots }) => available_slots);
  const tryOut = (trial: object) => world.ask<WriteResult>(`/${state.id}/try`, trial);

  await tryOut({ left: 0 });
  assert.deepEqual(await left(), [0, 0, 0]);
  await tryOut({ left: 2 });
  assert.deepEqual(await left(), [2, 2, 2]);
  await tryOut({ left: null });
  assert.deepEqual(await left(), [12, 8, 4]);
  await tryOut({ type: 'REQUEST' });
  assert.equal((await listed(world, state))?.type, 'REQUEST');
  const deactivated = await tryOut({ active: false });
  assert.deepEqual(deactivated.problems, []);
  assert.equal(await listed(world, state), undefined);
  assert.ok(
    !(await world.reseller.listEvents({ type: 'ALL' })).some(({ title }) => /paddle/.test(title)),
  );
  await tryOut({ active: true });
  assert.equal((await listed(world, state))?.type, 'REQUEST');
});

test('what is wrong is told at its field before anything is sent', async () => {
  const { ask, reseller } = open();
  const before = await reseller.count.listEvents({ type: 'ALL' });
  const { event, groups, products } = inputOf();
  const input = {
    event: { ...event, title: '', duration: null, images: [] },
    groups: [{ ...groups[0], prices: [{ ...groups[0].prices[0], value: -1 }] }],
    products,
  };

  const { problems } = await ask<WriteResult>('', input);

  assert.deepEqual(problems, [
    { field: 'event.title', text: 'Fill this in.' },
    { field: 'event.duration', text: 'Write a number.' },
    { field: 'event.images', text: 'At least one is needed.' },
    { field: 'groups.0.prices.0.value', text: 'At least 0.' },
  ]);
  assert.equal(await reseller.count.listEvents({ type: 'ALL' }), before);
});

test('what the platform refuses is told at the field that it names, in its words', async () => {
  const { ask } = open();

  const currency = await ask<WriteResult>('', inputOf({ ...aDraft(), currency: 'CHF' }));
  const decimals = await ask<WriteResult>(
    '',
    inputOf({
      ...aDraft(),
      groups: [{ ...aDraft().groups[0]!, prices: [{ key: 'a', title: 'A', value: '1.234' }] }],
    }),
  );

  assert.deepEqual(currency, {
    problems: [
      {
        field: 'groups.0.prices.0.currency',
        text: 'This vendor sells in another currency. Has to be EUR.',
      },
    ],
    written: [],
  });
  assert.equal(decimals.problems[0]?.field, 'groups.0.prices.0.value');
});

test('what fails after the event stands is told, and the next change writes it', async () => {
  let isDown = true;
  const world = open((platform) => (request) => {
    const isProduct = request.method === 'POST' && request.url.endsWith('/v3/products');
    if (!isProduct || !isDown) return platform(request);
    const body = { code: '40006', message: 'name: is taken', user_message: 'That name is taken.' };
    return Promise.resolve(Response.json(body, { status: 400 }));
  });

  const first = await world.ask<WriteResult>('', inputOf());
  isDown = false;
  assert.ok(first.state);
  const ids = idsOf(aDraft(), first.state);
  const second = await world.ask<WriteResult>(`/${first.state.id}`, inputOf(aDraft(), ids), 'PUT');

  assert.deepEqual(first.problems, [
    { field: 'products.0.name', text: 'That name is taken. Is taken.' },
  ]);
  assert.deepEqual(first.state.products, ['']);
  assert.deepEqual(second.problems, []);
  assert.deepEqual(second.written.at(-1), { operation: 'Create product', amount: 1 });
});

test('without a clear response it is said that it may have been written', async () => {
  const { ask } = open((platform) => async (request) => {
    const response = await platform(request);
    const isCreate = request.method === 'POST' && request.url.endsWith('/v3/events');
    return isCreate ? new Response('', { status: 502 }) : response;
  });

  const { state, problems } = await ask<WriteResult>('', inputOf());

  assert.equal(state, undefined);
  assert.match(problems[0]?.text ?? '', /It may have been written all the same/);
});

test('a vendor whose module is missing is told so when dates are changed', async () => {
  const world = open(undefined, 'unusual');
  const { vendor } = await world.ask<{ vendor: { currency: string } }>('');
  const draft = { ...aDraft(), currency: vendor.currency };
  const { ids, state } = await create(world, draft);

  const changed = await world.ask<WriteResult>(`/${state.id}/try`, { left: 0 });

  assert.ok(Object.keys(ids).length > 0);
  assert.match(changed.problems[0]?.text ?? '', /has not activated this module/);
});

test('after a reset nothing is left of it, and a change of it is refused', async () => {
  const world = open();
  const { state } = await create(world);

  world.vendor.ownEvents.forget();

  const { states } = await world.ask<{ states: unknown[] }>('');
  const gone = await world.ask<{ message: string }>(`/${state.id}`, inputOf(), 'PUT');
  assert.deepEqual(states, []);
  assert.equal(gone.message, 'This event is not there any more.');
  assert.deepEqual(world.vendor.pictures.byEvent(), {});
});

test('only JSON is taken, which no page of another origin can send unasked', async () => {
  const { vendor, reseller } = open();
  const body = JSON.stringify(inputOf());
  const before = await reseller.count.listEvents({ type: 'ALL' });

  const response = await vendor.handle(
    new Request(`${DEMO}/own-events`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain' },
      body,
    }),
  );

  assert.equal(response.status, 422);
  assert.equal(await reseller.count.listEvents({ type: 'ALL' }), before);
});
