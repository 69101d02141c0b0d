import { minorDigits } from '#contract/currency';
import type { ProblemCode } from '#contract/problem.schema';
import { addDays, type Day, localDay, type Month, type Weeks } from '../domain/days.ts';
import { dayIn, toMillis } from '../domain/zone.ts';
import type { ListKey, Message, MessageKey, Messages } from './en.ts';
import { enOfList, problemsOfList } from './en-list.ts';

export type Values = Record<string, string | number>;

/** English as far as it has come: until the second script, without the steps after the list. */
let table: { readonly [Key in MessageKey]?: Message } & {
  readonly problems: Partial<Messages['problems']> & typeof problemsOfList;
} = { ...enOfList, problems: problemsOfList };

/** Adds the English texts of the steps after the list. */
export function addEnglish(messages: Messages): void {
  table = messages;
}

/** What elements of the first script may say. */
export type ListWords = Omit<Words, 'say'> & { say(key: ListKey, values?: Values): string };

/** The number of characters that fit into a day of the calendar on a phone. */
const CELL = 6;

/** RIGHT-TO-LEFT MARK: a text that begins with it is right to left, also within another text. */
const RIGHT_TO_LEFT = '\u200f';

const rightToLeftLanguages: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ur']);

/**
 * FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE, so that a left-to-right name does not reorder
 * the text around it. Unlike `<bdi>`, they work in attributes too.
 */
const isolate = (part: string) => `\u2068${part}\u2069`;

/** Without these marks, for texts that are sent or copied. */
export const withoutMarks = (text: string) => text.replace(/[\u200f\u2068\u2069]/g, '');

/**
 * Everything that a person reads, in one language: sentences, money, days, times. `Intl` objects
 * are created when they are first needed, because creating them is slow.
 */
export class Words {
  readonly lang: string;
  /** Undefined for English. */
  readonly #messages: Messages | undefined;
  readonly #built = new Map<string, unknown>();
  #plurals: Intl.PluralRules | undefined;

  constructor(lang: string, messages?: Messages) {
    this.lang = lang;
    this.#messages = messages;
  }

  /** The direction of the language, whatever the page's is. */
  get direction(): 'ltr' | 'rtl' {
    return rightToLeftLanguages.has(this.lang) ? 'rtl' : 'ltr';
  }

  /** `en` without a region is British here: day before month, 24 hours, "A, B and C". */
  get #locale(): string {
    return this.lang === 'en' ? 'en-GB' : this.#digits;
  }

  /** Engines differ in the digits of Arabic. */
  get #digits(): string {
    return this.lang === 'ar' ? 'ar-u-nu-latn' : this.lang;
  }

  say(key: MessageKey, values?: Values): string {
    const message = this.#messages?.[key] ?? table[key] ?? '';
    if (typeof message === 'string') return this.#fill(message, values);
    this.#plurals ??= new Intl.PluralRules(this.lang);
    const form = this.#plurals.select(Number(values?.['count']));
    return this.#fill(message[form] ?? message.other, values);
  }

  problem(code: ProblemCode): string {
    const { problems } = table;
    return this.#messages?.problems[code] ?? problems[code] ?? problems['internal-error'];
  }

  /** €39.00; ¥6,800. */
  money(minor: number, currency: string): string {
    // Kept, because a month shows a price on every day, and few different ones.
    return this.#once(`money ${currency} ${minor}`, () => {
      const parts = this.#currency(currency).formatToParts(minor / 10 ** minorDigits(currency));
      // From right to left, JP¥ would become ¥JP.
      const isMirrored = this.direction === 'rtl';
      return parts
        .map(({ type, value }) => (isMirrored && type === 'currency' ? isolate(value) : value))
        .join('');
    });
  }

  /** Like `money`, but "free" for 0. */
  price(minor: number, currency: string): string {
    return minor === 0 ? this.say('free') : this.money(minor, currency);
  }

  /**
   * Without the currency, for a calendar: 39 or 39.50, or 1.2M where that would be too wide. Many
   * languages' own words for a million do not fit into a day either.
   */
  shortMoney(minor: number, currency: string): string {
    return this.#once(`short ${currency} ${minor}`, () => {
      const digits = minorDigits(currency);
      const shown = minor % 10 ** digits === 0 ? 0 : digits;
      const value = minor / 10 ** digits;
      const exact = this.#number(`short ${shown}`, {
        minimumFractionDigits: shown,
        maximumFractionDigits: shown,
      }).format(value);
      if (exact.length <= CELL) return exact;
      const short = this.#number('compact', { maximumFractionDigits: 1 });
      return value < 1e6 ? `${short.format(value / 1e3)}K` : `${short.format(value / 1e6)}M`;
    });
  }

  #currency(currency: string): Intl.NumberFormat {
    // Engines disagree about the digits of some currencies.
    const digits = minorDigits(currency);
    return this.#number(`money ${currency}`, {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  }

  /** 0.8 km; 2.4 km; 2,300 km. */
  distance(kilometres: number): string {
    return this.#number('distance', {
      style: 'unit',
      unit: 'kilometer',
      maximumSignificantDigits: 2,
    }).format(Math.max(1, Math.round(kilometres * 10)) / 10);
  }

  /** Joins parts with the language's comma. */
  list(...parts: string[]): string {
    if (this.direction === 'ltr' || parts.length === 0) return parts.join(', ');
    return RIGHT_TO_LEFT + parts.map(isolate).join('، ');
  }

  /** Names as a sentence has them: A, B and C. */
  names(...names: string[]): string {
    const format = this.#once(
      'names',
      () => new Intl.ListFormat(this.#locale, { type: 'conjunction' }),
    );
    if (this.direction === 'ltr' || names.length === 0) return format.format(names);
    return RIGHT_TO_LEFT + format.format(names.map(isolate));
  }

  #fill(sentence: string, values: Values | undefined): string {
    // As it is, so that a widget that has to stop can still say why.
    if (!values) return sentence;
    const isMirrored = this.direction === 'rtl' && sentence.includes('{');
    const filled = sentence.replace(/\{(\w+)\}(\.?)/g, (gap, name: string, stop: string) => {
      const value = values[name] ?? gap;
      const text = isMirrored && typeof value === 'string' ? isolate(value) : String(value);
      // A value such as "Kamo Inc." ends with a full stop itself.
      return String(value).endsWith('.') ? text : text + stop;
    });
    return isMirrored ? RIGHT_TO_LEFT + filled : filled;
  }

  number(value: number): string {
    return this.#number('number', {}).format(value);
  }

  /** Minutes as a person says them: 45 min, 2 h 30 min, 2 days; empty for 0, which is unknown. */
  duration(minutes: number): string {
    if (minutes === 0) return '';
    if (minutes >= 2 * 24 * 60 && minutes % (24 * 60) === 0) {
      return this.say('days', { count: minutes / (24 * 60) });
    }
    const hours = Math.floor(minutes / 60);
    const rest = minutes % 60;
    if (hours === 0) return this.say('minutes', { count: minutes });
    const wholeHours = this.say('hours', { count: hours });
    if (rest === 0) return wholeHours;
    return this.say('hoursMinutes', {
      hours: wholeHours,
      minutes: this.say('minutes', { count: rest }),
    });
  }

  /** 30 seconds. */
  seconds(count: number): string {
    return this.#number('seconds', {
      style: 'unit',
      unit: 'second',
      unitDisplay: 'long',
    }).format(count);
  }

  /** 09:00, or 9:00 with the half of the day where a day has two, in the event's time zone. */
  time(timezone: string, instant: string | number): string {
    const format = this.#date(`time ${timezone}`, {
      hour: this.#hasHalfDays ? 'numeric' : '2-digit',
      minute: '2-digit',
      timeZone: timezone,
    });
    // NO-BREAK SPACE: a time is one word.
    return format.format(toMillis(instant)).replace(/\s/g, '\u00a0');
  }

  get #hasHalfDays(): boolean {
    return this.#date('hour', { hour: 'numeric' }).resolvedOptions().hour12 === true;
  }

  /**
   * Central European Time, in summer and winter; of a zone without summer time at that instant, its
   * standard time.
   */
  zone(timezone: string, instant: string | number): string {
    const generic = this.#zoneName('longGeneric', timezone, instant);
    // UTC has no name for the whole year.
    const name = /\d/.test(generic) ? this.#zoneName('long', timezone, instant) : generic;
    // Some languages write it small, and here it begins a line.
    return name.charAt(0).toLocaleUpperCase(this.lang) + name.slice(1);
  }

  #zoneName(timeZoneName: 'long' | 'longGeneric', timeZone: string, instant: string | number) {
    const format = this.#date(`${timeZoneName} ${timeZone}`, { timeZone, timeZoneName });
    const parts = format.formatToParts(toMillis(instant));
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  }

  /** Saturday, 28 November 2026. */
  longDay(day: Day): string {
    return this.#day('long', day, {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    });
  }

  /** 28 Nov. */
  dayOfMonth(day: Day): string {
    return this.#day('day of month', day, { day: 'numeric', month: 'short' });
  }

  /** Nov. */
  shortMonth(day: Day): string {
    return this.#day('short month', day, { month: 'short' });
  }

  /** Sat 28 Nov. */
  shortDay(day: Day): string {
    return this.#day('short', day, { weekday: 'short', day: 'numeric', month: 'short' });
  }

  /** Saturday 28 November. */
  dayAndMonth(day: Day): string {
    return this.#day('month day', day, { weekday: 'long', day: 'numeric', month: 'long' });
  }

  /** "27 Nov – 31 Dec", from today on; with the year if it is not all in that of today. */
  range({ first, last }: Weeks, today: Day): string {
    const from = first < today ? today : first;
    const isThisYear = from.slice(0, 4) === today.slice(0, 4);
    const format = this.#date(`range ${isThisYear}`, {
      day: 'numeric',
      month: 'short',
      ...(isThisYear ? {} : { year: 'numeric' }),
      timeZone: 'UTC',
    });
    return format.formatRange(toMillis(from), toMillis(last));
  }

  month(month: Month): string {
    return this.#day('month', `${month}-01`, { month: 'long', year: 'numeric' });
  }

  /** Mo, Tu, …; `brief` is Mon, Tue, …; `long` is for screen readers. 0 is Sunday. */
  weekday(weekday: number, style: 'short' | 'brief' | 'long'): string {
    return this.#once(`weekday ${weekday} ${style}`, () => {
      // The short Arabic names all begin with the same two letters.
      const isNarrow = style === 'short' && this.direction === 'rtl';
      const form = isNarrow ? 'narrow' : style === 'long' ? 'long' : 'short';
      // 3 January 2021 was a Sunday.
      const name = this.#day(`weekday ${form}`, addDays('2021-01-03', weekday), { weekday: form });
      return style === 'short' ? name.slice(0, 2) : name;
    });
  }

  /** "today, 21:00", "tomorrow, 10:00", "Sat 28 Nov, 09:00", in the event's time zone. */
  whenNext(timezone: string, instant: string, now: number): string {
    const day = dayIn(timezone, instant);
    const today = dayIn(timezone, now);
    const name = this.nearDay(day, today, now) || this.shortDay(day);
    return this.list(name, this.time(timezone, instant));
  }

  /** "today" or "tomorrow"; empty for any other day, and if the customer's own date is another. */
  nearDay(day: Day, today: Day, now: number): string {
    const distance = [today, addDays(today, 1)].indexOf(day);
    if (distance < 0 || today !== localDay(now)) return '';
    return this.#relative('auto').format(distance, 'day');
  }

  /** "in 20 seconds", "in 3 minutes", rounded up. */
  inTime(millis: number): string {
    const seconds = Math.max(1, Math.ceil(millis / 1000));
    const format = this.#relative('always');
    return seconds > 90
      ? format.format(Math.ceil(seconds / 60), 'minute')
      : format.format(seconds, 'second');
  }

  /** First day of the week: 0 is Sunday. */
  firstWeekday(): number {
    return this.#once('firstWeekday', () => {
      const locale = new Intl.Locale(this.#locale) as Intl.Locale & {
        weekInfo?: { firstDay: number };
        getWeekInfo?: () => { firstDay: number };
      };
      return ((locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1) % 7;
    });
  }

  #day(key: string, day: Day, options: Intl.DateTimeFormatOptions): string {
    return this.#date(`day ${key}`, { ...options, timeZone: 'UTC' }).format(toMillis(day));
  }

  #date(key: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
    return this.#once(key, () => new Intl.DateTimeFormat(this.#locale, options));
  }

  #relative(numeric: 'always' | 'auto'): Intl.RelativeTimeFormat {
    return this.#once(numeric, () => new Intl.RelativeTimeFormat(this.#digits, { numeric }));
  }

  #number(key: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
    return this.#once(key, () => new Intl.NumberFormat(this.#digits, options));
  }

  #once<T>(key: string, build: () => T): T {
    if (!this.#built.has(key)) this.#built.set(key, build());
    return this.#built.get(key) as T;
  }
}

export const english = new Words('en');
