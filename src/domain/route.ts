import { isDay, type Day } from './days.ts';

/** Where a widget begins, and where it is: what its attributes or the page's address say. */
export interface Route {
  /** Id; empty for the list. */
  event: string;
  /** Empty for any. */
  day: Day | '';
  participants: number;
}

/** As somebody wrote it; null for nothing. */
type Written = { [Name in keyof Route]: string | null };

/** What is wrong with one of them: its name, what is written there, and why it is of no use. */
export type OnWrong = (name: string, written: string, why: string) => void;

/** What is wrong is told, and as good as not written. */
export function parseRoute({ event, day, participants }: Written, onWrong: OnWrong): Route {
  const isGoodDay = !day || isDay(day);
  const isGoodParty = !participants || /^[1-9]\d?$/.test(participants);
  if (!isGoodDay) onWrong('day', day, 'is not a day like 2026-11-28');
  if (!isGoodParty) onWrong('participants', participants, 'is not a number from 1 to 99');
  return {
    event: event ?? '',
    day: (isGoodDay && day) || '',
    participants: (isGoodParty && Number(participants)) || 1,
  };
}

/**
 * Where a page's widget begins: a deep link says it over the attributes, save for the one event of a
 * page.
 */
export function firstRoute(attributes: Written, search: string, onWrong: OnWrong): Route {
  const own = parseRoute(attributes, onWrong);
  const written = writtenIn(search);
  const linked = parseRoute(written, (name, ...what) => onWrong(`booking-${name}`, ...what));
  return {
    event: own.event || linked.event,
    day: linked.day || own.day,
    participants: written.participants ? linked.participants : own.participants,
  };
}

const names = ['event', 'day', 'participants'] as const;

/** The parameters of an address that tell of a route. */
export function writtenIn(search: string): Written {
  const query = new URLSearchParams(search);
  const [event = null, day = null, participants = null] = names.map((name) =>
    query.get(`booking-${name}`),
  );
  return { event, day, participants };
}

/** The same address for another route; whatever else is in it stays. */
export function addressOf({ event, day, participants }: Route, address: string): string {
  const url = new URL(address);
  const values = [event, day, participants > 1 ? String(participants) : ''];
  names.forEach((name, index) => {
    url.searchParams.delete(`booking-${name}`);
    if (values[index]) url.searchParams.set(`booking-${name}`, values[index]);
  });
  return url.href;
}
