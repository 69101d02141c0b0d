import assert from 'node:assert/strict';
import { test } from 'vitest';
import { operationOf } from '../../demo/conformance/address.ts';
import type { Verdict } from '../../demo/conformance/judge.ts';
import { overlooked } from '../../demo/conformance/overlooked.ts';
import { toHtml, toJson, toJunit, toText } from '../../demo/conformance/reports.ts';
import { minimalCandidate } from './candidates.ts';

const { url } = minimalCandidate();
const kept: Verdict = {
  title: 'Vendor: its fields have the types of the spec',
  outcome: 'kept',
  reason: '',
  sentence: 'bill_country',
  exchanges: [],
};
const skipped: Verdict = {
  ...kept,
  title: 'List dates: is sorted by date by default',
  outcome: 'skipped',
  reason: 'there is no /v3/dates here',
};
const broken: Verdict = {
  ...kept,
  title: 'Event: has no images in responses',
  outcome: 'broken',
  reason: 'event <7>',
  sentence: 'base64-encoded image files; not in responses',
  exchanges: [
    {
      method: 'GET',
      target: '/v3/events?type=ALL&limit=1',
      sent: '',
      status: 200,
      received: '[{"id":"<script>alert(1)</script>\u0000"}]',
    },
  ],
};
const verdicts = [kept, skipped, broken];
const left = ['event 7, inactive'];
const run = { url, verdicts, left, overlooked: overlooked(verdicts, new Set(['listEvents'])) };

test('the text has the call, its status, its body and the sentence of a broken rule', () => {
  const text = toText(run);

  assert.match(text, /✗ Event: has no images in responses\n {4}event <7>/);
  assert.match(text, /The specification: base64-encoded image files; not in responses/);
  assert.match(text, /GET \/v3\/events\?type=ALL&limit=1\n {4}HTTP 200\n {4}\[\{"id":"<script>/);
  assert.match(text, /1 kept, 1 broken, 1 not looked at$/);
});

test('a run says which rules and operations it did not look at', () => {
  const [rule] = run.overlooked;

  assert.equal(rule, 'List dates: is sorted by date by default: there is no /v3/dates here');
  assert.ok(run.overlooked.includes('Create product: no rule called POST /v3/products'));
  assert.ok(!run.overlooked.some((line) => line.startsWith('List events (all accessible):')));
  assert.match(toText(run), /Not looked at:\n– List dates/);
});

test('a call counts as its operation, by any id', () => {
  assert.equal(operationOf('GET', '/v3/vendors/7'), 'retrieveVendor');
  assert.equal(operationOf('GET', '/v3/vendors/7/events'), 'listEventsOfVendor');
  assert.equal(operationOf('PATCH', '/v3/datesBatch'), 'updateDates');
  assert.equal(operationOf('DELETE', '/v3/events'), undefined);
});

test('the JUnit report counts failures and skipped rules, and escapes what XML does not allow', () => {
  const xml = toJunit(run);

  assert.match(
    xml,
    /<testsuite name="https:\/\/platform.example" tests="3" failures="1" skipped="1">/,
  );
  assert.match(xml, /<failure message="event &lt;7&gt;">/);
  assert.match(xml, /<skipped message="there is no \/v3\/dates here"\/>/);
  assert.doesNotMatch(xml, /<script|\u0000/);
});

test('a run says what it has left behind', () => {
  assert.match(toText(run), /Left behind:\n– event 7, inactive\n/);
  assert.match(toHtml(run), /<h2>Left behind<\/h2>\n<ul><li>event 7, inactive<\/li><\/ul>/);
  assert.doesNotMatch(toText({ ...run, left: [] }), /Left behind/);
});

test('the page shows the evidence as text, and loads nothing', () => {
  const page = toHtml(run);

  assert.match(page, /&lt;script&gt;alert/);
  assert.doesNotMatch(page, /<script|src=|href=/);
  assert.match(page, /<h2>Not looked at<\/h2>\n<ul><li>List dates/);
});

test('the JSON report has the evidence and what was not looked at', () => {
  const report = JSON.parse(toJson(run)) as { rules: Verdict[]; overlooked: string[] };

  assert.deepEqual(report.rules, verdicts);
  assert.deepEqual(report.overlooked, run.overlooked);
});
