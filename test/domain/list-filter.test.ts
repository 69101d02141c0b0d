import assert from 'node:assert/strict';
import { test } from 'vitest';
import { listedDurations } from '../../src/domain/list-filter.ts';
import { anEvent } from '../support/builders.ts';

const further = (id: string) => ({ id, title: `Kayak ${id}`, duration: 240 });
const event = anEvent({ further_durations: [further('long'), further('longest')] });
const idsOf = (events: string) => listedDurations(event, events).map(({ id }) => id);

test('a page without a list of its own offers every further duration', () => {
  assert.deepEqual(idsOf(''), ['long', 'longest']);
});

test('a page that lists events offers only those, whatever the white space between its ids', () => {
  assert.deepEqual(idsOf('kayak, longest'), ['longest']);
  assert.deepEqual(idsOf('kayak'), []);
});

test('an event that has not loaded, or has none, has no further durations', () => {
  assert.deepEqual(listedDurations(undefined, ''), []);
  assert.deepEqual(listedDurations(anEvent(), ''), []);
});
