import assert from 'node:assert/strict';
import { test } from 'vitest';
import { MINUTE } from '#contract/milliseconds';
import { signedEvent } from '../../support/stripe/objects.ts';
import { START } from '../../support/world.ts';
import { loadChanged } from '../changed-copy.ts';
import { FORGED, forgeEvents, openEvents, WEBHOOK_SECRET } from './forge-events.ts';

const BODY_LIMIT = 64 * 1024;
const MOST_FAILED = 20;

/** An event that is about no payment. */
function harmlessEvent(more: object = {}) {
  return signedEvent(
    'payment_intent.created',
    { object: 'balance', ...more },
    { secret: WEBHOOK_SECRET, at: START },
  );
}

for (const [what, signature] of Object.entries({
  'no signature': undefined,
  'an empty one': '',
  'a signature without a time': `v1=${'a'.repeat(64)}`,
  'a time without a signature': 't=1764000000',
  'a signature that is too short': 't=1764000000,v1=abc',
  'another header’s value': 'Bearer token',
})) {
  test(`the body of an event with ${what} is not read`, async () => {
    const { send } = openEvents();

    const { status, readBytes } = await send('{}', signature === undefined ? {} : { signature });

    assert.deepEqual([status, readBytes], [400, 0]);
  });
}

test('an event is taken beside signatures of another secret, as while the secret is changed', async () => {
  const { send } = openEvents();
  const { text, signature } = harmlessEvent();
  const other = `v1=${'b'.repeat(64)},v0=${'c'.repeat(64)}`;

  const { status } = await send(text, { signature: `${signature},${other}` });

  assert.equal(status, 200);
});

test('an event of 64 kB is taken, and a larger one is not read to its end', async () => {
  const { send } = openEvents();
  const { length } = harmlessEvent({ padding: '' }).text;
  const sized = (bytes: number) => harmlessEvent({ padding: 'x'.repeat(bytes - length) });
  const fits = sized(BODY_LIMIT);
  const exceeds = sized(BODY_LIMIT + 1);
  const huge = sized(10 * BODY_LIMIT);

  assert.equal((await send(fits.text, fits)).status, 200);
  assert.equal((await send(exceeds.text, exceeds)).status, 413);
  const { status, readBytes } = await send(huge.text, huge);
  assert.equal(status, 413);
  assert.ok(readBytes <= 2 * BODY_LIMIT, String(readBytes));
});

test('after twenty wrong signatures in a minute, an address is not listened to', async () => {
  const { world, send } = openEvents();
  assert.equal(await forgeEvents(2 * MOST_FAILED), MOST_FAILED);
  for (let time = 0; time < MOST_FAILED; time += 1) await send('{}', { signature: FORGED });

  const { status, headers } = await send('{}', { signature: FORGED });
  assert.deepEqual([status, headers.get('Retry-After')], [429, '60']);
  const event = harmlessEvent();
  assert.equal((await send(event.text, event)).status, 429, 'nor with a good one');
  assert.equal((await send(event.text, { ...event, address: '192.0.2.2' })).status, 200);

  world.advance(MINUTE);
  assert.equal((await send(event.text, event)).status, 200);
});

test('the networks of a /48 together have the limit of four addresses', async () => {
  const { send } = openEvents();
  const sendFrom = (index: number) =>
    send('{}', { signature: FORGED, address: `2001:db8:1:${index}::1` });
  for (let index = 0; index < 4 * MOST_FAILED; index += 1) {
    assert.equal((await sendFrom(index)).status, 400);
  }

  assert.equal((await sendFrom(4 * MOST_FAILED)).status, 429);
});

test('events with good signatures have no such limit', async () => {
  const { send } = openEvents();
  const event = harmlessEvent();
  for (let time = 0; time < 2 * MOST_FAILED; time += 1) {
    assert.equal((await send(event.text, event)).status, 200);
  }
});

test('control: without the limit, every forged event is read', async () => {
  const withoutLimit = {
    file: 'proxy/routes/stripe-events.ts',
    line: '        failedSignatures.check(client);\n',
    instead: '',
  };
  const { forgeEvents: forgeWithout, close } = await loadChanged<{
    readonly forgeEvents: typeof forgeEvents;
  }>(withoutLimit, ['test/proxy/routes/forge-events.ts', 'test/support/stripe']);

  const read = await forgeWithout(2 * MOST_FAILED).finally(close);

  assert.equal(read, 2 * MOST_FAILED);
});
