import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { problemCodes } from '#contract/problem.schema';

const page = readFileSync('proxy/README.md', 'utf8');
const section = (heading: string) => page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
/** The variables that have a row. */
const names = [...section('Variables').matchAll(/^\| (`[A-Z_`, ]+`) +\|/gm)].flatMap(
  ([, cell = '']) => cell.match(/[A-Z_]+/g) ?? [],
);

test('the page lists every variable that the proxy reads', () => {
  const read = readFileSync('proxy/config.ts', 'utf8').matchAll(/^ {2}([A-Z_]+):/gm);
  assert.deepEqual(names.toSorted(), [...read].map(([, name = '']) => name).sort());
});

test('problems and metrics that the page names exist', () => {
  const problems = [...section('Limits per visitor').matchAll(/`(too-[a-z-]+)`/g)];
  assert.ok(problems.length > 0);
  for (const [, code = ''] of problems) {
    assert.ok((problemCodes as readonly string[]).includes(code), code);
  }
  const source = readFileSync('proxy/operations/metrics.ts', 'utf8');
  const metrics = [...section('Health and metrics').matchAll(/booking_[a-z_]+/g)];
  assert.ok(metrics.length > 0);
  for (const [name] of metrics)
    assert.ok(source.includes(`'${name.replace(/_count$/, '')}'`), name);
});
