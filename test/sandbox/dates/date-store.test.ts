import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import type { EventDate } from '../../../demo/sandbox/dates/date.ts';
import { createDateStore } from '../../../demo/sandbox/dates/date-store.ts';
import type { Event } from '../../../demo/sandbox/events/event.ts';

const events = ['a', 'b', 'c'].map((id) => ({ id }) as Event);

const newDate = fc.record({ event: fc.nat(2), start: fc.nat(20) });
const move = fc.record({ date: fc.nat(9), start: fc.nat(20) });

test('whatever dates are moved, the store lists what looking at each date finds', () => {
  fc.assert(
    fc.property(
      fc.array(newDate, { maxLength: 10 }),
      fc.array(move),
      fc.nat(20),
      fc.nat(20),
      (newDates, moves, from, to) => {
        const dates = newDates.map(({ event, start }, index): EventDate => ({
          id: String(index),
          event: events[event] as Event,
          start,
          total_slots: 1,
          taken: 0,
          changed_at: 0,
        }));
        const store = createDateStore(dates);

        for (const { date, start } of moves) {
          const moved = store.get(String(date));
          if (moved) store.move(moved, start, 0);
        }

        const isEarliestFirst = (list: readonly EventDate[]) =>
          list.every(({ start }, index) => start >= (list[index - 1]?.start ?? 0));
        const within = dates.filter(({ start }) => from <= start && start <= to);
        const listed = [...store.all({ from, to })];
        assert.deepEqual(new Set(listed), new Set(within));
        assert.equal(listed.length, within.length);
        assert.ok(isEarliestFirst(listed));
        for (const event of events) {
          const ofEvent = [...store.ofEvent(event.id, { from, to })];
          assert.deepEqual(
            new Set(ofEvent),
            new Set(within.filter((date) => date.event === event)),
          );
          assert.ok(isEarliestFirst(ofEvent));
        }
      },
    ),
  );
});
