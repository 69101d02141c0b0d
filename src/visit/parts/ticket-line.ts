import { html, nothing } from 'lit';
import { MINUTE } from '#contract/milliseconds';
import type { QuotedLine } from '#contract/quote.schema';
import type { Vendor } from '#contract/vendor.schema';
import { mapUrl } from '../../domain/location.ts';
import { dayIn, toMillis } from '../../domain/zone.ts';
import { type Fact, renderFacts } from '../../elements/parts/facts.ts';
import { newTab } from '../../elements/parts/new-tab.ts';
import type { Words } from '../../messages/words.ts';

/** A line of an order: title, time, meeting point, and for whom it is. */
export function ticketLine(line: QuotedLine, names: string, hasEnded: boolean, words: Words) {
  const { title, meeting_location, meeting_position: position } = line;
  const forWhom: Fact = [words.say('forWhom'), names];
  // After an order has ended, nobody needs the way there.
  const map = hasEnded ? null : position;
  return html`<h3 class="heading">${title}</h3>
    <p>${whenText(line, words)}</p>
    <p class="small">
      ${meeting_location}
      ${map ? html`· ${newTab(mapUrl(map.latitude, map.longitude), words.say('map'), words)}` : nothing}
    </p>
    <div class="small">${renderFacts([forWhom])}</div>`;
}

/** Whether a line is over at this time, in milliseconds since the epoch. */
export const hasEndedBy = ({ date, duration }: QuotedLine, now: number) =>
  now > toMillis(date) + duration * MINUTE;

/** The day and times of a line, or its opening hours. */
export function whenText(line: QuotedLine, words: Words): string {
  const { timezone, date, duration } = line;
  const end = toMillis(date) + duration * MINUTE;
  const day = words.longDay(dayIn(timezone, date));
  const from = words.time(timezone, date);
  const endTime = words.time(timezone, end);
  // Within 24 hours the end needs no day, even after midnight.
  const to =
    duration < 24 * 60 ? endTime : words.list(words.shortDay(dayIn(timezone, end)), endTime);
  if (line.opening_hours) return `${day} · ${words.say('openFrom', { from, to })}`;
  return duration > 0 ? words.say('dateAndTime', { day, from, to }) : words.list(day, from);
}

/** When to arrive and what to bring; a text is empty if the vendor has not said it. */
export function factsOf({ pre_time, bring }: QuotedLine, words: Words) {
  const before =
    pre_time > 0 ? words.say('beforeStart', { duration: words.duration(pre_time) }) : '';
  return [
    [words.say('beThere'), before],
    [words.say('bring'), bring],
  ] satisfies [term: string, text: string][];
}

/** The description of a line in a calendar, besides its title, time and place. */
export function calendarText(
  line: QuotedLine,
  code: string,
  vendor: Vendor | undefined,
  words: Words,
): string {
  const facts = [[words.say('code'), code], ...factsOf(line, words)];
  return [
    line.opening_hours && whenText(line, words),
    ...facts.map(([term, text]) => text && `${term}: ${text}`),
    vendor?.name,
    vendor?.service_phone,
    vendor?.service_email,
  ]
    .filter(Boolean)
    .join('\n');
}
