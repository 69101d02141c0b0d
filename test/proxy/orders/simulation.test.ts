import test from 'node:test';
import assert from 'node:assert/strict';
import { controls } from '../../simulation/controls.ts';
import { hostilities } from '../../simulation/hostilities.ts';
import { simulate } from '../../simulation/simulate.ts';

// A fixed seed, because random seeds would let tests fail without a change. `npm run simulate` uses
// other seeds and up to a million orders, `.ci/run` 20,000.
const SEED = 'one order each';

test('of 1,000 orders none is doubled, lost, mis-told, stuck or unalarmed while a create lands in time', async () => {
  const { counts, met, wrong } = await simulate({ seed: SEED, stories: 1_000 });

  assert.deepEqual(wrong, []);
  for (const outcome of ['placed, told placed', 'refused, told no', 'absent, told no']) {
    assert.ok(counts[`right: ${outcome}`], `none of the orders was ${outcome}`);
  }
  for (const hostility of hostilities) assert.ok(met[hostility], `none has met ${hostility}`);
});

test('where a create may land long after the settle time, orders go wrong', async () => {
  const { wrong } = await simulate({
    seed: SEED,
    stories: 5_000,
    lateness: 3,
    untilWrong: true,
  });
  assert.notDeepEqual(wrong, []);
});

for (const [name, weakening] of Object.entries(controls)) {
  test(`control: the simulation catches ${name} within 1,000 orders`, async () => {
    const { wrong } = await simulate({
      seed: SEED,
      stories: 1_000,
      weakening,
      untilWrong: true,
    });
    assert.notDeepEqual(wrong, []);
  });
}
