import assert from 'node:assert/strict';
import { test } from 'vitest';
import { z } from 'zod';
import { parse, parseQuery, toField } from '../../../proxy/http/parse.ts';
import { ProblemError } from '../../../proxy/http/problems.ts';

/** The fields that the problem names, each with its detail. */
function errorsOf(run: () => unknown): [field: string | undefined, detail: string | undefined][] {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof ProblemError);
    assert.equal(error.code, 'invalid-request');
    return error.errors.map(({ field, detail }) => [field, detail]);
  }
  return assert.fail('it has to be refused');
}
const fieldsOf = (run: () => unknown) => errorsOf(run).map(([field]) => field);

const cart = z.strictObject({
  lines: z.array(z.strictObject({ amount: z.number('a number is expected') })),
});

test('a value is returned as the schema transforms it', () => {
  assert.equal(parse(z.string().transform(Number), '5'), 5);
});

test('every invalid field is named by its path', () => {
  const body = { lines: [{ amount: 1 }, { amount: '2' }, { amount: 3, total: 4 }], note: '' };

  assert.deepEqual(
    errorsOf(() => parse(cart, body)),
    [
      ['lines[1].amount', 'a number is expected'],
      ['lines[2].total', 'unknown field'],
      ['note', 'unknown field'],
    ],
  );
});

test('a value that is no object is named by its name', () => {
  assert.deepEqual(
    fieldsOf(() => parse(cart, null, 'body')),
    ['body'],
  );
});

test('at most twenty fields are named', () => {
  const body = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`f${index}`, 1]));

  assert.equal(fieldsOf(() => parse(z.strictObject({}), body)).length, 20);
});

const parameters = z.object({ limit: z.string(), match: z.string().optional() });
const queries: [query: string, fields: string[]][] = [
  ['limit=1&none=2', ['none']],
  ['limit=1&limit=1', ['limit']],
  ['limit=1&site=a&site=b', ['site']],
  ['limit=1&toString=2', ['toString']],
  ['match=a', ['limit']],
];
for (const [query, fields] of queries) {
  test(`?${query} is refused and names ${fields.join()}`, () => {
    const url = `https://book.example/v3/events?${query}`;
    assert.deepEqual(
      fieldsOf(() => parseQuery(parameters, url)),
      fields,
    );
  });
}

test('every query may name the site', () => {
  const url = 'https://book.example/v3/events?site=shop&limit=a%20b';
  assert.deepEqual(parseQuery(parameters, url), { limit: 'a b' });
});

const fields: [path: PropertyKey[], field: string][] = [
  [[], ''],
  [['quote'], 'quote'],
  [['contact', 'email'], 'contact.email'],
  [['lines', 0, 'participants', 1, 'name'], 'lines[0].participants[1].name'],
  [[0], '[0]'],
];
for (const [path, field] of fields) {
  test(`the path ${JSON.stringify(path)} is the field “${field}”`, () => {
    assert.equal(toField(path), field);
  });
}
