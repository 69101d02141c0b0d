import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { ProblemCode } from '#contract/problem.schema';
import { lostLines } from '../../src/domain/lost-lines.ts';
import { aCartLine, aDate, aRefusal, aStart, noResponse } from '../support/builders.ts';

const kayak = aCartLine();
const walk = aCartLine({ start: aStart({ date: aDate({ id: 'walk' }) }) });

test('names the lines that another start of the same event would save', () => {
  const told: [code: ProblemCode, isLost: boolean][] = [
    ['sold-out', true],
    ['too-many-participants', true],
    ['date-gone', true],
    ['date-passed', true],
    ['event-gone', false],
    ['price-changed', false],
    ['too-few-participants', false],
  ];
  for (const [code, isLost] of told) {
    const failure = aRefusal(code, [{ code, date_id: 'walk' }]);

    assert.deepEqual(lostLines([kayak, walk], [null, failure]), isLost ? [walk] : [], code);
  }
});

test('names no line if the problem is not about one', () => {
  assert.deepEqual(lostLines([kayak, walk], [noResponse, aRefusal('sold-out'), null]), []);
});
