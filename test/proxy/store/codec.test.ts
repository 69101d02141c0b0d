import assert from 'node:assert/strict';
import { test } from 'vitest';
import { z } from 'zod';
import { createCodec, parseStored } from '../../../proxy/store/codec.ts';

const codec = createCodec(z.object({ name: z.string(), count: z.int() }));

test('a row says which version of its shape it has', () => {
  assert.deepEqual(codec.encode({ name: 'a', count: 1 }), { v: 1, name: 'a', count: 1 });
});

test('a row comes back as it was written, as text too', () => {
  const value = { name: 'a', count: 1 };

  assert.deepEqual(codec.decode(parseStored(JSON.stringify(codec.encode(value)))), value);
});

test('a later version of a row migrates the one before it, and an earlier proxy cannot read it', () => {
  const later = createCodec(z.object({ title: z.string(), count: z.int() }), [
    ({ name, ...fields }) => ({ ...fields, title: name }),
  ]);
  const value = { title: 'a', count: 1 };

  assert.deepEqual(later.encode(value), { v: 2, ...value });
  assert.deepEqual(later.decode(codec.encode({ name: 'a', count: 1 })), value);
  assert.deepEqual(later.decode({ v: 2, ...value }), value);
  assert.equal(later.decode({ v: 2, name: 'a', count: 1 }), undefined);
  assert.equal(codec.decode(later.encode(value)), undefined);
});

const unreadable: [what: string, row: unknown][] = [
  ['of a version to come', { v: 2, name: 'a', count: 1 }],
  ['without a version', { name: 'a', count: 1 }],
  ['whose version is no number', { v: '1', name: 'a', count: 1 }],
  ['of a negative version', { v: -1, name: 'a', count: 1 }],
  ['without a field', { v: 1, name: 'a' }],
  ['with a field of another type', { v: 1, name: 'a', count: 'one' }],
  ['that is a list', []],
  ['that is null', null],
  ['that is no JSON', parseStored('{"v":1,')],
  ['that is empty', parseStored('')],
];
for (const [what, row] of unreadable) {
  test(`a row ${what} cannot be read`, () => assert.equal(codec.decode(row), undefined));
}

test('fields that the schema does not name are dropped', () => {
  const row = JSON.parse('{"v":1,"name":"a","count":1,"other":2,"__proto__":{"x":1}}') as object;

  assert.deepEqual(codec.decode(row), { name: 'a', count: 1 });
});
