import { addDays, type Day, isDay, localDay, weekdayOf } from './days.ts';
import type { ListFilter } from './list-filter.ts';

/** A word or a number of a text, and where it stands. */
interface Token {
  /** Without case and accents, with European digits. */
  word: string;
  start: number;
  end: number;
}

/** What a text says of a day, from one token to another, the last one excluded. */
interface Spoken {
  day: Day;
  from: number;
  to: number;
}

/** What Intl calls days in a language. */
interface Names {
  /** Words in a row, and how many days after today they mean. */
  relative: [words: string[], distance: number][];
  /** From Sunday on. */
  weekdays: string[];
  briefWeekdays: string[];
  /** For each month, how it can be written. */
  months: string[][];
  /** What stands between day and month, as in “5 de diciembre”. */
  joints: string[];
  /** In “5.12.” the day comes first; in English it depends on who writes. */
  isDayFirst: boolean;
}

/**
 * A filter whose text names a day, such as “kayak saturday” or “5. Dezember”: with that day, and the
 * text without it. `now` is in milliseconds since the epoch.
 */
export function withSpokenDay(filter: ListFilter, lang: string, now: number): ListFilter {
  const { match } = filter;
  const tokens = tokensOf(match);
  const spoken = spokenIn(match, tokens, namesIn(lang), localDay(now));
  if (!spoken) return filter;
  const before = withoutPreposition(tokens.slice(0, spoken.from));
  const start = tokens[before.length]?.start ?? 0;
  const end = tokens[spoken.to]?.start ?? match.length;
  const rest = `${match.slice(0, start)}${match.slice(end)}`;
  return { ...filter, match: rest.trim().replace(/[\s,،]+$/, ''), day: spoken.day };
}

function spokenIn(text: string, tokens: Token[], names: Names, today: Day): Spoken | undefined {
  for (const from of tokens.keys()) {
    const spoken =
      relativeAt(tokens, from, names, today) ??
      dateAt(tokens, from, names, today) ??
      numbersAt(text, tokens, from, names, today) ??
      weekdayAt(tokens, from, names, today);
    if (spoken) return spoken;
  }
  return undefined;
}

/** Today, tomorrow, the day after. */
function relativeAt(tokens: Token[], from: number, { relative }: Names, today: Day) {
  for (const [words, distance] of relative) {
    const isHere = words.every((word, index) => tokens[from + index]?.word === word);
    if (isHere) return { day: addDays(today, distance), from, to: from + words.length };
  }
  return undefined;
}

/** The next day of this name, which today may be. Short names mean too much else: “mar”, “so”. */
function weekdayAt(tokens: Token[], from: number, { weekdays }: Names, today: Day) {
  const weekday = weekdays.indexOf(tokens[from]?.word ?? '');
  if (weekday < 0) return undefined;
  const distance = (weekday - weekdayOf(today) + 7) % 7;
  return { day: addDays(today, distance), from, to: from + 1 };
}

/** “5 Dec”, “December 5th 2026”, “Sat, 5. Dezember”, “5 de diciembre”. */
function dateAt(tokens: Token[], from: number, names: Names, today: Day): Spoken | undefined {
  const first = afterWeekday(tokens, from, names);
  const joint = names.joints.includes(tokens[first + 1]?.word ?? '') ? 1 : 0;
  const second = first + 1 + joint;
  const [one = '', other = ''] = [tokens[first]?.word, tokens[second]?.word];
  const isMonthFirst = monthOf(one, names) > 0;
  const month = monthOf(isMonthFirst ? one : other, names);
  const date = dateOf(isMonthFirst ? other : one);
  return spokenDate({ month, date, from, to: second + 1 }, tokens, today);
}

/** A weekday before a date says nothing more, and may be a short one. */
function afterWeekday(tokens: Token[], from: number, { weekdays, briefWeekdays }: Names): number {
  const isWeekday = [...weekdays, ...briefWeekdays].includes(tokens[from]?.word ?? '');
  return isWeekday ? from + 1 : from;
}

/** “5.12.”, “5/12/2026”. */
function numbersAt(text: string, tokens: Token[], from: number, names: Names, today: Day) {
  const first = afterWeekday(tokens, from, names);
  const [one, other] = tokens.slice(first, first + 2);
  if (!names.isDayFirst || !one || !other) return undefined;
  if (!/^[./]$/.test(text.slice(one.end, other.start))) return undefined;
  const [date, month] = [one, other].map(({ word }) => (/^\d\d?$/.test(word) ? Number(word) : 0));
  return spokenDate({ month, date, from, to: first + 2 }, tokens, today);
}

interface WrittenDate {
  month: number | undefined;
  date: number | undefined;
  from: number;
  to: number;
}

/** With the year that is written after it, else the next day of this date. */
function spokenDate(
  { month = 0, date = 0, from, to }: WrittenDate,
  tokens: Token[],
  today: Day,
): Spoken | undefined {
  if (month === 0 || date === 0) return undefined;
  const written = tokens[to]?.word ?? '';
  const isYear = /^20\d\d$/.test(written);
  const years = isYear ? [Number(written)] : yearsFrom(Number(today.slice(0, 4)));
  const day = years
    .map((year) => [year, month, date].map((part) => String(part).padStart(2, '0')).join('-'))
    .find((each) => isDay(each) && each >= today);
  return day ? { day, from, to: isYear ? to + 1 : to } : undefined;
}

/** 29 February may be eight years away. */
const yearsFrom = (year: number) => [...Array(9).keys()].map((later) => year + later);

/** From 1 to 12; 0 if it is none. */
function monthOf(word: string, { months }: Names): number {
  return word === '' ? 0 : months.findIndex((written) => written.includes(word)) + 1;
}

/** 5 of “5”, “5th”, “1er”; 0 if it is none. */
function dateOf(word: string): number {
  return Number(/^(\d\d?)\p{L}{0,2}$/u.exec(word)?.[1] ?? 0);
}

/** A word of one or two letters before a day says nothing else: “on”, “am”, “le”, “el”. */
function withoutPreposition(tokens: Token[]): Token[] {
  const isShort = /^\p{L}{1,2}$/u.test(tokens.at(-1)?.word ?? '');
  return isShort ? tokens.slice(0, -1) : tokens;
}

function tokensOf(text: string): Token[] {
  return [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map(({ 0: word, index }) => ({
    word: normalise(word),
    start: index,
    end: index + word.length,
  }));
}

function normalise(word: string): string {
  return word
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/\p{Nd}/gu, (digit) => String((digit.codePointAt(0) ?? 0) & 15))
    .toLowerCase();
}

const wordsOf = (text: string) => tokensOf(text).map(({ word }) => word);

let last: { lang: string; names: Names } | undefined;

/** Kept, because creating formats is slow. */
function namesIn(lang: string): Names {
  if (last?.lang !== lang) last = { lang, names: readNames(lang) };
  return last.names;
}

function readNames(lang: string): Names {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(lang, { ...options, timeZone: 'UTC' });
  const near = new Intl.RelativeTimeFormat(lang, { numeric: 'auto' });
  // 3 January 2021 was a Sunday.
  const weekdays = (weekday: 'long' | 'short') => {
    const form = format({ weekday });
    return [3, 4, 5, 6, 7, 8, 9].map(
      (date) => wordsOf(form.format(Date.UTC(2021, 0, date)))[0] ?? '',
    );
  };
  const forms = (['long', 'short'] as const).flatMap((month) => [
    format({ month }),
    // Some languages write it otherwise beside a day.
    format({ month, day: 'numeric' }),
  ]);
  const partsOf = (form: Intl.DateTimeFormat, time: number) =>
    form.formatToParts(time).filter(({ type }) => type === 'month' || type === 'day');
  const joints = forms
    .flatMap((form) => form.formatToParts(Date.UTC(2021, 0, 3)))
    .flatMap(({ type, value }) => (type === 'literal' ? wordsOf(value) : []));
  const [first] = partsOf(format({ month: 'numeric', day: 'numeric' }), 0);
  return {
    // The longest first: “après-demain” has “demain” in it.
    relative: [0, 1, 2]
      .map((distance): [string[], number] => [wordsOf(near.format(distance, 'day')), distance])
      .sort(([a], [b]) => b.length - a.length),
    weekdays: weekdays('long'),
    briefWeekdays: weekdays('short'),
    months: [...Array(12).keys()].map((month) =>
      forms.flatMap((form) =>
        partsOf(form, Date.UTC(2021, month, 3)).flatMap(({ type, value }) =>
          type === 'month' ? wordsOf(value).slice(0, 1) : [],
        ),
      ),
    ),
    joints,
    isDayFirst: first?.type === 'day',
  };
}
