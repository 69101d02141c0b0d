import { html, nothing } from 'lit';
import type { QuotedLine } from '../../contract/quote.schema.ts';
import type { Vendor } from '../../contract/vendor.schema.ts';
import { mapUrl } from '../../domain/location.ts';
import { dayIn, toMillis } from '../../domain/zone.ts';
import type { Words } from '../../messages/words.ts';
import { type Fact, renderFacts } from './facts.ts';
import { newTab } from './new-tab.ts';

/** A line of a ticket or a request: what, when, where, how to come, and who does. */
export function ticketLine(line: QuotedLine, names: string, words: Words) {
  const { title, meeting_location, meeting_position: position } = line;
  const facts: Fact[] = [...factsOf(line, words), [words.say('forWhom'), names]];
  return html`<h2 class="title" tabindex="-1">${title}</h2>
    <p>${whenText(line, words)}</p>
    <p class="small">
      ${meeting_location}
      ${position ? html`· ${newTab(mapUrl(position.latitude, position.longitude), words.say('map'), words)}` : nothing}
    </p>
    <div class="small">${renderFacts(facts)}</div>`;
}

/** From when to when it takes, or is open. */
export function whenText(line: QuotedLine, words: Words): string {
  const { timezone, date, duration } = line;
  const end = toMillis(date) + duration * 60_000;
  const day = words.longDay(dayIn(timezone, date));
  const from = words.time(timezone, date);
  const endTime = words.time(timezone, end);
  // Over a night it is clear which day is meant, over more it is not.
  const to =
    duration < 24 * 60 ? endTime : words.list(words.shortDay(dayIn(timezone, end)), endTime);
  if (line.opening_hours) return `${day} · ${words.say('openFrom', { from, to })}`;
  return duration > 0 ? words.say('dateAndTime', { day, from, to }) : words.list(day, from);
}

/** Lines that an older widget has stored know neither of the two. */
function factsOf({ pre_time, bring }: QuotedLine, words: Words): Fact[] {
  const before = pre_time && words.say('beforeStart', { duration: words.duration(pre_time) });
  return [
    [words.say('beThere'), before],
    [words.say('bring'), bring],
  ];
}

/** What a calendar says of a line besides what, when and where. */
export function calendarText(
  line: QuotedLine,
  code: string,
  vendor: Vendor | undefined,
  words: Words,
): string {
  const facts: Fact[] = [[words.say('code'), code], ...factsOf(line, words)];
  return [
    line.opening_hours && whenText(line, words),
    ...facts.map(([term, text]) => text && `${term}: ${text as string}`),
    vendor?.name,
    vendor?.service_phone,
    vendor?.service_email,
  ]
    .filter(Boolean)
    .join('\n');
}
