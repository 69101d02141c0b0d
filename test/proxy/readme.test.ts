import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { problemCodes } from '#contract/problem.schema';
import { readConfig } from '../../proxy/config.ts';
import { variables } from '../support/world.ts';

const page = readFileSync('proxy/README.md', 'utf8');
const section = (heading: string) => page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
/** Variables by row, and what the row says of them. */
const rows = [...section('Variables').matchAll(/^\| (`[A-Z_`, ]+`) +\| (.+?) +\|$/gm)].map(
  ([, names = '', what = '']) => ({ names: names.match(/[A-Z_]+/g) ?? [], what }),
);

test('the page lists every variable that the proxy reads', () => {
  const read = readFileSync('proxy/config.ts', 'utf8').matchAll(/^ {2}([A-Z_]+):/gm);
  assert.deepEqual(
    rows.flatMap(({ names }) => names).sort(),
    [...read].map(([, name = '']) => name).sort(),
  );
});

test('the page has the defaults of the variables', () => {
  const config = new Map(Object.entries(readConfig(variables)));
  const told = rows.flatMap(({ names: [name = ''], what }) => {
    const [, number] = /: (\d+)/.exec(what) ?? [];
    return number === undefined ? [] : [{ name, number: Number(number) }];
  });
  assert.ok(told.length > 10);
  for (const { name, number } of told) assert.equal(config.get(name), number, name);
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
