import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { filesBelow } from '../support/files.ts';
import { mutantsOf } from './all.ts';
import { mutate, testsOf } from './mutant.ts';

const mutants = Object.values(mutantsOf).flat();
const testFiles = filesBelow('test', '.test.ts');

test('every mutant fits its file, once', () => {
  for (const mutant of mutants) {
    const source = readFileSync(mutant.file, 'utf8');

    assert.notEqual(mutate(source, mutant), source, mutant.title);
  }
});

test('every mutant is of its folder, and no two have the same title', () => {
  for (const [folder, ofFolder] of Object.entries(mutantsOf)) {
    for (const { file } of ofFolder) assert.ok(file.startsWith(`${folder}/`), file);
  }
  assert.equal(new Set(mutants.map(({ title }) => title)).size, mutants.length);
});

test('every word that a mutant names its tests by selects one', () => {
  for (const mutant of mutants) {
    for (const word of mutant.tests) {
      assert.notDeepEqual(testsOf({ ...mutant, tests: [word] }, testFiles), [], word);
    }
  }
});

test('a mutant that does not fit its file, or fits it twice, is an error', () => {
  const mutant = { file: 'a.ts', title: 'A customer pays twice.', tests: [], to: '>=' };

  assert.throws(() => mutate('a > b', { ...mutant, from: '<' }), /occurs 0 times/);
  assert.throws(() => mutate('a < b < c', { ...mutant, from: '<' }), /occurs 2 times/);
  assert.equal(mutate('a < b', { ...mutant, from: '<' }), 'a >= b');
});
