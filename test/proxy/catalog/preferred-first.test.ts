import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { preferredFirst } from '../../../proxy/catalog/preferred-first.ts';
import { aListedEvent } from '../builders.ts';

const anId = fc.integer({ min: 0, max: 5 });
const anEvent = fc
  .uniqueArray(anId, { maxLength: 3 })
  .map((ids) =>
    aListedEvent('any', { categories: ids.map((id) => ({ id, title: `Category ${id}` })) }),
  );
const anyList = fc.array(anEvent, { maxLength: 12 });
const anyPreference = fc.uniqueArray(anId, { maxLength: 4 });

test('the preferred come first by the categories as named, each group in the order that it had', () => {
  fc.assert(
    fc.property(anyList, anyPreference, (events, preferred) => {
      const rankOf = (index: number) => {
        const ids = new Set(events[index]?.categories.map(({ id }) => id));
        const rank = preferred.findIndex((id) => ids.has(id));
        return rank < 0 ? preferred.length : rank;
      };
      const places = preferredFirst(events, preferred).map((event) => events.indexOf(event));

      assert.deepEqual(
        places.toSorted((a, b) => a - b),
        [...events.keys()],
      );
      for (const [index, place] of places.entries()) {
        const next = places[index + 1];
        if (next === undefined) continue;
        assert.ok(rankOf(place) < rankOf(next) || (rankOf(place) === rankOf(next) && place < next));
      }
    }),
  );
});
