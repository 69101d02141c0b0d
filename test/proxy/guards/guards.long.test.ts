import assert from 'node:assert/strict';
import { test } from 'vitest';
import { type Attack, type AttackReport, runAttack } from './attack.ts';
import { type GuardName, guards, loadAttackWithout } from './guards.ts';
import { megabytesInUse } from './memory.ts';

// Each guard limits a short attack, and the same attack exceeds the limit without the guard.

const oneAddress = ['203.0.113.9'];
const networksOf48 = Array.from({ length: 8 }, (_, index) => `2001:db8:1:${index}::1`);
/** Lifts the other limits, which would end the attack before the tested one. */
const manyCalls = { CALLS_PER_CLIENT: '999999999', PLATFORM_BUDGET: '900000000' };
const manyReads = { READS_PER_MINUTE: '999999999', RENDER_MS_PER_MINUTE: '999999999' };

interface ShortAttack extends Attack {
  readonly parts: 1 | 4;
}
const small: ShortAttack = { addresses: oneAddress, parts: 1, perMinute: 25, minutes: 1 };
const attacks: Record<GuardName, ShortAttack> = {
  'platform calls': { ...small, perMinute: 60, minutes: 5, env: { PLATFORM_BUDGET: '60000' } },
  'places ordered': {
    ...small,
    perMinute: 0,
    minutes: 2,
    env: { ...manyCalls, PLACES_PER_CLIENT: '80' },
  },
  'reads in a minute': {
    ...small,
    addresses: networksOf48,
    parts: 4,
    perMinute: 60,
    env: { READS_PER_MINUTE: '60' },
  },
  'distinct reads in a minute': {
    ...small,
    perMinute: 100,
    env: { RENDER_MS_PER_MINUTE: '10' },
  },
  'bytes of a body': small,
  'words of a search': small,
  'megabytes of memory': {
    ...small,
    perMinute: 500,
    env: { ...manyCalls, ...manyReads },
    scenario: 'large',
    only: '?day=',
    measure: megabytesInUse,
  },
};

for (const name of Object.keys(guards) as GuardName[]) {
  const { figure, most, takenOut } = guards[name];
  const { parts, ...attack } = attacks[name];
  const limit = most(parts, attack.env ?? {});

  // Filling the memory takes long: `bench:attack` tests that limit.
  if (name !== 'megabytes of memory')
    test(`${name} are within their limit in an attack`, async () => {
      const used = figure(await runAttack(attack));
      assert.ok(used <= limit, `${used} of ${limit}`);
    });

  test(`control: ${name} exceed it without their guard`, async () => {
    const used = figure(await attackWithout(takenOut, attack));
    assert.ok(used > limit, `${used} of ${limit}`);
  });
}

async function attackWithout(
  takenOut: (typeof guards)[GuardName]['takenOut'],
  attack: Attack,
): Promise<AttackReport> {
  if ('env' in takenOut) return runAttack({ ...attack, env: { ...attack.env, ...takenOut.env } });
  const { runAttack: runWithout, close } = await loadAttackWithout(takenOut);
  return runWithout(attack).finally(close);
}
