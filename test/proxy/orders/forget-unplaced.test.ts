import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { HOUR, MINUTE } from '#contract/milliseconds';
import type { OrderRequest } from '#contract/order.schema';
import type { Problem } from '#contract/problem.schema';
import { openFileStore } from '../../../proxy/store/file.ts';
import { createMemoryStore } from '../../../proxy/store/memory.ts';
import type { Store } from '../../../proxy/store/store.ts';
import { FORGET_EVERY, SWEEP_CHECK_EVERY, TIDY_EVERY } from '../../../proxy/time-limits.ts';
import { createBank } from '../../support/bank/bank.ts';
import { cartOf, type Choice, newKey, requestFor, type World } from '../../support/world.ts';
import { clientAt } from '../guards/attack.ts';
import { payFor } from '../payments/payment-story.ts';
import { createFaulty, cutBefore, type Fault } from './faulty.ts';

const pass: Fault = (request, platform) => platform(request);
const refuse: Fault = async () => Response.json({ code: '40001' }, { status: 400 });
const busy: Fault = async () => Response.json({ code: '42910' }, { status: 429 });

const folder = mkdtempSync(join(tmpdir(), 'forget-unplaced-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const stores: Readonly<Record<string, () => Store>> = {
  memory: createMemoryStore,
  'a file': () => openFileStore(join(folder, `${(files += 1)}.db`)),
};

/** The kinds of rows that an order leaves in the store. */
const kinds = ['intent', 'order', 'reference', 'view', 'open', 'payment', 'status', 'quote'];
async function rowsOf({ store }: { readonly store: Store }) {
  const rows = (await store.list('')).map(({ key, value }) => ({ kind: key.split('/')[0], value }));
  return rows.filter(({ kind = '' }) => kinds.includes(kind));
}

/** A world with a quoted order, whose places can be taken. */
async function prepare(fault: Fault, options: Parameters<typeof createFaulty>[1] = {}) {
  const world = createFaulty(fault, options);
  const choice = await world.choose(undefined, 8);
  const quote = async () => requestFor(await world.quoteOne(cartOf(choice, [2])));
  const { id, available_slots } = choice.date;
  return { world, quote, sellOut: () => world.take(id, available_slots) };
}
/** Lets half an hour pass twice, and sweeps after each. */
async function passAnHour({ advance, runJobs }: World): Promise<void> {
  for (let half = 0; half < 2; half += 1) {
    advance(HOUR / 2);
    await runJobs(SWEEP_CHECK_EVERY);
  }
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

interface Ending {
  readonly fault: Fault;
  readonly before?: (prepared: Prepared) => Promise<void>;
  readonly change?: Partial<OrderRequest>;
  readonly code: string;
}
const endings: Readonly<Record<string, Ending>> = {
  'was sold out': { fault: pass, before: ({ sellOut }) => sellOut(), code: 'sold-out' },
  'had an expired quote': {
    fault: pass,
    before: async ({ world }) => world.advance(30 * MINUTE),
    code: 'quote-expired',
  },
  'had other lines than the quote': {
    fault: pass,
    change: { lines: [{ date_id: 'other', participants: [{ price_id: 1 }] }] },
    code: 'participants-mismatch',
  },
  'the platform has refused': { fault: refuse, code: 'order-refused' },
  'the platform was too busy for': { fault: busy, code: 'platform-busy' },
};

for (const [name, open] of Object.entries(stores)) {
  for (const [what, { fault, before, change, code }] of Object.entries(endings)) {
    test(`in ${name}, an order that ${what} leaves no row after an hour`, async (t) => {
      const store = open();
      t.onTestFinished(() => store.close());
      const prepared = await prepare(fault, { store });
      const { world, quote } = prepared;
      const request = { ...(await quote()), ...change };
      await before?.(prepared);
      const { body } = await world.place<Problem>(request, newKey());
      assert.equal(body.code, code);

      world.advance(-1);
      await passAnHour(world);
      await world.runJobs(FORGET_EVERY);
      assert.ok((await rowsOf(world)).some(({ kind }) => kind === 'intent'));
      world.advance(1);
      await world.runJobs(FORGET_EVERY);

      assert.deepEqual(await rowsOf(world), []);
    });
  }
}

for (const [what, { fault, before, change }] of Object.entries(endings)) {
  test(`an order that ${what} is not placed under its key once its rows are gone`, async () => {
    const prepared = await prepare(fault);
    const { world, quote } = prepared;
    const request = { ...(await quote()), ...change };
    const key = newKey();
    await before?.(prepared);
    await world.place(request, key);
    world.faults.create = pass;

    await passAnHour(world);
    await world.runJobs(FORGET_EVERY);
    const calls = world.orderCalls();
    const { body } = await world.place<Problem>(request, key);

    assert.equal(body.code, 'quote-expired');
    assert.equal(world.orderCalls(), calls);
    assert.equal((await world.books()).length, 0);
  });
}

test('in every minute after a final refusal the answer is a refusal, whatever is free now', async () => {
  const { world, quote } = await prepare(refuse);
  const request = await quote();
  const key = newKey();
  await world.place(request, key);
  world.faults.create = pass;

  for (let minute = 0; minute < 130; minute += 1) {
    world.advance(MINUTE);
    if (minute % 5 === 0) {
      await world.runJobs(SWEEP_CHECK_EVERY);
      await world.runJobs(FORGET_EVERY);
    }
    assert.equal((await world.place(request, key)).status, 409);
  }

  assert.equal(world.orderCalls(), 0);
});

test('orders that are placed or being checked stay', async () => {
  const { world, quote } = await prepare(pass);
  const [placed, checking] = [newKey(), newKey()];
  await world.place(await quote(), placed);
  world.faults.create = cutBefore;
  await world.place(await quote(), checking);
  world.faults.find = cutBefore;

  world.advance(2 * HOUR);
  await world.runJobs(FORGET_EVERY);

  assert.equal((await world.find(placed)).body.state, 'placed');
  assert.equal((await world.find(checking)).body.state, 'checking');
});

test('where orders may land late, a refused one stays until sweeps have looked for it', async () => {
  const { world, quote } = await prepare(refuse, { env: { ORDER_SETTLE_SECONDS: '7200' } });
  const key = newKey();
  await world.place(await quote(), key);

  for (let hour = 0; hour < 2; hour += 1) await passAnHour(world);
  await world.runJobs(FORGET_EVERY);
  assert.equal((await world.find(key)).body.state, 'refused');
  await passAnHour(world);
  await world.runJobs(FORGET_EVERY);

  assert.equal((await world.find(key)).status, 404);
});

test('an order that was taken and refused is found, however long the sweeps have failed', async () => {
  const takenAndRefused: Fault = async (request, platform) => {
    await (await platform(request)).body?.cancel();
    return refuse(request, platform);
  };
  const { world, quote } = await prepare(takenAndRefused);
  const key = newKey();
  world.faults.find = async () => Response.json([]);
  await world.place(await quote(), key);

  // The platform's list lags behind its own orders, is down for five hours, and then lags once more.
  world.faults.find = busy;
  for (let hour = 0; hour < 5; hour += 1) {
    await passAnHour(world);
    await world.runJobs(FORGET_EVERY);
    await world.runJobs(TIDY_EVERY);
  }
  world.faults.find = async () => Response.json([]);
  world.advance(5 * MINUTE);
  await world.runJobs();
  world.faults.find = pass;
  for (let sweep = 0; sweep < 3; sweep += 1) {
    world.advance(5 * MINUTE);
    await world.runJobs();
  }

  assert.equal((await world.find(key)).body.state, 'placed');
  assert.ok(world.lines.some((line) => line.includes('"order-alarm"')));
});

test('a refused order stays while its payment is open, and goes when that is voided', async () => {
  const payments = createBank();
  payments.faults.next = () => 'is down';
  const { world, quote } = await prepare(refuse, { payments: payments.provider });
  const [request, key] = [await quote(), newKey()];
  await payFor(world, payments, request, key);
  await world.place(request, key);

  for (let hour = 0; hour < 3; hour += 1) await passAnHour(world);
  await world.runJobs(FORGET_EVERY);
  assert.ok((await rowsOf(world)).some(({ kind }) => kind === 'intent'));
  payments.faults.next = () => undefined;
  for (let hour = 0; hour < 3; hour += 1) {
    world.advance(HOUR);
    await world.runJobs();
  }

  assert.deepEqual(payments.became('payment-1'), ['void']);
  assert.deepEqual(await rowsOf(world), []);
});

test('an intent that its quote does not lead to goes with the next visit of the journal', async () => {
  const { world, quote } = await prepare(refuse);
  await world.place(await quote(), newKey());
  const [row] = await world.store.list('quote/');
  assert.ok(row && (await world.store.delete(row.key, row.version)));

  await passAnHour(world);
  await world.runJobs(TIDY_EVERY);

  assert.deepEqual(await rowsOf(world), []);
});

test('an intent that cannot be read stays, and does not stop the others', async () => {
  const { world, quote } = await prepare(refuse);
  await world.place(await quote(), newKey());
  const [row] = await world.store.list('intent/');
  await world.store.put(row?.key ?? '', '{', row?.version ?? 0);
  await world.place(await quote(), newKey());

  await passAnHour(world);
  await world.runJobs(FORGET_EVERY);

  const left = (await rowsOf(world)).filter(({ kind }) => kind === 'intent');
  assert.deepEqual(left, [{ kind: 'intent', value: '{' }]);
});

/** Counts the operations on rows of orders. */
function createCounting() {
  const memory = createMemoryStore();
  const counts = { operations: 0, listed: 0 };
  const store: Store = {
    ...memory,
    get: (key) => {
      counts.operations += 1;
      return memory.get(key);
    },
    async list(prefix, page) {
      const rows = await memory.list(prefix, page);
      counts.listed += rows.length;
      return rows;
    },
  };
  return { store, counts };
}

test('what it costs does not grow with the orders of earlier days', async () => {
  const costs: object[] = [];
  for (const earlier of [0, 40]) {
    const { store, counts } = createCounting();
    const { world, quote } = await prepare(pass, { store });
    for (const choice of await chooseMany(world, earlier)) {
      const request = requestFor(await world.quoteOne(cartOf(choice, [2])));
      assert.equal((await world.place(request, newKey())).status, 201);
    }
    world.advance(2 * HOUR);
    await world.runJobs();
    world.faults.create = refuse;
    await world.place(await quote(), newKey());
    await passAnHour(world);
    Object.assign(counts, { operations: 0, listed: 0 });
    await world.runJobs(FORGET_EVERY);
    costs.push({ ...counts });
    assert.equal((await world.store.list('intent/')).length, earlier);
  }

  assert.deepEqual(costs[1], costs[0]);
});

const ATTACKER = '203.0.113.9';

/**
 * Waits until the first hour is nearly over, and sends as many orders as `ORDERS_PER_MINUTE` allows
 * around its end, each with a quote and a key of its own. Resolves to the most that there were.
 */
async function attackAtTheTurn({ world, quote }: Prepared, address: string | undefined) {
  const attacker = clientAt(world, address);
  const codes = new Set<string>();
  let [intents, bytes] = [0, 0];
  for (let minute = 0; minute < 70; minute += 1) {
    const orders = minute >= 52 ? 20 : Number(minute === 0);
    for (let sent = 0; sent < orders; sent += 1) {
      codes.add(((await attacker.place(await quote(), newKey())).body as Problem).code);
    }
    if (minute % 5 === 0) await world.runJobs(SWEEP_CHECK_EVERY);
    await world.runJobs(FORGET_EVERY);
    const rows = await rowsOf(world);
    intents = Math.max(intents, rows.filter(({ kind }) => kind === 'intent').length);
    bytes = Math.max(bytes, JSON.stringify(rows).length);
    world.advance(MINUTE);
  }
  return { codes, intents, bytes };
}

for (const [what, fault] of [
  ['refused', refuse],
  ['not sent', busy],
] as const) {
  test(`an address whose orders are ${what} leaves few rows, even at the turn of an hour`, async () => {
    const prepared = await prepare(fault);

    const { codes, intents, bytes } = await attackAtTheTurn(prepared, ATTACKER);

    assert.ok(intents > 100 && intents <= 160, String(intents));
    assert.ok(bytes < 400_000, String(bytes));
    assert.ok(codes.has('too-many-requests'));
  });
}

test('such an address is logged once in a while, and others order as before', async () => {
  const prepared = await prepare(refuse);
  const { world, quote } = prepared;
  await attackAtTheTurn(prepared, ATTACKER);

  const lines = world.lines.filter((line) => line.includes('"visitor-limit"'));
  assert.ok(lines.some((line) => line.includes('too-many-requests')) && lines.length < 10);
  world.faults.create = pass;
  const other = clientAt(world, '198.51.100.7');
  assert.equal((await other.place(await quote(), newKey())).status, 201);
});

test('control: a caller that has no limit leaves more', async () => {
  const { intents } = await attackAtTheTurn(await prepare(refuse), undefined);
  assert.ok(intents > 300, String(intents));
});

test('an order that was refused for its rows may be sent again under its key, later', async () => {
  const { world, quote } = await prepare(refuse);
  const visitor = clientAt(world, ATTACKER);
  const codeOf = async (request: OrderRequest, key: string) => {
    const { status, headers, body } = await visitor.place(request, key);
    const { code } = body as Partial<Problem>;
    return { status, code, after: Number(headers.get('Retry-After')) };
  };
  let last = { status: 0, code: undefined as string | undefined, after: 0 };
  for (let sent = 0; sent < 100 && last.code !== 'too-many-requests'; sent += 1) {
    if (sent % 20 === 0) world.advance(10 * MINUTE);
    last = await codeOf(await quote(), newKey());
  }
  assert.deepEqual([last.status, last.code], [429, 'too-many-requests']);
  assert.ok(last.after > 0 && last.after <= 3_600, String(last.after));
  world.faults.create = pass;
  const key = newKey();
  assert.equal((await codeOf(await quote(), key)).code, 'too-many-requests');

  world.advance(last.after * 1_000);
  assert.equal((await codeOf(await quote(), key)).status, 201);
});

test('orders that are placed use up nothing of that', async () => {
  const env = { ORDERS_PER_EMAIL: '1000', CALLS_PER_CLIENT: '1000' };
  const { world } = await prepare(pass, { env });
  const visitor = clientAt(world, ATTACKER);

  for (const [index, choice] of (await chooseMany(world, 100)).entries()) {
    if (index % 20 === 0) world.advance(MINUTE);
    const request = requestFor(await world.quoteOne(cartOf(choice, [2])));
    assert.equal((await visitor.place(request, newKey())).status, 201);
  }
});

/** Bookable dates, each once. */
async function chooseMany({ choose }: World, count: number): Promise<Choice[]> {
  const chosen = new Map<string, Choice>();
  const isNew = ({ event, date }: Choice) => event.type === 'BOOKING' && !chosen.has(date.id);
  while (chosen.size < count) {
    const choice = await choose(isNew);
    chosen.set(choice.date.id, choice);
  }
  return [...chosen.values()];
}
