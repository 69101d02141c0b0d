import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { type ExistingDate, planDates, type WantedDate } from '../../demo/plan-dates.ts';

const wanted = (date: string, total_slots = 12): WantedDate => ({ date, total_slots });
const existing = (date: string, taken = 0, total_slots = 12): ExistingDate => ({
  id: `id of ${date}`,
  date,
  total_slots,
  available_slots: total_slots - taken,
});

test('dates that the platform does not have are created, and those that it has are left', () => {
  const plan = planDates([existing('A')], [wanted('A'), wanted('B')]);

  assert.deepEqual(plan, { create: [wanted('B')], update: [] });
});

test('a date that is not wanted any more is moved to one that is missing, unless somebody has booked it', () => {
  const plan = planDates([existing('A', 3), existing('B')], [wanted('C'), wanted('D')]);

  assert.deepEqual(plan.update, [
    { date_id: 'id of B', date: 'C' },
    { date_id: 'id of A', total_slots: 3 },
  ]);
  assert.deepEqual(plan.create, [wanted('D')]);
});

test('other places are written, but never fewer than are taken', () => {
  const plan = planDates([existing('A', 2), existing('B', 9)], [wanted('A', 5), wanted('B', 5)]);

  assert.deepEqual(plan.update, [
    { date_id: 'id of A', total_slots: 5 },
    { date_id: 'id of B', total_slots: 9 },
  ]);
});

test('so many places are left as are asked for, and no more than there are', () => {
  const dates = [existing('A', 4), existing('B', 11)];

  const soldOut = planDates(dates, [wanted('A'), wanted('B')], 0);
  const few = planDates(dates, [wanted('A'), wanted('B')], 2);

  assert.deepEqual(soldOut.update, [
    { date_id: 'id of A', total_slots: 4 },
    { date_id: 'id of B', total_slots: 11 },
  ]);
  assert.deepEqual(few.update, [{ date_id: 'id of A', total_slots: 6 }]);
});

const starts = fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F');
const anyWanted = fc.uniqueArray(fc.tuple(starts, fc.integer({ min: 1, max: 9 })), {
  selector: ([date]) => date,
});
const anyExisting = fc.array(fc.tuple(starts, fc.nat(9), fc.nat(9)));

test('after any plan the wanted dates alone have free places, every booking stands, and nothing is left to do', () => {
  fc.assert(
    fc.property(anyExisting, anyWanted, (dates, wishes) => {
      const before = dates.map(([date, taken, free], index) => ({
        ...existing(date, taken, taken + free),
        id: String(index),
      }));
      const wished = wishes.map(([date, places]) => wanted(date, places));
      const plan = planDates(before, wished);

      const after = written(before, plan);

      const names = wished.map(({ date }) => date);
      for (const { date, available_slots } of after) {
        assert.ok(available_slots === 0 || (available_slots > 0 && names.includes(date)));
      }
      for (const name of names) assert.ok(after.some(({ date }) => date === name));
      for (const [index, one] of before.entries()) {
        if (takenOf(one) > 0) assert.equal(after[index]?.date, one.date);
      }
      assert.deepEqual(planDates(after, wished), { create: [], update: [] });
    }),
  );
});

const takenOf = ({ total_slots, available_slots }: ExistingDate) => total_slots - available_slots;

/** The platform's dates after a plan was written. */
function written(
  before: readonly ExistingDate[],
  { create, update }: ReturnType<typeof planDates>,
): ExistingDate[] {
  const changed = before.map((one) => {
    const { date = one.date, total_slots = one.total_slots } =
      update.find(({ date_id }) => date_id === one.id) ?? {};
    return { ...one, date, total_slots, available_slots: total_slots - takenOf(one) };
  });
  return [...changed, ...create.map(({ date, total_slots }) => existing(date, 0, total_slots))];
}
