import assert from 'node:assert/strict';
import { test } from 'vitest';
import { z } from 'zod';
import { createQueryParser } from '../../../proxy/cache/query-parser.ts';
import { ProblemError } from '../../../proxy/http/problems.ts';

const PAGE = 'https://book.example/v3/events';

/** Counts how often each text is parsed. */
function createCounting() {
  const reads: string[] = [];
  const limit = z.string().transform((text) => {
    reads.push(text);
    return Number(text);
  });
  return { reads, parse: createQueryParser(z.object({ limit: limit.optional() })) };
}

test('a repeated query is not parsed again', () => {
  const { reads, parse } = createCounting();

  assert.deepEqual([parse(`${PAGE}?limit=3`), parse(PAGE)], [{ limit: 3 }, {}]);
  assert.deepEqual([parse(`${PAGE}?limit=3`), parse(PAGE)], [{ limit: 3 }, {}]);
  assert.deepEqual(reads, ['3']);
});

test('an invalid query is refused each time', () => {
  const { parse } = createCounting();

  for (const _ of [1, 2]) {
    assert.throws(() => parse(`${PAGE}?unknown=1`), ProblemError);
    assert.throws(() => parse(`${PAGE}?limit=1&limit=2`), ProblemError);
  }
});

test('a flood of queries evicts the oldest', () => {
  const { reads, parse } = createCounting();
  parse(`${PAGE}?limit=1`);
  for (let number = 0; number < 2_000; number += 1) parse(`${PAGE}?limit=${10 ** 9 + number}`);
  reads.splice(0);

  parse(`${PAGE}?limit=${10 ** 9 + 1_999}`);
  assert.deepEqual(reads, []);
  parse(`${PAGE}?limit=1`);
  assert.deepEqual(reads, ['1']);
});
