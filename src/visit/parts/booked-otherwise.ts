import { html, nothing } from 'lit';
import type { OrderDifference, PlacedOrder } from '#contract/order.schema';
import type { QuotedOrder } from '#contract/quote.schema';
import { type Fact, renderFacts } from '../../elements/parts/facts.ts';
import type { Words } from '../../messages/words.ts';

/** What the platform has booked differently, beside what was ordered, and who can put it right. */
export function bookedOtherwise(placed: PlacedOrder, order: QuotedOrder, words: Words) {
  const { differences = [], code } = placed;
  if (differences.length === 0) return nothing;
  const differs = (...parts: OrderDifference[]) => parts.some((part) => differences.includes(part));
  const compared = (booked: string, ordered: string) =>
    words.say('bookedOrdered', { booked, ordered });
  const notAsOrdered = words.say('notAsOrdered');
  const facts: Fact[] = [];

  if (differs('vendor')) {
    facts.push([words.say('soldBy'), compared(notAsOrdered, order.vendor_name)]);
  }
  if (differs('total', 'currency')) {
    const booked = words.money(placed.total, placed.currency);
    facts.push([words.say('total'), compared(booked, words.money(order.total, order.currency))]);
  }
  if (differs('dates')) facts.push([words.say('dateAndTimeTerm'), notAsOrdered]);
  if (differs('participants')) {
    const booked = [...titlesOf(placed)].map(([title, amount]) => ({ title, amount }));
    const ordered = order.lines.flatMap(({ prices }) => prices);
    facts.push([words.say('party'), compared(amounts(booked, words), amounts(ordered, words))]);
  }
  if (differs('products')) {
    const ordered = order.products.map(({ name, amount }) => ({ title: name, amount }));
    const booked = amounts(placed.products ?? [], words);
    facts.push([words.say('products'), compared(booked, amounts(ordered, words))]);
  }
  return html`<section class="note" role="alert">
    <p class="strong">${words.say('bookedOtherwise')}</p>
    ${renderFacts(facts)}
    <p>${words.say('bookedOtherwiseMore', { vendor: order.vendor_name, code })}</p>
  </section>`;
}

/** How many participants were booked at each price. */
function titlesOf({ tickets = [] }: PlacedOrder): Iterable<[title: string, amount: number]> {
  const counts = new Map<string, number>();
  for (const { price_title } of tickets.flatMap(({ participants }) => participants)) {
    counts.set(price_title, (counts.get(price_title) ?? 0) + 1);
  }
  return counts;
}

function amounts(items: { title: string; amount: number }[], words: Words): string {
  if (items.length === 0) return words.say('nothingBooked');
  return words.list(...items.map(({ title, amount }) => words.say('amountOf', { title, amount })));
}
