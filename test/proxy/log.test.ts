import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { createLog, type LogEntry } from '../../proxy/log.ts';

/** What the line of an entry says, without its time. */
function parsedLine(entry: LogEntry): unknown {
  const lines: string[] = [];
  createLog(
    (line) => lines.push(line),
    () => 0,
  )(entry);
  assert.equal(lines.length, 1);
  const { at, ...rest } = JSON.parse(lines[0] ?? '') as { at: unknown };
  assert.equal(at, '1970-01-01T00:00:00.000Z');
  return rest;
}

const requestEntries = fc.record({
  event: fc.constant('request' as const),
  request_id: fc.stringMatching(/^[0-9a-f]{8}-\d{1,6}$/),
  method: fc.constantFrom('GET', 'POST', 'OPTIONS', 'M-SEARCH', "a!#$%&'*+.^_`|~"),
  route: fc.constantFrom('/v3/events/:id/dates', '/booking-widget.js', '*'),
  status: fc.integer({ min: 200, max: 599 }),
  ms: fc.integer({ min: 0, max: 90_000 }),
  stale: fc.constantFrom(true, undefined),
});

test('the line of a request has exactly the fields of its entry', () => {
  fc.assert(
    fc.property(requestEntries, (entry) => {
      assert.deepEqual(parsedLine(entry), JSON.parse(JSON.stringify(entry)));
    }),
  );
});

test('whatever the name and place of an error, its entry is one line of JSON', () => {
  fc.assert(
    fc.property(
      requestEntries,
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'binary' }),
      (request, error, where) => {
        const entry = { ...request, error, where };
        assert.deepEqual(parsedLine(entry), JSON.parse(JSON.stringify(entry)));
      },
    ),
  );
});

test('fields that are not on the allow-list are not written', () => {
  const entry = { event: 'request', status: 200, path: '/v3/events/canary', headers: {} } as const;

  assert.deepEqual(parsedLine(entry), { event: 'request', status: 200 });
});
