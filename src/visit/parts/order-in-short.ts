import { css, html, nothing, type TemplateResult } from 'lit';
import type { QuotedOrder } from '#contract/quote.schema';
import type { Site } from '#contract/site.schema';
import { tintOf } from '../../domain/tint.ts';
import { dayIn } from '../../domain/zone.ts';
import { picture } from '../../elements/parts/picture.ts';
import type { Words } from '../../messages/words.ts';
import { ground, tintedStubs } from '../../styles/design-tokens.ts';

/** The totals of orders. Those in different currencies are never added up. */
export function sumOf(orders: QuotedOrder[], words: Words) {
  const sums = new Map<string, number>();
  for (const { currency, total } of orders) sums.set(currency, (sums.get(currency) ?? 0) + total);
  return [...sums].map(
    ([currency, total], index) =>
      html`${index > 0 ? ' + ' : ''}<span class="number" translate="no"
          >${words.money(total, currency)}</span
        >`,
  );
}

/** What is ordered, when and for how many: as much of it as the order button needs beside it. */
export function inShort({ lines, products }: QuotedOrder, words: Words): string {
  const dates = lines.map(({ title, timezone, date, prices }) => {
    const count = prices.reduce((sum, { amount }) => sum + amount, 0);
    const when = words.list(words.shortDay(dayIn(timezone, date)), words.time(timezone, date));
    return [title, when, words.say('participants', { count })].join(' · ');
  });
  const goods = products.map(({ name, amount }) => words.say('amountOf', { amount, title: name }));
  return [...dates, ...goods].join('; ');
}

interface Look {
  site: Site | undefined;
  /** The pictures of the first line's event. */
  images: string[];
  /** What the line folds out to; undefined while it is folded. */
  whole: TemplateResult | undefined;
  toggle: (isOpen: boolean) => void;
}

/**
 * The orders in one line, which folds out: a small stub with the day, which the event's picture
 * covers if there is one and it can be loaded, the title, the time and the total.
 */
export function orderInShort(
  orders: QuotedOrder[],
  words: Words,
  { site, images, whole, toggle }: Look,
) {
  const onToggle = ({ target }: Event) => toggle((target as HTMLDetailsElement).open);
  const lines = orders.flatMap((order) => order.lines);
  const [first] = lines;
  if (!first) return nothing;
  const days = new Set(lines.map(({ timezone, date }) => dayIn(timezone, date)));
  const count = lines.flatMap(({ prices }) => prices).reduce((sum, { amount }) => sum + amount, 0);
  const [day = ''] = days;
  const time = words.time(first.timezone, first.date);
  const when =
    lines.length === 1
      ? words.list(words.shortDay(day), time)
      : [...days].map((each) => words.shortDay(each)).join(' · ');
  return html`<details class="short ${tintOf(first.category, site)}" @toggle=${onToggle}>
    <summary>
      <span class="stub" aria-hidden="true">
        <span>${words.weekday(new Date(day).getUTCDay(), 'short')}</span>
        <b>${Number(day.slice(8))}</b>
        ${picture(images)}
      </span>
      <span class="what">
        <bdi class="strong">${words.names(...lines.map(({ title }) => title))}</bdi>
        <span class="small">${when}</span>
        <span class="small">${words.say('participants', { count })}</span>
      </span>
      <span class="much">
        <span class="strong">${sumOf(orders, words)}</span>
        <span class="small fold">${words.say('details')}</span>
      </span>
    </summary>
    ${whole ?? nothing}
  </details>`;
}

export const inShortStyles = css`
  .short {
    margin: 4px 0 16px;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    ${ground('surface')}
  }
  .short > summary {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
    padding: 8px;
    list-style: none;
    cursor: pointer;
  }
  .short > summary::-webkit-details-marker {
    display: none;
  }
  ${tintedStubs}
  .short .stub {
    position: relative;
    display: grid;
    place-content: center;
    width: 48px;
    height: 48px;
    overflow: hidden;
    border-radius: var(--_radius-small);
    font-size: 0.84em;
    line-height: 1.2;
    text-align: center;
  }
  .short .stub b {
    font-size: 1.3em;
    font-weight: 650;
  }
  .short .picture {
    position: absolute;
    inset: 0;
    height: 100%;
  }
  .what,
  .much {
    display: grid;
    min-width: 0;
    gap: 2px;
    line-height: 1.3;
    overflow-wrap: anywhere;
    text-wrap: pretty;
  }
  .what {
    flex: 1 1 7em;
  }
  .much {
    justify-items: end;
    margin-inline-start: auto;
    text-align: end;
  }
  .fold {
    color: var(--_accent-text);
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  .short > :not(summary) {
    display: block;
    padding: 4px 12px 12px;
    border-top: 1.5px dashed var(--_line);
  }
`;
