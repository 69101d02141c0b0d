import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { HOUR, MINUTE, SECOND } from '#contract/milliseconds';
import { monthRange } from '#contract/month-range';
import type { Loaded } from '../../../proxy/cache/cache.ts';
import {
  appendChanges,
  changesSince,
  type DateChange,
} from '../../../proxy/catalog/date-changes.ts';
import { isWithin } from '../../../proxy/catalog/date-index.ts';
import { createLoadedMonths } from '../../../proxy/catalog/loaded-months.ts';
import type { SharedLists } from '../../../proxy/catalog/shared-lists.ts';
import { unlimited } from '../../../proxy/guards/visitor.ts';
import type { PlatformDate } from '../../../proxy/platform/translate.ts';
import type { Priority, Visitor } from '../../../proxy/ports.ts';
import { createWorld } from '../../support/world.ts';

const NOW = Date.parse('2026-11-21T09:00:00Z');
const NOVEMBER = '2026-11';
const DECEMBER = '2026-12';
const JANUARY = '2027-01';
const allMonths = [NOVEMBER, DECEMBER, JANUARY];

function aDate(id: string, day: string, available_slots = 8): PlatformDate {
  return { id, event_id: 'kayak', date: `${day}T10:00:00Z`, available_slots, total_slots: 8 };
}

const isOf = (month: string, date: PlatformDate | undefined) => {
  const [start, end] = monthRange(month);
  return date !== undefined && isWithin(date, { start, end });
};

/** The months of a proxy whose platform has these dates. */
function setUp(...dates: PlatformDate[]) {
  const time = { now: NOW };
  const clock = () => time.now;
  const platform = new Map(dates.map((date) => [date.id, date]));
  const listings: string[] = [];
  const charges: number[] = [];
  /** The platform calls that a listing takes. */
  const cost = { calls: 1, fails: false };
  const limits = { perMonth: 100 };
  /** What other instances have listed, by month. */
  const listed = new Map<string, Loaded<readonly unknown[]>>();
  const lists: SharedLists = {
    open: ({ ask }) => ({
      async listSince(name, since, priority) {
        const list = listed.get(name);
        if (list && list.asOf >= since) return list as never;
        const asOf = clock();
        return { value: await ask({ name, priority, asOf, before: undefined }), asOf };
      },
      restore: async () => undefined,
      invalidate: () => {},
    }),
  };
  const between = (start: string, end: string) =>
    [...platform.values()].filter((date) => isWithin(date, { start, end }));
  const { context, sandbox } = createWorld();
  const site = context(sandbox);
  const config = {
    ...site.config,
    get DATES_PER_MONTH() {
      return limits.perMonth;
    },
  };
  const months = createLoadedMonths(
    {
      async datesBetween(start, end, max, priority) {
        const month = allMonths.find((each) => monthRange(each)[0] === start) ?? '';
        listings.push(`${month} ${priority}`);
        assert.deepEqual([start, end, max], [...monthRange(month), limits.perMonth]);
        if (cost.fails) throw new Error('the platform is down');
        return { dates: between(start, end), calls: cost.calls };
      },
    },
    { switchWhereMissing: (list) => list },
    { ...site, config, clock, monotonic: clock },
    lists,
  );
  const visitor: Visitor = { ...unlimited, charge: (calls) => void charges.push(calls) };
  return {
    months,
    time,
    platform,
    listings,
    charges,
    cost,
    limits,
    visitor,
    put: (date: PlatformDate) => void platform.set(date.id, date),
    load: (...requested: string[]) => months.listMissing(requested, visitor),
    listAgain: (since: number, priority: Priority = 'visitor') => months.listAgain(since, priority),
    /** Another instance lists a month. */
    listElsewhere(month: string): void {
      listed.set(month, { value: between(...monthRange(month)), asOf: clock() });
    },
    /** The changes of this instance since its months were listed. */
    changes(changed: PlatformDate[], gone: string[] = []): DateChange[] {
      return appendChanges(undefined, months.oldestAsOf(), { changed, gone }, clock());
    },
    /** The months that are there. */
    there: () => allMonths.filter((month) => months.ageOf(month) < Infinity),
    ids: () => months.index.ofEvent('kayak').map(({ id }) => id),
  };
}
type SetUp = ReturnType<typeof setUp>;

/** Listings in the background end in the same turn. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

const november = aDate('november', '2026-11-24');
const december = aDate('december', '2026-12-24');
const january = aDate('january', '2027-01-24');
/** Of both November and December, because it is that day somewhere. */
const both = aDate('both', '2026-12-01');

test('months are listed when they are first requested, and have the dates of their range', async () => {
  const { load, listings, ids, months, there } = setUp(november, both, december, january);
  assert.equal(months.isEmpty, true);

  await load(NOVEMBER);
  assert.deepEqual(ids(), ['november', 'both']);
  await load(NOVEMBER, DECEMBER);
  await load(DECEMBER);

  assert.deepEqual(ids(), ['november', 'both', 'december']);
  assert.deepEqual(listings, ['2026-11 visitor', '2026-12 visitor']);
  assert.deepEqual([months.isEmpty, there()], [false, [NOVEMBER, DECEMBER]]);
});

test('the first visitor of a month is charged for each page of its listing, and no other', async () => {
  const { load, cost, charges } = setUp();
  cost.calls = 3;
  await load(NOVEMBER);
  assert.deepEqual(charges, [1, 2]);
  cost.calls = 1;
  await load(NOVEMBER, DECEMBER);
  assert.deepEqual(charges, [1, 2, 1]);
  await load(NOVEMBER, DECEMBER);

  assert.deepEqual(charges, [1, 2, 1]);
});

test('a month that another instance has listed is one call for its first visitor', async () => {
  const { load, cost, charges, listElsewhere, listings, months, time } = setUp(november);
  cost.calls = 3;
  listElsewhere(NOVEMBER);
  time.now += 20 * MINUTE;

  await load(NOVEMBER);

  assert.deepEqual([charges, listings], [[1], []]);
  assert.deepEqual([months.ageOf(NOVEMBER), months.oldestAsOf()], [20 * MINUTE, NOW]);
});

test('a visitor who is over the limit has no month listed', async () => {
  const { months, visitor, listings } = setUp(november);
  const over = new Error('too many calls');
  const charge = () => {
    throw over;
  };

  await assert.rejects(months.listMissing([NOVEMBER], { ...visitor, charge }), over);

  assert.deepEqual([listings, months.isEmpty], [[], true]);
});

test('a month that cannot be listed is not there, and is listed once the platform is back', async () => {
  const { load, cost, months, time, ids } = setUp(november);
  cost.fails = true;
  await assert.rejects(load(NOVEMBER), /the platform is down/);
  assert.equal(months.ageOf(NOVEMBER), Infinity);
  cost.fails = false;
  time.now += 2 * SECOND;
  await load(NOVEMBER);

  assert.deepEqual(ids(), ['november']);
});

test('after an hour a month is listed in the background, and was served meanwhile', async () => {
  const { load, put, time, listings, months } = setUp(november);
  await load(NOVEMBER);
  put({ ...november, available_slots: 3 });
  time.now += HOUR - SECOND;
  await load(NOVEMBER);
  assert.deepEqual(listings, ['2026-11 visitor']);
  time.now += SECOND;
  await load(NOVEMBER);
  assert.equal(months.index.get('november')?.available_slots, 8);
  await settled();

  assert.deepEqual(listings, ['2026-11 visitor', '2026-11 background']);
  assert.equal(months.index.get('november')?.available_slots, 3);
});

const drops: [what: string, act: (months: SetUp) => unknown, left: string[], ids: string[]][] = [
  ['just under an hour', ({ time }) => (time.now += HOUR - 1), allMonths, ['november', 'both']],
  [
    'an hour',
    ({ time }) => (time.now += HOUR),
    [DECEMBER, JANUARY],
    ['both', 'december', 'january'],
  ],
  [
    'its turn to be dropped, as there are too many dates',
    ({ limits }) => (limits.perMonth = 1),
    [DECEMBER, JANUARY],
    ['both', 'december', 'january'],
  ],
  [
    'the clock was set back',
    ({ time }) => (time.now -= 2 * HOUR),
    [DECEMBER],
    ['both', 'december'],
  ],
];
for (const [what, act, left, ids] of drops) {
  test(`a month after ${what}: ${left.join(', ')} stay`, async () => {
    const parts = setUp(november, both, december, january);
    await parts.load(NOVEMBER);
    parts.time.now += 1;
    await parts.load(JANUARY);
    parts.time.now -= 1;
    act(parts);
    await parts.load(DECEMBER);

    assert.deepEqual(parts.there(), left);
    for (const id of ids) assert.ok(parts.ids().includes(id), id);
    assert.ok(parts.ids().every((id) => left.some((month) => isOf(month, parts.platform.get(id)))));
  });
}

test('the last month is not dropped, however many dates it has', async () => {
  const { load, limits, there } = setUp(november, both, december);
  await load(NOVEMBER);
  limits.perMonth = 0;
  await load(NOVEMBER);

  assert.deepEqual(there(), [NOVEMBER]);
});

test('only months that were requested within five minutes are listed again, the others are dropped', async () => {
  const { load, listAgain, listings, put, time, there, months } = setUp(november, december);
  await load(NOVEMBER, DECEMBER);
  time.now += 5 * MINUTE - 1;
  await load(DECEMBER);
  put({ ...december, available_slots: 2 });
  time.now += 1;
  await listAgain(time.now, 'background');

  assert.deepEqual(listings.slice(2), ['2026-12 background']);
  assert.deepEqual([there(), months.ageOf(DECEMBER)], [[DECEMBER], 0]);
  assert.equal(months.index.get('december')?.available_slots, 2);
  assert.equal(months.index.get('november'), undefined);
});

test('the age of all is that of the oldest month, and of none it is nothing', async () => {
  const { load, months, time } = setUp();
  assert.deepEqual([months.oldestAsOf(), months.ageOf(NOVEMBER)], [NOW, Infinity]);
  await load(NOVEMBER);
  time.now += MINUTE;
  await load(DECEMBER);

  assert.deepEqual([months.oldestAsOf(), months.ageOf(NOVEMBER)], [NOW, MINUTE]);
  assert.equal(months.ageOf(DECEMBER), 0);
  months.clear();
  assert.deepEqual([months.isEmpty, months.oldestAsOf()], [true, time.now]);
  assert.equal(months.index.get('november'), undefined);
});

const moved = (day: string) => aDate('november', day, 1);
const changeCases: [what: string, changed: PlatformDate[], gone: string[], ids: string[]][] = [
  ['other places', [{ ...november, available_slots: 1 }], [], ['november', 'both']],
  ['a new date', [aDate('new', '2026-11-25')], [], ['november', 'new', 'both']],
  ['a new date of another month', [aDate('new', '2026-12-25')], [], ['november', 'both']],
  ['a date that is gone', [], ['november'], ['both']],
  ['a date that was never there and is gone', [], ['never'], ['november', 'both']],
  ['a date that moves within the month', [moved('2026-11-29')], [], ['november', 'both']],
  ['a date that moves to another month', [moved('2026-12-25')], [], ['both']],
];
for (const [what, changed, gone, ids] of changeCases) {
  test(`applies ${what}`, async () => {
    const { load, months, time, changes, ids: idsNow } = setUp(november, both);
    await load(NOVEMBER);
    time.now += MINUTE;

    const named = months.applyChanges(changes(changed, gone), time.now);

    assert.deepEqual(idsNow(), ids);
    assert.deepEqual([...named].sort(), [...changed.map(({ id }) => id), ...gone].sort());
    for (const date of changed.filter(({ id }) => ids.includes(id))) {
      assert.deepEqual(months.index.get(date.id), date);
    }
    assert.equal(months.ageOf(NOVEMBER), 0);
  });

  test(`a live read shows ${what}`, async () => {
    const { load, months, time, ids: idsNow } = setUp(november, both);
    await load(NOVEMBER);
    time.now += MINUTE;

    months.applyLive([...changed.map(({ id }) => id), ...gone], changed);

    assert.deepEqual(idsNow(), ids);
    // Other dates may have changed too.
    assert.equal(months.ageOf(NOVEMBER), MINUTE);
  });
}

test('a change from before a month was listed does not undo its listing', async () => {
  const { load, months, time, put, changes } = setUp(november);
  await load(DECEMBER);
  time.now += MINUTE;
  const earlier = changes([{ ...november, available_slots: 5 }]);
  const { now: asOf } = time;
  time.now += MINUTE;
  put({ ...november, available_slots: 2 });
  await load(NOVEMBER);

  months.applyChanges(earlier, asOf);

  assert.equal(months.index.get('november')?.available_slots, 2);
  assert.deepEqual([months.ageOf(NOVEMBER), months.ageOf(DECEMBER)], [0, MINUTE]);
});

test('an earlier listing of another instance does not undo the days that a month has in common', async () => {
  const { load, months, time, put, changes, listElsewhere } = setUp(both, november);
  listElsewhere(DECEMBER);
  time.now += MINUTE;
  const other = { ...both, available_slots: 3 };
  put(other);
  const list = changes([other]);
  const { now: asOf } = time;
  time.now += MINUTE;
  await load(NOVEMBER);

  await load(DECEMBER);
  assert.deepEqual(months.index.get('both'), other);
  months.applyChanges([{ at: NOW, id: '' }, ...list.slice(1)], asOf);

  assert.deepEqual(months.index.get('both'), other);
  assert.deepEqual([months.ageOf(NOVEMBER), months.ageOf(DECEMBER)], [0, MINUTE]);
});

test('a month from before the changes begin is dropped, because it may lack some', async () => {
  const { load, months, time, there } = setUp(november, december);
  await load(NOVEMBER);
  time.now += MINUTE;
  await load(DECEMBER);
  const begin = { at: time.now, id: '' };

  months.applyChanges([begin], time.now);

  assert.deepEqual(there(), [DECEMBER]);
  assert.equal(months.index.get('november'), undefined);
});

const recentCases: [what: string, ids: string[], age: number, found: string[] | undefined][] = [
  ['all of them', ['both', 'november'], 89 * SECOND, ['both', 'november']],
  ['none', [], 0, []],
  ['one that is not there', ['november', 'december'], 0, undefined],
  ['those that may be too old', ['november'], 90 * SECOND, undefined],
];
for (const [what, ids, age, found] of recentCases) {
  test(`a quote of ${what} uses ${found ? 'the loaded dates' : 'no loaded dates'}`, async () => {
    const { load, months, time } = setUp(november, both);
    await load(NOVEMBER);
    time.now += age;

    assert.deepEqual(
      months.recent(ids)?.map(({ id }) => id),
      found,
    );
  });
}

test('a quote uses no loaded dates while any month is too old, as the date may have moved there', async () => {
  const { load, months, time } = setUp(november, december);
  await load(NOVEMBER);
  time.now += 90 * SECOND;
  await load(DECEMBER);

  assert.equal(months.recent(['december']), undefined);
});

const id = fc.constantFrom('a', 'b', 'c', 'd');
/** Within each month, on the days that two months have, and in a month that is never requested. */
const day = fc.constantFrom(
  ...['2026-11-15', '2026-11-30', '2026-12-01', '2026-12-15'],
  ...['2026-12-31', '2027-01-01', '2027-01-15', '2027-02-15'],
);
const someMonths = fc.uniqueArray(fc.constantFrom(...allMonths), { minLength: 1 });
const duration = fc.integer({ min: 1, max: 20 * MINUTE });
type Step =
  | { readonly put: PlatformDate }
  | { readonly gone: string }
  | { readonly pass: number }
  | { readonly load: string[] }
  | { readonly elsewhere: string }
  | { readonly ask: true }
  | { readonly apply: true }
  | { readonly live: string[] }
  | { readonly listAgain: true };
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ put: fc.tuple(id, day, fc.nat(8)).map((parts) => aDate(...parts)) }),
  fc.record({ gone: id }),
  fc.record({ pass: duration }),
  fc.record({ load: someMonths }),
  fc.record({ elsewhere: fc.constantFrom(...allMonths) }),
  fc.record({ ask: fc.constant(true as const) }),
  fc.record({ apply: fc.constant(true as const) }),
  fc.record({ live: fc.uniqueArray(id) }),
  fc.record({ listAgain: fc.constant(true as const) }),
);

/** Walks through the steps, and calls `see` after each. */
async function walk(
  steps: Step[],
  see: (parts: SetUp, changedAt: ReadonlyMap<string, number>) => void,
) {
  const parts = setUp();
  const { months, time, platform } = parts;
  /** When each date changed last. */
  const changedAt = new Map<string, number>();
  /** The list of changes that all instances have. */
  let changes: Loaded<DateChange[]> | undefined;

  function ask(): void {
    const begin = changesSince(changes, time.now);
    const news = [...changedAt].filter(([, at]) => at >= begin).map(([changed]) => changed);
    const changed = news.flatMap((each) => platform.get(each) ?? []);
    const gone = news.filter((each) => !platform.has(each));
    const value = appendChanges(changes, begin, { changed, gone }, time.now);
    changes = { value, asOf: time.now };
  }

  for (const next of steps) {
    // No two things happen at the same time.
    time.now += 1;
    if ('put' in next) platform.set(next.put.id, next.put);
    if ('gone' in next) platform.delete(next.gone);
    if ('put' in next) changedAt.set(next.put.id, time.now);
    if ('gone' in next) changedAt.set(next.gone, time.now);
    if ('pass' in next) time.now += next.pass;
    if ('load' in next) await parts.load(...next.load);
    if ('elsewhere' in next) parts.listElsewhere(next.elsewhere);
    if ('ask' in next) ask();
    if ('apply' in next && changes) months.applyChanges(changes.value, changes.asOf);
    if ('live' in next) {
      months.applyLive(
        next.live,
        next.live.flatMap((each) => platform.get(each) ?? []),
      );
    }
    if ('listAgain' in next) await parts.listAgain(time.now);
    await settled();
    see(parts, changedAt);
  }
}
const steps = fc.array(step, { maxLength: 25, size: 'max' });

test('law: a month has all changes up to its time, and no date of another month', async () => {
  await fc.assert(
    fc.asyncProperty(steps, (list) =>
      walk(list, ({ months, time, platform, there }, changedAt) => {
        for (const month of there()) {
          const asOf = time.now - months.ageOf(month);
          for (const [each, at] of changedAt) {
            if (at >= asOf) continue;
            const [cached, current] = [months.index.get(each), platform.get(each)];
            if (isOf(month, current)) assert.deepEqual(cached, current, `${each} of ${month}`);
            else assert.ok(!isOf(month, cached), `${each} is not of ${month} any more`);
          }
        }
      }),
    ),
    { numRuns: 200 },
  );
});

test('law: the index has dates of loaded months alone, and none of them is used too late', async () => {
  await fc.assert(
    fc.asyncProperty(steps, (list) =>
      walk(list, ({ months, time, there }, changedAt) => {
        const loaded = there();
        for (const each of changedAt.keys()) {
          const cached = months.index.get(each);
          assert.ok(!cached || loaded.some((month) => isOf(month, cached)), each);
          const recent = months.recent([each]);
          if (!recent) continue;
          assert.deepEqual(recent, [cached]);
          assert.ok(loaded.every((month) => months.ageOf(month) < 90 * SECOND));
        }
        assert.equal(months.isEmpty, loaded.length === 0);
        const ages = loaded.map((month) => months.ageOf(month));
        assert.equal(months.oldestAsOf(), time.now - Math.max(0, ...ages));
      }),
    ),
  );
});
