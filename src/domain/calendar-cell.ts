import type { DateState, DayAvailability } from './availability.ts';
import type { Day } from './days.ts';

/** What a calendar shows of a day. */
export interface Cell {
  day: Day;
  /** The day of the month. */
  number: string;
  /** The month that begins with the day, abbreviated; empty for other days. */
  month: string;
  /** The state of the day, whether few places are left, and how much room its line takes. */
  classes: string;
  /**
   * Below the number: the lowest price without its currency, or that it is free; the places left,
   * or why none are.
   */
  line: string;
  /** The accessible name. */
  label: string;
  /** Whether the day cannot be chosen. */
  disabled: boolean;
}

/** What the cells of a calendar have in common. */
export interface Calendar {
  readonly days: ReadonlyMap<Day, DayAvailability>;
  readonly currency: string;
  /** The number of places to look for. */
  readonly participants: number;
  /** Whether the days are being loaded; until then no day is said to have no dates. */
  readonly loading: boolean;
  readonly words: CalendarWords;
}

/** The texts of a calendar, as `Words` has them. */
interface CalendarWords {
  say(
    message:
      | Exclude<DateState, 'free'>
      | 'fullDay'
      | 'closedDay'
      | 'leftDay'
      | 'left'
      | 'forParty'
      | 'dayNone'
      | 'dayFrom',
    values?: { day?: string; price?: string; count?: number; forParty?: string },
  ): string;
  longDay(day: Day): string;
  shortMonth(day: Day): string;
  price(value: number, currency: string): string;
  shortMoney(value: number, currency: string): string;
  list(...items: string[]): string;
}

/** The number of characters that fit on one line in the narrowest cell. */
const SHORT_LINE = 5;

export function cellOf(day: Day, calendar: Calendar): Cell {
  const found = calendar.days.get(day);
  const line = found ? lineOf(found, calendar) : '';
  const length = line.length > SHORT_LINE ? 'long' : line ? '' : 'bare';
  return {
    day,
    number: String(Number(day.slice(8))),
    month: day.endsWith('-01') ? calendar.words.shortMonth(day) : '',
    classes: [found?.state ?? 'none', found?.scarce ? 'scarce' : '', length]
      .filter(Boolean)
      .join(' '),
    line,
    label: labelOf(day, found, calendar),
    disabled: found?.state !== 'free',
  };
}

function lineOf(
  { state, scarce, left, fromValue }: DayAvailability,
  { words, currency, participants }: Calendar,
): string {
  if (state === 'too-few-places') return `${left}/${participants}`;
  if (state !== 'free') return words.say(state === 'full' ? 'fullDay' : 'closedDay');
  if (scarce) return words.say('leftDay', { count: left });
  if (fromValue === null) return '';
  return fromValue === 0 ? words.price(0, currency) : words.shortMoney(fromValue, currency);
}

function labelOf(
  day: Day,
  found: DayAvailability | undefined,
  { words, currency, participants, loading }: Calendar,
): string {
  const longDay = words.longDay(day);
  if (!found) return loading ? longDay : words.say('dayNone', { day: longDay });
  const { state, scarce, left: count, fromValue } = found;
  if (state !== 'free') {
    const forParty = words.say('forParty', { count: participants });
    return words.list(longDay, words.say(state, { count, forParty }));
  }
  const price = words.price(fromValue ?? 0, currency);
  return words.list(
    fromValue ? words.say('dayFrom', { day: longDay, price }) : longDay,
    ...(fromValue === 0 ? [price] : []),
    ...(scarce ? [words.say('left', { count })] : []),
  );
}
