import { type Day, isDay } from './days.ts';

/** What a widget shows, as its attributes or the page's address name it. */
export interface Route {
  /** Id; empty for the list. */
  event: string;
  /** Empty for any. */
  day: Day | '';
  participants: number;
}

/** The texts before parsing; null where there is none. */
type Written = { [Name in keyof Route]: string | null };

/** Reports an invalid value: its name, its text and the reason. */
export type OnWrong = (name: string, written: string, why: string) => void;

/** Invalid values are reported, and ignored. */
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
 * The first route of a widget. A deep link takes precedence over `day` and `participants`, but not
 * over `event`.
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

/** The route's parameters in an address. */
export function writtenIn(search: string): Written {
  const query = new URLSearchParams(search);
  const [event = null, day = null, participants = null] = names.map((name) =>
    query.get(`booking-${name}`),
  );
  return { event, day, participants };
}

/** An address with the parameters of a route; all other parts of it stay as they are written. */
export function addressOf({ event, day, participants }: Route, address: string): string {
  const url = new URL(address);
  const values = [event, day, participants > 1 ? String(participants) : ''];
  const parts = url.search
    .slice(1)
    .split('&')
    .filter((part) => names.every((name) => writtenIn(part)[name] === null));
  names.forEach((name, index) => {
    if (values[index]) parts.push(`booking-${name}=${encodeURIComponent(values[index])}`);
  });
  url.search = parts.join('&').replace(/^&/, '');
  return url.href;
}
