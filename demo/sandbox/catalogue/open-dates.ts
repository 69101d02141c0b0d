import { opaqueId, share } from '../random.ts';
import type { Event, EventDate } from '../records.ts';
import type { WallClock } from './starts.ts';
import { dayNumber, timesOn } from './starts.ts';
import type { Demand, EventData } from './types.ts';

/**
 * One date in six has fewer places than its event says, which the spec allows per date
 * (max_participants).
 */
const SHARE_OF_SMALLER_DATES = 1 / 6;

/** The dates of one event, for so many days from today. */
export function openDates(
  seed: string,
  now: number,
  days: number,
  wallClock: WallClock,
  event: Event,
  { key, schedule, demand }: EventData,
): EventDate[] {
  const today = dayNumber(now);
  const dates: EventDate[] = [];
  for (let ahead = demand.firstDay ?? 0; ahead < days; ahead += 1) {
    const times = timesOn(today + ahead, schedule);
    for (const time of times) {
      const start = wallClock(today + ahead, time);
      const name = `${seed}/date/${key}/${start}`;
      const total_slots = totalSlots(name, event.max_participants);
      dates.push({
        id: opaqueId(name),
        event,
        active: 1,
        start,
        total_slots,
        taken: takenSlots(name, total_slots, ahead, time === times.at(-1), demand),
        changed_at: event.changed_at,
      });
    }
  }
  return dates;
}

function totalSlots(name: string, maxParticipants: number): number {
  const isSmaller = share(`${name}/total`) < SHARE_OF_SMALLER_DATES;
  return isSmaller ? Math.ceil(maxParticipants * 0.75) : maxParticipants;
}

function takenSlots(
  name: string,
  total: number,
  ahead: number,
  isLastOfDay: boolean,
  demand: Demand,
): number {
  const left = demand.placesLeft?.[ahead];
  if (left !== undefined) return isLastOfDay ? total - left : total;
  if (demand.usual === 1) return total;
  const nearness = ahead < 14 ? 1 : ahead < 60 ? 0.6 : 0.2;
  const load = demand.usual * nearness * (0.4 + 1.2 * share(`${name}/taken`));
  return Math.min(total, Math.floor(total * load));
}
