import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import type { EventDate } from '#contract/date.schema';
import type { ListedEvent, MergedEvent } from '#contract/event.schema';
import { monthRange } from '#contract/month-range';
import { sandboxClients } from '../../../demo/sandbox/clients.ts';
import type { Fetch } from '../../../proxy/ports.ts';
import { daysOf, startsFor, startsOf } from '../../../src/domain/availability.ts';
import { monthOf } from '../../../src/domain/days.ts';
import { createWorld } from '../../support/world.ts';

// After any changes on the platform, lists by day and party and calendars match the platform's
// records within 90 seconds. Covers the whole way from a delta to a response, and to a day in the
// calendar.

const zones = [
  ...['Europe/Berlin', 'Europe/Lisbon', 'America/New_York', 'America/Los_Angeles'],
  ...['America/St_Johns', 'America/Sao_Paulo', 'Asia/Tokyo', 'Asia/Kathmandu'],
  ...['Australia/Lord_Howe', 'Pacific/Auckland', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'],
];
/** Times around the clock changes in Europe and America. */
const moments = [
  ['2026-10-22T09:00:00Z', ['2026-10-24', '2026-10-25', '2026-10-26', '2026-11-01']],
  ['2027-03-12T09:00:00Z', ['2027-03-13', '2027-03-14', '2027-03-28', '2027-03-29']],
] as const;

interface Item {
  readonly id: string;
  readonly [field: string]: unknown;
}
interface WireEvent extends Item {
  readonly root_event_id: string;
  readonly latest_booking_time: number;
  readonly min_participants: number;
  readonly prices: readonly { readonly public: number }[];
}
interface WireDate extends Item {
  readonly event_id: string;
  readonly date: string;
  readonly active: number;
  readonly available_slots: number;
}

/** Gives merged events different time zones, because the sandbox has only three cities. */
function zoneOf(rootId: string): string {
  const sum = [...rootId].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  return zones[sum % zones.length] ?? '';
}

function elsewhere(platform: Fetch): Fetch {
  return async (request) => {
    const response = await platform(request);
    if (new URL(request.url).pathname !== '/v3/events' || !response.ok) return response;
    const events = (await response.json()) as WireEvent[];
    const moved = events.map((event) => ({
      ...event,
      timezone: zoneOf(event.root_event_id || event.id),
    }));
    return Response.json(moved, { headers: response.headers });
  };
}

async function openWorld(now: string) {
  const world = createWorld({ now: Date.parse(now), scenario: 'busy', between: elsewhere });
  const ask = async (path: string, init: RequestInit = {}) =>
    world.sandbox(new Request(`https://platform.example${path}`, init));
  const { id: client_id, secret: client_secret } = sandboxClients.reseller;
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
  const granted = await ask('/oauth/token', { method: 'POST', body });
  const { access_token } = (await granted.json()) as { access_token: string };
  const headers = { Authorization: `Bearer ${access_token}` };
  const list = async <T>(path: string) => (await (await ask(path, { headers })).json()) as T[];
  const control = (path: string, change: object) =>
    ask(`/sandbox${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(change),
    });
  return { ...world, list, control };
}
type TruthWorld = Awaited<ReturnType<typeof openWorld>>;

/** What the calendar shows of a day: its starts with enough places, and its name. */
async function calendarDay(
  world: TruthWorld,
  id: string,
  day: string,
  participants: number,
): Promise<{ free: string[]; state: string }> {
  const month = monthOf(day);
  const [start, end] = monthRange(month);
  const range = `start_date=${start}&end_date=${end}`;
  const { body: event } = await world.get<MergedEvent>(`/v3/merged_events/${id}`);
  const { body: dates } = await world.get<EventDate[]>(`/v3/events/${id}/dates?${range}`);
  const starts = startsFor(startsOf(event, dates, world.clock()), participants);
  const shown = daysOf(starts).get(day);
  const free = (shown?.starts ?? []).filter(({ state }) => state === 'free');
  return {
    free: free.map(({ date }) => `${date.id} ${date.available_slots}`).toSorted(),
    state: shown?.state ?? 'none',
  };
}

/** The oracle: computes the same from the records, without index and binary search. */
function recompute(
  root: WireEvent,
  { events, dates, now }: { events: WireEvent[]; dates: WireDate[]; now: number },
  day: string,
  participants: number,
  minimumFor: (event: WireEvent) => number,
): string[] {
  const family = events.filter(({ id, root_event_id }) => [id, root_event_id].includes(root.id));
  const calendar = new Intl.DateTimeFormat('en-US', {
    timeZone: zoneOf(root.id),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const dayOf = (instant: string) => {
    const parts = calendar.formatToParts(new Date(instant));
    const part = (type: string) => parts.find((each) => each.type === type)?.value;
    return `${part('year')}-${part('month')}-${part('day')}`;
  };
  const starts = dates.filter((date) => {
    const event = family.find(({ id }) => id === date.event_id);
    return (
      event !== undefined &&
      event.prices.some((price) => price.public === 1) &&
      date.active === 1 &&
      dayOf(date.date) === day &&
      date.available_slots >= participants &&
      minimumFor(event) <= participants &&
      now <= Date.parse(date.date) - event.latest_booking_time * 60_000
    );
  });
  return starts.map(({ id, available_slots }) => `${id} ${available_slots}`).sort();
}

const minimumOf = (event: WireEvent) => event.min_participants;

const anyChange = fc.record({
  pick: fc.nat(),
  kind: fc.constantFrom('take one', 'take all', 'move'),
  hours: fc.integer({ min: -60, max: 60 }),
});
const anyRound = fc.record({
  day: fc.nat({ max: 3 }),
  participants: fc.integer({ min: 1, max: 8 }),
  changes: fc.array(anyChange, { maxLength: 6 }),
});

async function apply(
  world: TruthWorld,
  dates: readonly WireDate[],
  { pick, kind, hours }: { pick: number; kind: string; hours: number },
): Promise<void> {
  const date = dates[pick % dates.length];
  if (!date) return;
  if (kind === 'move') {
    const moved = new Date(Date.parse(date.date) + hours * 3_600_000);
    const start = moved.toISOString().slice(0, 19) + 'Z';
    await world.control(`/dates/${date.id}/move`, { date: start });
  } else if (date.available_slots > 0) {
    const slots = kind === 'take one' ? 1 : date.available_slots;
    await world.control('/take', { date_id: date.id, slots });
  }
}

for (const [now, days] of moments) {
  test(`from ${now} on, lists by day and party, and calendars, say what the platform's records say`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyRound, { minLength: 1, maxLength: 5 }), async (rounds) => {
        const world = await openWorld(now);
        for (const { day: at, participants, changes } of rounds) {
          const day = days[at] ?? days[0];
          const path = `/v3/events?day=${day}&participants=${participants}`;
          await world.get(path);
          const around = `start_date=${days[0]}T00:00:00Z&end_date=${days[3]}T23:59:59Z`;
          const datesPath = `/v3/dates?available=false&ignore_latest_booking_time=true&${around}`;
          const dates = await world.list<WireDate>(datesPath);
          for (const change of changes) await apply(world, dates, change);
          world.advance(70_001);

          const { body: listed } = await world.get<ListedEvent[]>(path);
          const records = {
            events: await world.list<WireEvent>('/v3/events?type=ALL'),
            dates: await world.list<WireDate>(
              '/v3/dates?available=false&ignore_latest_booking_time=true',
            ),
            now: world.clock(),
          };
          assert.ok(listed.length > 10);
          for (const event of listed) {
            const root = records.events.find(({ id }) => id === event.id);
            assert.ok(root);
            const told = (event.starts ?? []).map(
              (start) => `${start.id} ${start.available_slots}`,
            );
            const ofList = recompute(root, records, day, participants, minimumOf);
            assert.deepEqual(told.toSorted(), ofList);
            assert.equal(event.no_starts === null, told.length > 0);
          }
          // Compares two events in detail. The calendar ignores the minimum, which the steppers
          // check.
          for (const event of [listed[at], listed.at(-1 - participants)]) {
            const root = records.events.find(({ id }) => id === event?.id);
            assert.ok(root);
            const shown = await calendarDay(world, root.id, day, participants);
            assert.deepEqual(
              shown.free,
              recompute(root, records, day, participants, () => 0),
            );
            assert.equal(shown.state === 'free', shown.free.length > 0);
          }
        }
      }),
      { numRuns: 12 },
    );
  });
}
