import fc from 'fast-check';
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Books } from '../../demo/sandbox/books.ts';
import { createCalendar } from '../../demo/sandbox/calendar.ts';
import { addDate, changeDate } from '../../demo/sandbox/inventory/write-date.ts';
import type { Event, EventDate } from '../../demo/sandbox/records.ts';

const events = ['a', 'b', 'c'].map((id) => ({ id }) as Event);

const step = fc.record({
  date: fc.nat(9),
  event: fc.nat(2),
  start: fc.nat(20),
});

test('whatever is added and moved, the calendar has what looking at each date finds', () => {
  fc.assert(
    fc.property(fc.array(step), fc.nat(20), fc.nat(20), (steps, from, to) => {
      const books = {
        dates: new Map<string, EventDate>(),
        calendar: createCalendar([]),
      } as unknown as Books;
      for (const { date, event: index, start } of steps) {
        const id = String(date);
        const event = events[index] as Event;
        const known = books.dates.get(id);
        if (known) changeDate(books, known, { event, start }, 0);
        else
          addDate(books, { id, event, start, active: 1, total_slots: 1, taken: 0, changed_at: 0 });
      }

      const within = [...books.dates.values()].filter(({ start }) => from <= start && start <= to);
      const listed = books.calendar.dates({ from, to });
      assert.deepEqual(new Set(listed), new Set(within));
      assert.equal(listed.length, within.length);
      assert.ok(listed.every(({ start }, index) => start >= (listed[index - 1]?.start ?? 0)));
      for (const { id } of events) {
        const own = books.calendar.datesOf(id, { from, to });
        assert.deepEqual(new Set(own), new Set(within.filter(({ event }) => event.id === id)));
        assert.ok(own.every(({ start }, index) => start >= (own[index - 1]?.start ?? 0)));
      }
    }),
  );
});
