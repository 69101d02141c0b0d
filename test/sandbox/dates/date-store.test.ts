import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import type { EventDate } from '../../../demo/sandbox/dates/date.ts';
import { createDateStore } from '../../../demo/sandbox/dates/date-store.ts';
import type { Event } from '../../../demo/sandbox/events/event.ts';

const events = ['a', 'b', 'c'].map((id) => ({ id }) as Event);

const step = fc.record({
  date: fc.nat(9),
  event: fc.nat(2),
  start: fc.nat(20),
});

test('whatever dates are added and changed, the store lists what looking at each date finds', () => {
  fc.assert(
    fc.property(
      fc.array(step),
      fc.nat(5),
      fc.nat(20),
      fc.nat(20),
      (steps, initialCount, from, to) => {
        const dates = new Map<string, EventDate>();
        const dateOf = ({ date, event, start }: (typeof steps)[number]): EventDate => ({
          id: String(date),
          event: events[event] as Event,
          start,
          active: 1,
          total_slots: 1,
          taken: 0,
          changed_at: 0,
        });
        for (const initial of steps.slice(0, initialCount).map(dateOf)) {
          dates.set(initial.id, initial);
        }
        const store = createDateStore([...dates.values()]);

        for (const next of steps.slice(initialCount).map(dateOf)) {
          const existing = store.get(next.id);
          if (existing) {
            store.change(existing, next, 0);
          } else {
            dates.set(next.id, next);
            store.add(next);
          }
        }

        const isEarliestFirst = (list: readonly EventDate[]) =>
          list.every(({ start }, index) => start >= (list[index - 1]?.start ?? 0));
        const within = [...dates.values()].filter(({ start }) => from <= start && start <= to);
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
