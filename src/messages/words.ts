import type { ProblemCode } from '../contract/problem.schema.ts';
import type { Day, Month } from '../domain/days.ts';
import { dayIn, toMillis } from '../domain/zone.ts';
import { addDays } from '../domain/days.ts';
import { en, type MessageKey, type Messages } from './en.ts';

export type Values = Record<string, string | number>;

/**
 * Everything that a person reads, in one language: sentences, money, days, times. Intl's
 * formats are built when they are first needed.
 */
export class Words {
  readonly lang: string;
  readonly #messages: Messages;
  readonly #formats = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();
  readonly #currencyDigits = new Map<string, number>();
  #plurals: Intl.PluralRules | undefined;

  constructor(lang: string, messages: Messages = en) {
    this.lang = lang;
    this.#messages = messages;
  }

  say(key: MessageKey, values: Values = {}): string {
    const message = this.#messages[key] ?? en[key];
    if (typeof message === 'string') return fill(message, values);
    this.#plurals ??= new Intl.PluralRules(this.lang);
    const form = this.#plurals.select(Number(values['count']));
    return fill(message[form] ?? message.other, values);
  }

  problem(code: ProblemCode): string {
    return this.#messages.problems[code] ?? en.problems[code] ?? en.problems['internal-error'];
  }

  /** €39.00; ¥6,800. */
  money(minor: number, currency: string): string {
    return this.#currency(currency).format(minor / 10 ** this.#digits(currency));
  }

  /** The same; nothing is said as free. */
  price(minor: number, currency: string): string {
    return minor === 0 ? this.say('free') : this.money(minor, currency);
  }

  /** As short as it is exact, without the currency: 39 or 39.50. For a day's cell. */
  shortMoney(minor: number, currency: string): string {
    const digits = this.#digits(currency);
    const shown = minor % 10 ** digits === 0 ? 0 : digits;
    return this.#number(`short ${currency} ${shown}`, {
      minimumFractionDigits: shown,
      maximumFractionDigits: shown,
    }).format(minor / 10 ** digits);
  }

  #currency(currency: string): Intl.NumberFormat {
    return this.#number(`money ${currency}`, { style: 'currency', currency });
  }

  /** Decimals of a currency. Asking a format for them takes longer than formatting. */
  #digits(currency: string): number {
    const digits =
      this.#currencyDigits.get(currency) ??
      this.#currency(currency).resolvedOptions().maximumFractionDigits ??
      2;
    this.#currencyDigits.set(currency, digits);
    return digits;
  }

  number(value: number): string {
    return this.#number('number', {}).format(value);
  }

  /** Minutes as a person says them: 45 min, 2 h 30, 2 days. */
  duration(minutes: number): string {
    if (minutes >= 2 * 24 * 60 && minutes % (24 * 60) === 0) {
      return this.say('days', { count: minutes / (24 * 60) });
    }
    const hours = Math.floor(minutes / 60);
    const rest = minutes % 60;
    if (hours === 0) return this.say('minutes', { minutes });
    if (rest === 0) return this.say('hours', { hours });
    return this.say('hoursMinutes', { hours, minutes: String(rest).padStart(2, '0') });
  }

  /** 10:00, in the event's time zone. */
  time(timezone: string, instant: string | number): string {
    return this.#date(`time ${timezone}`, {
      ...{ hour: '2-digit', minute: '2-digit', timeZone: timezone },
    }).format(toMillis(instant));
  }

  /** Saturday, 28 November 2026. */
  longDay(day: Day): string {
    return this.#day('long', day, {
      ...{ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
    });
  }

  /** Sat 28 Nov. */
  shortDay(day: Day): string {
    return this.#day('short', day, { weekday: 'short', day: 'numeric', month: 'short' });
  }

  month(month: Month): string {
    return this.#day('month', `${month}-01`, { month: 'long', year: 'numeric' });
  }

  /** Mo, Tu, …: `short` to see, `long` to hear. 0 is Sunday. */
  weekday(weekday: number, style: 'short' | 'long'): string {
    // 3 January 2021 was a Sunday.
    const name = this.#day(`weekday ${style}`, addDays('2021-01-03', weekday), { weekday: style });
    return style === 'short' ? name.slice(0, 2) : name;
  }

  /** "today, 21:00", "tomorrow, 10:00", "Sat 28 Nov, 09:00", in the event's time zone. */
  whenNext(timezone: string, instant: string, now: number): string {
    const day = dayIn(timezone, instant);
    const today = dayIn(timezone, now);
    const distance = day === today ? 0 : day === addDays(today, 1) ? 1 : undefined;
    const name =
      distance === undefined
        ? this.shortDay(day)
        : new Intl.RelativeTimeFormat(this.lang, { numeric: 'auto' }).format(distance, 'day');
    return `${name}, ${this.time(timezone, instant)}`;
  }

  /** "in 20 seconds", "in 3 minutes": never sooner than it is. */
  inTime(millis: number): string {
    const seconds = Math.max(1, Math.ceil(millis / 1000));
    const format = new Intl.RelativeTimeFormat(this.lang);
    return seconds > 90
      ? format.format(Math.ceil(seconds / 60), 'minute')
      : format.format(seconds, 'second');
  }

  /** First day of the week: 0 is Sunday. */
  firstWeekday(): number {
    const locale = new Intl.Locale(this.lang === 'en' ? 'en-GB' : this.lang) as Intl.Locale & {
      weekInfo?: { firstDay: number };
      getWeekInfo?: () => { firstDay: number };
    };
    return ((locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1) % 7;
  }

  #day(key: string, day: Day, options: Intl.DateTimeFormatOptions): string {
    return this.#date(`day ${key}`, { ...options, timeZone: 'UTC' }).format(Date.parse(day));
  }

  #date(key: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
    // Plain English is the world's here, not one country's: day before month, 24 hours.
    const locale = this.lang === 'en' ? 'en-GB' : this.lang;
    return this.#format(key, () => new Intl.DateTimeFormat(locale, options));
  }

  #number(key: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
    return this.#format(key, () => new Intl.NumberFormat(this.lang, options));
  }

  #format<T extends Intl.NumberFormat | Intl.DateTimeFormat>(key: string, make: () => T): T {
    const cached = this.#formats.get(key) as T | undefined;
    if (cached) return cached;
    const format = make();
    this.#formats.set(key, format);
    return format;
  }
}

function fill(sentence: string, values: Values): string {
  return sentence.replace(/\{(\w+)\}/g, (gap, name: string) => String(values[name] ?? gap));
}

export const english = new Words('en');
