import assert from 'node:assert/strict';
import { test } from 'vitest';
import { type Column, toCsv } from '../../../proxy/operations/csv.ts';

const columns: Column<readonly (string | number | undefined)[]>[] = [
  { name: 'a', value: ([a]) => a },
  { name: 'b, c', value: ([, b]) => b },
];

test('a list is a head and a row per item, each ended as RFC 4180 says', () => {
  assert.equal(toCsv(columns, [['x', 1]]), 'a,"b, c"\r\nx,1\r\n');
  assert.equal(toCsv(columns, []), 'a,"b, c"\r\n');
});

test('commas, quotes and line breaks stay in their cell, and what is absent is an empty one', () => {
  assert.equal(toCsv(columns, [['a "b",\nc', undefined]]).split('\r\n')[1], '"a ""b"",\nc",');
});

for (const text of ['=1+1', '+49 30', '-cmd', '@SUM(A1)', '\t=1']) {
  test(`${JSON.stringify(text)} is a text and no formula`, () => {
    assert.equal(toCsv(columns, [[text, 0]]).split('\r\n')[1], `'${text},0`);
  });
}

test('a negative amount stays a number', () => {
  assert.equal(toCsv(columns, [['-12.50', -1]]).split('\r\n')[1], '-12.50,-1');
});
