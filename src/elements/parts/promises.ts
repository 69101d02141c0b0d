import { css, html, nothing } from 'lit';
import { HOUR } from '#contract/milliseconds';
import type { Promised, Site } from '#contract/site.schema';
import { ownText } from '../../domain/own-text.ts';
import { dayIn } from '../../domain/zone.ts';
import type { Words } from '../../messages/words.ts';
import { icon } from './icon.ts';

/** A start that the customer has chosen. */
interface Start {
  /** An instant. */
  readonly date: string;
  readonly timezone: string;
}

interface Promising {
  readonly site: Site | undefined;
  readonly words: Words;
  /** In milliseconds since the epoch. */
  readonly now: number;
}

/**
 * What the site promises with the orders of a vendor, a line each; nothing where it promises
 * nothing.
 * @param starts those of the order; empty while none is chosen
 */
export function promises(vendorId: string, starts: readonly Start[], promising: Promising) {
  const { orders = [], vendors = {} } = promising.site?.promises ?? {};
  const promised = vendors[vendorId] ?? orders;
  const lines = promised.flatMap((promise) => lineOf(promise, starts, promising) ?? []);
  if (lines.length === 0) return nothing;
  return html`<ul class="promises small">
    ${lines.map((line) => html`<li>${icon('M3.5 9.5 7 13l7.5-8')}<span dir="auto">${line}</span></li>`)}
  </ul>`;
}

function lineOf(
  promise: Promised,
  starts: readonly Start[],
  { site, words, now }: Promising,
): string | undefined {
  if (promise === 'pay-nothing-now') return words.say('payNothingNow');
  if (!isOfCancellation(promise)) return ownText(promise, words.lang, site?.locale);
  const { free_cancellation_hours: hours } = promise;
  const [first] = [...starts].sort((a, b) => Date.parse(a.date) - Date.parse(b.date));
  if (!first) return words.say('freeCancellation', { time: words.duration(hours * 60) });
  const end = Date.parse(first.date) - hours * HOUR;
  // It has passed, so this order can no longer be cancelled free of charge.
  if (end <= now) return undefined;
  const day = words.shortDay(dayIn(first.timezone, end));
  return words.say('freeCancellationUntil', {
    when: words.list(day, words.time(first.timezone, end)),
  });
}

function isOfCancellation(
  promise: Exclude<Promised, 'pay-nothing-now'>,
): promise is Extract<Promised, { free_cancellation_hours: number }> {
  return typeof promise['free_cancellation_hours'] === 'number';
}

export const promisesStyles = css`
  .promises {
    margin: 12px 0 0;
    padding: 0;
    color: var(--_ink);
    list-style: none;
  }
  .promises li {
    display: grid;
    grid-template-columns: auto 1fr;
    /* The sign stands beside the first line. */
    align-items: first baseline;
    gap: 8px;
    margin-top: 4px;
  }
  .promises svg {
    align-self: start;
    color: var(--_accent);
  }
`;
