import test from 'node:test';
import assert from 'node:assert/strict';
import { z } from 'zod';
import { createCodec, fromVersion0, parseStored } from '../../../proxy/store/codec.ts';

const schema = z.object({ name: z.string(), count: z.int() });
const codec = createCodec(schema, [fromVersion0]);
/** A later proxy, in which `name` has become `title`, and `count` a list. */
const later = createCodec(z.object({ title: z.string(), list: z.array(z.int()) }), [
  fromVersion0,
  ({ name, ...fields }) => ({ ...fields, title: name }),
  ({ count, ...fields }) => ({ ...fields, list: [count] }),
]);

test('a row says which version of its shape it has', () => {
  assert.deepEqual(codec.encode({ name: 'a', count: 1 }), { v: 1, name: 'a', count: 1 });
  assert.deepEqual(later.encode({ title: 'a', list: [] }), { v: 3, title: 'a', list: [] });
});

test('a row comes back as it was written, as text too', () => {
  const value = { name: 'a', count: 1 };

  assert.deepEqual(codec.decode(parseStored(JSON.stringify(codec.encode(value)))), value);
});

test('a row without a version is read as version 0', () => {
  assert.deepEqual(codec.decode({ name: 'a', count: 1 }), { name: 'a', count: 1 });
});

for (const v of [undefined, 0, 1]) {
  test(`a row of version ${v} is migrated step by step`, () => {
    assert.deepEqual(later.decode({ v, name: 'a', count: 1 }), { title: 'a', list: [1] });
  });
}

test('a row is not migrated from a version that it has behind it', () => {
  assert.deepEqual(later.decode({ v: 2, title: 'a', count: 1 }), { title: 'a', list: [1] });
  assert.equal(later.decode({ v: 2, name: 'a', count: 1 }), undefined);
});

const unreadable: [what: string, row: unknown][] = [
  ['of a version to come', { v: 2, name: 'a', count: 1 }],
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
