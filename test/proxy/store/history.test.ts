import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import type { LogEntry } from '../../../proxy/log.ts';
import { recordRestored } from '../../../proxy/operations/restored.ts';
import { watchHistory } from '../../../proxy/store/history.ts';
import { HISTORY_KEY } from '../../../proxy/store/history-row.ts';
import { createMemoryStore } from '../../../proxy/store/memory.ts';
import type { Store } from '../../../proxy/store/store.ts';
import { createRewindingStore } from '../../support/rewinding-store.ts';

const SETTLE_TIME = 900_000;

/** A process on the store: what it has logged, and its clock that does not jump. */
function openProcess(store: Store) {
  const alarms: LogEntry['reason'][] = [];
  const time = { monotonic: 0 };
  const log = ({ reason }: LogEntry) => void alarms.push(reason);
  const watched = watchHistory(store, { clock: () => 0, monotonic: () => time.monotonic, log });
  return { ...watched, alarms, time };
}

/** Writes a row anew, whatever it has. */
async function write(store: Store, key: string): Promise<number | undefined> {
  return store.put(key, '', (await store.get(key))?.version ?? 0);
}

test('a new store gets a history, which all processes on it know', async () => {
  const store = createMemoryStore();
  const processes = Array.from({ length: 5 }, () => openProcess(store));

  const marks = await Promise.all(processes.map(({ history }) => history.mark()));

  assert.equal(new Set(marks.map((mark) => mark.history)).size, 1);
  assert.deepEqual(
    processes.flatMap(({ alarms }) => alarms),
    ['store-new'],
  );
});

test('a history outlasts its processes, however long none of them ran', async () => {
  const store = createMemoryStore();
  const before = await openProcess(store).history.mark();
  const later = openProcess(store);
  later.time.monotonic = 365 * 86_400_000;

  assert.equal((await later.history.since(before)).hasGap(), false);
  assert.equal((await later.history.mark()).history, before.history);
  assert.deepEqual(later.alarms, []);
});

test('a write that gets no later version than one that was seen shows that the store went back', async () => {
  const store = createRewindingStore();
  const { history, alarms, store: watched } = openProcess(store);
  const mark = await history.mark();
  const snapshot = store.snapshot();
  await write(watched, 'lost');
  const memory = await history.since(mark);

  await store.rewind(snapshot);
  await write(watched, 'other');

  assert.equal(memory.hasGap(), true);
  assert.equal(await memory.isUnbroken(), false);
  assert.notEqual((await history.mark()).history, mark.history);
  assert.equal((await history.since(mark)).hasGap(), true);
  assert.deepEqual(alarms, ['store-new', 'store-went-back']);
});

test('what a process has only read counts as seen, too', async () => {
  for (const read of [(store: Store) => store.get('lost'), (store: Store) => store.list('lo')]) {
    const store = createRewindingStore();
    const writer = openProcess(store);
    const reader = openProcess(store);
    const mark = await writer.history.mark();
    await reader.history.mark();
    const snapshot = store.snapshot();
    await write(writer.store, 'lost');
    await read(reader.store);

    await store.rewind(snapshot);
    await write(reader.store, 'other');

    assert.equal((await reader.history.since(mark)).hasGap(), true);
  }
});

test('one process that finds out tells all others by the row, before their next order is sent', async () => {
  const store = createRewindingStore();
  const [first, second] = [openProcess(store), openProcess(store)];
  const mark = await first.history.mark();
  await second.history.mark();
  const snapshot = store.snapshot();
  await write(first.store, 'lost');
  const memory = await second.history.since(mark);

  await store.rewind(snapshot);
  await write(first.store, 'other');
  await first.history.mark();

  assert.equal(await memory.isUnbroken(), false);
  assert.deepEqual(await second.history.mark(), {
    ...(await first.history.mark()),
    version: (await second.history.mark()).version,
  });
  assert.deepEqual(second.alarms, ['store-went-back']);
  // Neither takes the other's finding for another gap.
  const now = await first.history.mark();
  for (const { history } of [first, second, first]) await history.touch();
  assert.equal((await second.history.since(now)).hasGap(), false);
});

test('processes that have seen different versions begin one history between them', async () => {
  const store = createRewindingStore();
  const processes = Array.from({ length: 4 }, () => openProcess(store));
  for (const { history } of processes) await history.mark();
  const snapshot = store.snapshot();
  for (const { store: watched } of processes) await write(watched, 'lost');

  await store.rewind(snapshot);
  await Promise.all(processes.map((process) => write(process.store, `a/${process.alarms.length}`)));
  for (const { history } of processes) await history.touch();

  const marks = await Promise.all(processes.map(({ history }) => history.mark()));
  assert.equal(new Set(marks.map((mark) => mark.history)).size, 1);
  assert.equal(JSON.parse((await store.get(HISTORY_KEY))?.value ?? '').ended.length, 1);
  for (const { alarms } of processes) {
    assert.equal(alarms.filter((reason) => reason === 'store-went-back').length, 1);
  }
});

test('a quote that knows a later version shows it to a process that was started since', async () => {
  const store = createRewindingStore();
  const before = openProcess(store);
  await before.history.mark();
  const snapshot = store.snapshot();
  await write(before.store, 'lost');
  const mark = await before.history.mark();
  await store.rewind(snapshot);
  const { history, store: watched } = openProcess(store);

  const memory = await history.since(mark);
  assert.equal(memory.hasGap(), false);
  await write(watched, 'intent');

  assert.equal(memory.hasGap(), true);
});

test('a quote of a history that the store has never heard of ends the one that it has', async () => {
  const other = await openProcess(createMemoryStore()).history.mark();
  const store = createMemoryStore();
  const { history, alarms } = openProcess(store);
  const own = await history.mark();

  assert.equal((await history.since(other)).hasGap(), true);
  assert.equal((await history.since(own)).hasGap(), true);
  // The next such quote tells nothing new.
  const now = await history.mark();
  assert.equal((await history.since(other)).hasGap(), true);
  assert.equal((await history.since(now)).hasGap(), false);
  assert.deepEqual(alarms, ['store-new', 'store-went-back']);
});

test('a store that goes back behind the last gap is found to have a further one', async () => {
  const store = createRewindingStore();
  const { history, store: watched } = openProcess(store);
  const mark = await history.mark();
  const snapshot = store.snapshot();
  await write(watched, 'lost');
  await store.rewind(snapshot);
  await write(watched, 'other');
  const second = await history.mark();
  const started = openProcess(store);
  await started.history.mark();

  await store.rewind(snapshot);

  for (const process of [started, { history }]) {
    assert.equal(await (await process.history.since(second)).isUnbroken(), false);
    assert.equal((await process.history.since(second)).hasGap(), true);
    assert.equal((await process.history.since(mark)).hasGap(), true);
  }
});

test('a row of the history that is lost, or cannot be read, is a gap', async () => {
  for (const spoil of [
    (store: Store, version: number) => store.delete(HISTORY_KEY, version),
    (store: Store, version: number) => store.put(HISTORY_KEY, '{"v":7}', version),
  ]) {
    const store = createMemoryStore();
    const { history, alarms } = openProcess(store);
    const mark = await history.mark();
    const memory = await history.since(mark);
    await spoil(store, (await store.get(HISTORY_KEY))?.version ?? 0);

    assert.equal(await memory.isUnbroken(), false);
    assert.equal((await history.since(mark)).hasGap(), true);
    assert.deepEqual(alarms, ['store-new', 'store-went-back']);
  }
});

test('a gap is recent for the settle time since the process has learned of it, by the clock that does not jump', async () => {
  const store = createMemoryStore();
  const { history, time } = openProcess(store);
  await history.mark();
  assert.equal(history.hasGapWithin(SETTLE_TIME), false);
  time.monotonic = 5 * SETTLE_TIME;

  await recordRestored(store, 0);
  await history.touch();

  assert.equal(history.hasGapWithin(SETTLE_TIME), true);
  time.monotonic += SETTLE_TIME + 1;
  assert.equal(history.hasGapWithin(SETTLE_TIME), false);
  // A process that starts cannot know how long ago it was.
  const started = openProcess(store);
  await started.history.mark();
  assert.equal(started.history.hasGapWithin(SETTLE_TIME), true);
});

test('a store that cannot be read is not taken for unbroken, and no history is made up', async () => {
  const memory = createMemoryStore();
  let isDown = false;
  const store: Store = {
    ...memory,
    get: async (key) => (isDown ? Promise.reject(new Error('down')) : memory.get(key)),
  };
  const { history, alarms } = openProcess(store);
  const mark = await history.mark();
  const kept = await history.since(mark);

  isDown = true;
  assert.equal(await kept.isUnbroken(), false);
  isDown = false;

  assert.equal(await kept.isUnbroken(), true);
  assert.deepEqual(alarms, ['store-new']);
});

test('an engine that notices a loss by itself is believed', async () => {
  let lose = () => {};
  const store: Store = { ...createMemoryStore(), onLoss: (listener) => (lose = listener) };
  const { history, alarms } = openProcess(store);
  const mark = await history.mark();

  lose();

  assert.equal((await history.since(mark)).hasGap(), true);
  assert.deepEqual(alarms, ['store-new', 'store-went-back']);
});

// A counterexample is not shrunk, because that takes minutes.

/** What processes do, in any sequence; each step of the store takes as long as the scheduler says. */
const action = fc.record({
  process: fc.nat(2),
  kind: fc.constantFrom('put', 'get', 'list', 'delete', 'touch', 'mark'),
  key: fc.constantFrom('a', 'b', 'c'),
});

function slowed(store: Store, scheduler: fc.Scheduler): Store {
  // Before and after, so that writes are made and resolved in different sequences.
  const step = async <T>(act: () => Promise<T>): Promise<T> => {
    await scheduler.schedule(Promise.resolve());
    const result = await act();
    await scheduler.schedule(Promise.resolve());
    return result;
  };
  return {
    ...store,
    get: (key) => step(() => store.get(key)),
    put: (...entry) => step(() => store.put(...entry)),
    delete: (...entry) => step(() => store.delete(...entry)),
    list: (...page) => step(() => store.list(...page)),
  };
}

async function act(
  { store, history }: ReturnType<typeof openProcess>,
  { kind, key }: { readonly kind: string; readonly key: string },
): Promise<void> {
  if (kind === 'put') await write(store, key);
  if (kind === 'get') await store.get(key);
  if (kind === 'list') await store.list('');
  if (kind === 'delete') await store.delete(key, (await store.get(key))?.version ?? 0);
  if (kind === 'touch') await history.touch();
  if (kind === 'mark') await history.since(await history.mark());
}

test('however the reads and writes of several processes overlap, no gap is found where there is none', async () => {
  const property = fc.asyncProperty(
    fc.array(action, { minLength: 2, maxLength: 12 }),
    fc.scheduler(),
    async (actions, scheduler) => {
      const store = slowed(createMemoryStore(), scheduler);
      const processes = Array.from({ length: 3 }, () => openProcess(store));
      await scheduler.waitFor(Promise.all(actions.map((one) => act(processes[one.process]!, one))));
      const alarms = processes.flatMap((process) => process.alarms);
      assert.equal(alarms.includes('store-went-back'), false);
    },
  );
  await fc.assert(property, { numRuns: 300, endOnFailure: true });
});

test('a store that has lost what all processes have seen lets none of them send, whichever comes first', async () => {
  const property = fc.asyncProperty(
    fc.array(action, { maxLength: 6 }),
    fc.array(action, { maxLength: 6 }),
    fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
    fc.scheduler(),
    async (before, lost, order, scheduler) => {
      const rewinding = createRewindingStore();
      const store = slowed(rewinding, scheduler);
      const processes = Array.from({ length: 3 }, () => openProcess(store));
      const all = (actions: typeof before) =>
        Promise.all(actions.map((one) => act(processes[one.process]!, one)));
      const story = async () => {
        for (const { history } of processes) await history.touch();
        await all(before);
        const snapshot = rewinding.snapshot();
        const mark = await processes[0]!.history.mark();
        await all(lost);
        for (const process of processes) await write(process.store, 'lost');
        await rewinding.rewind(snapshot);
        for (const one of order) {
          const { history, store: watched } = processes[one]!;
          const memory = await history.since(mark);
          await write(watched, 'intent');
          // Resolves when the row tells it to the next process.
          assert.equal(await memory.isUnbroken(), false);
        }
        for (const { history } of processes) await history.touch();
        const marks = await Promise.all(processes.map(({ history }) => history.mark()));
        assert.equal(new Set(marks.map(({ history }) => history)).size, 1);
      };
      await scheduler.waitFor(story());
    },
  );
  await fc.assert(property, { numRuns: 200, endOnFailure: true });
});
