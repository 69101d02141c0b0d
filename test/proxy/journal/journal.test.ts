import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Problem } from '#contract/problem.schema';
import { createAlarm } from '../../../proxy/journal/alarm.ts';
import { type Intent, type IntentEvent } from '../../../proxy/journal/intent.ts';
import { createIntentIndex } from '../../../proxy/journal/intent-index.ts';
import { createJournal } from '../../../proxy/journal/journal.ts';
import { cartOf, createWorld, newKey, requestFor } from '../../support/world.ts';
import { anExpectedOrder } from '../builders.ts';

const intent: Intent = {
  state: 'new',
  opened_at: 4_000,
  attempt: 0,
  sent_at: 0,
  fingerprint: 'f',
  external_reference: 'R',
  view_id: 'v',
  expected: anExpectedOrder,
  order: null,
  problem: null,
};
const sending: IntentEvent = {
  type: 'sending',
  of: { attempt: 0, sent_at: 0 },
  sent: { wall: 5_000, process: 'p', monotonic: 1 },
  send_time: 30_000,
  client_id: 'c',
  fingerprint: 'g',
  expected: intent.expected,
};

function openJournal() {
  const { config, site, store, clock } = createWorld();
  const fetch = async () => assert.fail('nothing is asked');
  const context = { config, site, store, clock, monotonic: clock, fetch, log: () => {} };
  return {
    store,
    journal: createJournal(
      { index: createIntentIndex(context), raiseAlarm: createAlarm(context) },
      context,
    ),
  };
}

test('an intent is found as it was recorded', async () => {
  const { store, journal } = openJournal();
  await journal.open('a-key', intent);

  assert.deepEqual(await journal.find('a-key'), intent);
  assert.equal(await journal.find('another-key'), undefined);
  const [row] = await store.list('intent/');
  assert.equal(row?.key, 'intent/default/a-key');
  assert.deepEqual(JSON.parse(row?.value ?? ''), { v: 1, ...intent });
});

test('an existing intent under the key stays', async () => {
  const { journal } = openJournal();
  await journal.open('a-key', intent);
  await journal.record('a-key', sending);

  await journal.open('a-key', intent);

  assert.equal((await journal.find('a-key'))?.state, 'sending');
});

test('only one of several racing events changes the intent', async () => {
  const { journal } = openJournal();
  await journal.open('a-key', intent);

  const recorded = await Promise.all([1, 2, 3].map(() => journal.record('a-key', sending)));

  assert.equal(recorded.filter(({ changed }) => changed).length, 1);
  assert.deepEqual(
    recorded.map(({ intent: { attempt } }) => attempt),
    [1, 1, 1],
  );
});

const unreadable: [what: string, spoil: (row: string) => string][] = [
  ['torn', (row) => row.slice(0, -5)],
  ['empty', () => ''],
  ['of a version to come', (row) => row.replace('"v":1', '"v":2')],
  ['in a state that does not exist', (row) => row.replace('"placed"', '"lost"')],
  ['without its reference', (row) => row.replace('"external_reference"', '"reference"')],
];
for (const [what, spoil] of unreadable) {
  test(`an intent that is ${what} may stand for an order: nothing is sent, and an alarm is raised`, async () => {
    const world = createWorld();
    const request = requestFor(await world.quoteOne(cartOf(await world.choose(), [2])));
    const key = newKey();
    assert.equal((await world.place(request, key)).status, 201);
    const [row] = await world.store.list('intent/');
    assert.ok(row);
    await world.store.put(row.key, spoil(row.value), row.version);

    const found = await world.find(key);
    const placed = await world.place<Problem>(request, key);

    assert.deepEqual([found.status, placed.status], [500, 500]);
    assert.equal(placed.body.code, 'internal-error');
    assert.equal(world.orderCalls(), 1);
    const alarms = world.lines.filter((line) => line.includes('"reason":"intent-unreadable"'));
    assert.equal(alarms.length, 2);
  });
}
