import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import type { Problem } from '#contract/problem.schema';
import { openFileStore } from '../../../proxy/store/file.ts';
import { createMemoryStore } from '../../../proxy/store/memory.ts';
import { type Store, StoreUnavailable } from '../../../proxy/store/store.ts';
import { cartOf, createWorld, newKey, requestFor, type World } from '../../support/world.ts';
import { createFaulty, cutBefore, type Fault } from '../orders/faulty.ts';

const codeOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as Partial<Problem>).code,
];
const placed = [201, undefined];
const refused = [409, 'quote-expired'];

async function prepare(world: World) {
  const choice = await world.choose(undefined, 8);
  return async () => requestFor(await world.quoteOne(cartOf(choice, [2])));
}

test('a quote is good for one order: under another key it is refused, and a new quote is ordered', async () => {
  const world = createWorld();
  const quote = await prepare(world);
  const request = await quote();
  const [first, second] = [newKey(), newKey()];

  assert.deepEqual(codeOf(await world.place(request, first)), placed);
  assert.deepEqual(codeOf(await world.place(request, second)), refused);

  // The refusal is as binding as a placed order is.
  assert.deepEqual(codeOf(await world.place(request, second)), refused);
  assert.deepEqual(codeOf(await world.place(request, first)), [200, undefined]);
  assert.equal((await world.books()).length, 1);
  assert.deepEqual(codeOf(await world.place(await quote(), newKey())), placed);
});

test('two quotes of one cart at the same moment are two orders', async () => {
  const world = createWorld();
  const quote = await prepare(world);
  const requests = [await quote(), await quote()];

  for (const request of requests) {
    assert.deepEqual(codeOf(await world.place(request, newKey())), placed);
  }
});

test('of twenty orders that race for one quote, one is placed', async () => {
  const world = createWorld();
  const request = await (await prepare(world))();

  const responses = await Promise.all(
    Array.from({ length: 20 }, async () => codeOf(await world.place(request, newKey()))),
  );

  assert.equal((await world.books()).length, 1);
  assert.equal(responses.filter(([status]) => status === 201).length, 1);
  assert.equal(responses.filter(([, code]) => code === 'quote-expired').length, 19);
});

test('of three orders that have found a quote unused, one is placed', async () => {
  const memory = createMemoryStore();
  const waiting: (() => void)[] = [];
  let isRacing = false;
  const store: Store = {
    ...memory,
    async get(key) {
      const entry = await memory.get(key);
      if (isRacing && key.startsWith('quote/')) {
        const all = new Promise<void>((resolve) => waiting.push(resolve));
        if (waiting.length === 3) {
          isRacing = false;
          for (const go of waiting) go();
        }
        await all;
      }
      return entry;
    },
  };
  const world = createWorld({ store });
  const request = await (await prepare(world))();
  isRacing = true;

  const responses = await Promise.all([1, 2, 3].map(() => world.place(request, newKey())));

  assert.deepEqual(responses.map(({ status }) => status).toSorted(), [201, 409, 409]);
  assert.equal((await world.books()).length, 1);
});

test('a quote whose signature is written in another way is the same quote', async () => {
  const world = createWorld();
  const request = await (await prepare(world))();
  assert.deepEqual(codeOf(await world.place(request, newKey())), placed);
  // Two bits of the last letter are not decoded.
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const codes = new Set<string | undefined>();
  for (const letter of letters) {
    const respelled = request.quote.slice(0, -1) + letter;
    const { body } = await world.place<Problem>({ ...request, quote: respelled }, newKey());
    codes.add(body.code);
  }

  assert.deepEqual(codes, new Set(['quote-invalid', 'quote-expired']));
  assert.equal((await world.books()).length, 1);
});

test('another process on the store, and one that is started again, know a used quote', async () => {
  const world = createWorld();
  const request = await (await prepare(world))();
  const other = createWorld({ store: world.store });
  assert.deepEqual(codeOf(await world.place(request, newKey())), placed);

  assert.deepEqual(codeOf(await other.place(request, newKey())), refused);
  world.restart();
  assert.deepEqual(codeOf(await world.place(request, newKey())), refused);
});

const noOrder: readonly [what: string, fault: Fault, first: unknown[], again: unknown[]][] = [
  [
    'the platform was too busy for',
    async () => Response.json({ code: '42910' }, { status: 429 }),
    [503, 'platform-busy'],
    placed,
  ],
  [
    'the platform has refused',
    async () => Response.json({ code: '40001' }, { status: 400 }),
    [409, 'order-refused'],
    [409, 'order-refused'],
  ],
  ['is being checked', cutBefore, [202, undefined], [202, undefined]],
];
for (const [what, fault, first, again] of noOrder) {
  test(`an order that ${what} keeps its quote: its key gets its answer, another one is refused`, async () => {
    const world = createFaulty(fault);
    const quote = await prepare(world);
    const request = await quote();
    const key = newKey();
    assert.deepEqual(codeOf(await world.place(request, key)), first);
    world.faults.create = (call, platform) => platform(call);

    assert.deepEqual(codeOf(await world.place(request, newKey())), refused);
    assert.deepEqual(codeOf(await world.place(request, key)), again);
    assert.deepEqual(codeOf(await world.place(await quote(), newKey())), placed);
  });
}

test('an input that was corrected is ordered under its key and with its quote', async () => {
  const world = createWorld();
  const request = await (await prepare(world))();
  const key = newKey();
  const wrong = { ...request, lines: request.lines.map((line) => ({ ...line, date_id: 'other' })) };

  assert.deepEqual(codeOf(await world.place(wrong, key)), [422, 'participants-mismatch']);
  assert.deepEqual(codeOf(await world.place(request, key)), placed);
});

/** A store whose process ends before a write, or after it and without its result. */
function createMortal(memory: Store) {
  const life = { writesLeft: Infinity };
  const dead = () => new Promise<never>(() => {});
  async function write<T>(act: () => Promise<T>): Promise<T> {
    if (life.writesLeft <= 0) return dead();
    life.writesLeft -= 1;
    const result = await act();
    return life.writesLeft > 0 ? result : dead();
  }
  const store: Store = {
    ...memory,
    put: (...row) => write(() => memory.put(...row)),
    delete: (...row) => write(() => memory.delete(...row)),
  };
  return { store, life };
}

test('wherever the process ends, the key gets its order and no other key does', async () => {
  const words: string[] = [];
  for (let writes = 1; words.at(-1) !== 'responded'; writes += 1) {
    const { store, life } = createMortal(createMemoryStore());
    const world = createWorld({ store });
    const request = await (await prepare(world))();
    const [key, otherKey] = [newKey(), newKey()];
    life.writesLeft = writes;
    const turns = async () => {
      // More than an order has.
      for (let turn = 0; turn < 2_000; turn += 1) await new Promise(setImmediate);
      return 'ended' as const;
    };
    words.push(await Promise.race([world.place(request, key).then(() => 'responded'), turns()]));
    life.writesLeft = Infinity;
    world.restart();

    assert.deepEqual(codeOf(await world.place(request, otherKey)), refused, `${writes} writes`);
    // By then whoever was sending it is known to have ended, and the quote is still valid.
    world.advance(20 * 60_000);
    const { status, body } = await world.place(request, key);
    assert.ok(status < 300 && body.state !== 'open', `${writes} writes: ${JSON.stringify(body)}`);
    assert.equal((await world.books()).length, body.state === 'placed' ? 1 : 0);
  }

  assert.ok(words.length > 8, String(words.length));
});

test('a store that fails at the quote’s row leaves the outcome unclear, and the key may try again', async () => {
  const memory = createMemoryStore();
  let isFull = false;
  const store: Store = {
    ...memory,
    async put(key, ...entry) {
      if (isFull && key.startsWith('quote/')) throw new StoreUnavailable();
      return memory.put(key, ...entry);
    },
  };
  const world = createWorld({ store });
  const request = await (await prepare(world))();
  const key = newKey();
  isFull = true;
  assert.deepEqual(codeOf(await world.place(request, key)), [500, 'internal-error']);
  isFull = false;

  assert.deepEqual(codeOf(await world.place(request, key)), placed);
});

const folder = mkdtempSync(join(tmpdir(), 'used-quotes-'));
afterAll(() => rmSync(folder, { recursive: true }));
const stores: readonly [name: string, open: () => Store][] = [
  ['memory', createMemoryStore],
  ['a file', () => openFileStore(join(folder, 'proxy.db'))],
];
for (const [name, open] of stores) {
  test(`in ${name}, a used quote leaves no row half an hour after it has expired, and not before`, async (t) => {
    const store = open();
    t.onTestFinished(() => store.close());
    const world = createWorld({ store });
    const request = await (await prepare(world))();
    await world.place(request, newKey());
    const rows = async () => (await store.list('quote/')).length;

    world.advance(60 * 60_000 - 1);
    await world.runJobs();
    assert.equal(await rows(), 1);
    assert.deepEqual(codeOf(await world.place(request, newKey())), refused);
    world.advance(1);
    await world.runJobs();

    assert.equal(await rows(), 0);
    assert.deepEqual(codeOf(await world.place(request, newKey())), refused);
    assert.equal((await world.books()).length, 1);
  });
}
