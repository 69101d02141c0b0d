import assert from 'node:assert/strict';
import { test } from 'vitest';
import { HOUR } from '#contract/milliseconds';
import { createDatabaseClock } from '../../../proxy/store/database-clock.ts';
import { StoreUnavailable } from '../../../proxy/store/store.ts';
import { CLOCK_SAMPLED_EVERY } from '../../../proxy/time-limits.ts';
import { START } from '../../support/world.ts';

/** A machine whose clock is `wrong`, and a database whose answers take some time. */
function createMachine({ wrong = 0, there = 5, back = 5 } = {}) {
  const time = { real: 0, wall: START + wrong, monotonic: 70 };
  const trip = { there, back, fails: false };
  /** How long the next answers take, where not as always. */
  const replies: number[] = [];
  let asked = 0;
  const pass = (milliseconds: number) => {
    for (const clock of ['real', 'wall', 'monotonic'] as const) time[clock] += milliseconds;
  };
  const clock = createDatabaseClock(
    async () => {
      asked += 1;
      if (trip.fails) throw new StoreUnavailable('it is down');
      pass(trip.there);
      const told = START + time.real;
      pass(replies.shift() ?? trip.back);
      return told;
    },
    { wall: () => time.wall, monotonic: () => time.monotonic },
  );
  return {
    ...clock,
    time,
    trip,
    replies,
    pass,
    asked: () => asked,
    /** What it is ahead of the database's clock. */
    error: () => clock.now() - START - time.real,
  };
}

test('machines whose clocks are an hour apart tell one time, the database’s', async () => {
  for (const wrong of [0, HOUR, -HOUR, 250_000]) {
    const machine = createMachine({ wrong });
    await machine.check();

    assert.equal(machine.error(), 0);
    machine.pass(30_000);
    assert.equal(machine.error(), 0);
  }
});

test('before the database has told it, and while it cannot, the clock runs on by the machine', async () => {
  const machine = createMachine({ wrong: HOUR });
  machine.trip.fails = true;
  await assert.rejects(machine.check(), StoreUnavailable);
  assert.equal(machine.error(), HOUR);
  machine.trip.fails = false;
  await machine.check();

  machine.trip.fails = true;
  machine.pass(24 * HOUR);
  // Without the database nobody sets it right, and nobody's step misleads it.
  machine.time.wall -= 2 * HOUR;
  await assert.rejects(machine.check(), StoreUnavailable);

  assert.equal(machine.error(), 0);
});

test('the database is asked once a minute, and at once after a sleep or a step of the clock', async () => {
  const machine = createMachine();
  await machine.check();
  const samples = machine.asked();
  const isAsked = async () => {
    const before = machine.asked();
    await machine.check();
    return machine.asked() - before === samples;
  };

  machine.pass(CLOCK_SAMPLED_EVERY / 2);
  assert.equal(await isAsked(), false);
  machine.pass(CLOCK_SAMPLED_EVERY / 2);
  assert.equal(await isAsked(), true);
  // The monotonic clock stands still while the machine sleeps.
  machine.time.real += 6 * 60_000;
  machine.time.wall += 6 * 60_000;
  assert.equal(await isAsked(), true);
  assert.equal(machine.error(), 0);
  machine.time.wall -= HOUR;
  assert.equal(await isAsked(), true);
  assert.equal(machine.error(), 0);
  assert.equal(await isAsked(), false);
});

test('of several samples the quickest counts, and one that took too long counts for nothing', async () => {
  const machine = createMachine({ wrong: HOUR, there: 0, back: 700 });
  await machine.check();
  assert.equal(machine.error(), HOUR);

  for (const back of [400, 6, 300]) machine.replies.push(back);
  await machine.check();

  // Half of what the quickest took.
  assert.equal(machine.error(), -3);
});
