import { html } from 'lit';
import { MINUTE } from '#contract/milliseconds';
import type { QuotedLine } from '#contract/quote.schema';
import { toMillis } from '../../domain/zone.ts';
import type { Words } from '../../messages/words.ts';
import type { OrderStep } from './steps.ts';
import { factsOf, hasEndedBy } from './ticket-line.ts';

/** When to be there, and with what, for each line that is not over. */
export function arrivalSteps(lines: QuotedLine[], now: number, words: Words): OrderStep[] {
  return lines
    .filter((line) => !hasEndedBy(line, now))
    .flatMap((line) => arrivalStep(line, lines.length > 1, words));
}

/** Nothing if the vendor has said neither when to come nor what to bring. */
function arrivalStep(line: QuotedLine, isOneOfSeveral: boolean, words: Words): OrderStep[] {
  const { title, date, timezone, pre_time: before, opening_hours: isOpen } = line;
  const facts = factsOf(line, words).flatMap(([term, text]) => (text ? [{ term, text }] : []));
  const [first, ...others] = facts;
  if (!first) return [];
  const time = words.time(timezone, toMillis(date) - before * MINUTE);
  // With opening hours there is no time to arrive at.
  const isTimed = before > 0 && !isOpen;
  const texts = [
    ...(isOneOfSeveral ? [html`<bdi>${title}</bdi>`] : []),
    html`<bdi>${first.text}</bdi>`,
    ...others.map(({ term, text }) => html`${term}: <bdi>${text}</bdi>`),
  ];
  return [
    {
      state: 'to-come',
      title: isTimed ? words.say('beThereAt', { time }) : first.term,
      about: texts.map((text, index) => [index > 0 ? ' · ' : '', text]),
    },
  ];
}
