import assert from 'node:assert/strict';
import { runnerImport } from 'vite';
import { test } from 'vitest';
import { z } from 'zod';
import { compileModule } from '../../.config/vite/compile-schemas.ts';
import { recordOf } from '../../src/state/session-record.ts';
import type { Step } from '../../src/state/steps.ts';
import * as compiled from '../../src/state/stored-step.schema.ts';
import {
  aCheckingIntent,
  aChoice,
  aKey,
  anAttempt,
  anAttemptWith,
  aPlacedIntent,
} from '../support/builders.ts';

type Path = readonly (string | number)[];

const steps: Exclude<Step, { name: 'list' }>[] = [
  { name: 'cart', placed: [anAttempt()] },
  { name: 'view', viewKey: aKey, intent: aPlacedIntent(), failure: null },
  { name: 'result', choice: aChoice(), attempts: [anAttemptWith(aPlacedIntent())] },
  {
    name: 'checkout',
    choice: null,
    attempts: [anAttempt(), anAttemptWith(aCheckingIntent())],
    busy: null,
  },
  { name: 'event', choice: aChoice(), quoting: false, failure: null, placed: [], replaces: null },
];

/** Values of each type; none is beyond a limit of numbers or lengths, which are not compiled. */
const replacements = [
  null,
  true,
  1,
  'x',
  [],
  {},
  'ACCEPTED',
  'Mars/Base',
  '2026-02-31',
  '2026-99-99T99:99:99Z',
  '2026-11-21T09:00:00Z',
];

/** Every value within a value, the outermost first. */
function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return [path, ...keys.flatMap((key) => pathsIn(Reflect.get(value, key), [...path, key]))];
}

function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by;
  const copy = structuredClone(value) as Record<string | number, unknown>;
  copy[key] = replaced(copy[key], rest, by);
  return copy;
}

for (const step of steps) {
  test(`the compiled schemas and zod judge a stored ${step.name} alike, whatever is spoiled`, async () => {
    const { module: original } = await runnerImport<typeof compiled>(
      './src/state/stored-step.schema.ts',
      { configFile: false },
    );
    const stored: unknown = JSON.parse(JSON.stringify(recordOf(step).step));
    assert.equal(compiled.storedStep.safeParse(stored).success, true);
    assert.equal(original.storedStep.safeParse(stored).success, true);
    let refused = 0;

    for (const path of pathsIn(stored)) {
      for (const by of [undefined, ...replacements]) {
        const spoiled = replaced(stored, path, by);
        const { success } = original.storedStep.safeParse(spoiled);
        const what = `${path.join('.')}: ${JSON.stringify(by)}`;
        assert.equal(compiled.storedStep.safeParse(spoiled).success, success, what);
        if (!success) refused += 1;
      }
    }

    assert.ok(refused > 50);
  });
}

test('a field that no schema names refuses nothing, as a newer proxy may have added it', () => {
  const [first] = steps;
  assert.ok(first);
  const stored = replaced(recordOf(first).step, ['placed', 0, 'order', 'colour'], 'blue');

  assert.equal(compiled.storedStep.safeParse(stored).success, true);
});

for (const [what, schema] of [
  ['a type that has no check', z.date()],
  ['a format that has no check', z.email()],
  ['a text that is changed', z.string().trim()],
  ['a list that is refined', z.array(z.string()).refine((list) => list.length === 2)],
  ['a number that is refined', z.number().refine((number) => number === 2)],
  ['a condition without a name', z.string().refine((text) => text === 'x')],
] as const) {
  test(`the build fails at ${what}`, () => {
    assert.throws(() => compileModule({ schema: z.object({ field: schema }) }));
  });
}
