import type { EntryPrice, Price, PriceGroup } from './event.schema.ts';

/**
 * The price that stands for an event: an adult's own, else the first that an adult is part of, else
 * the first. A companion's or a child's alone only where there is no other. Undefined without any.
 */
export function firstPriceOf(prices: readonly Price[]): Price | undefined {
  const adults = prices.filter(({ entry_units }) => entry_units.some(isAdult));
  const own = adults.find(({ entry_units }) => entry_units.length === 1);
  return own ?? adults[0] ?? prices[0];
}

/** The same as a list says it. */
export function entryPriceOf(prices: readonly Price[]): EntryPrice | undefined {
  const price = firstPriceOf(prices);
  if (!price) return undefined;
  const { value, currency, title, entry_units } = price;
  return { value, currency, title, adult: entry_units.some(isAdult) };
}

/** The lowest of those that stand for an event and its children. */
export function lowestPriceOf(groups: readonly PriceGroup[]): Price | undefined {
  const prices = groups.flatMap((group) => firstPriceOf(group.prices) ?? []);
  return prices.sort((a, b) => a.value - b.value)[0];
}

/** Spec, Price: observed types are ADULT and CHILD. */
function isAdult({ type }: Price['entry_units'][number]): boolean {
  return type === 'ADULT';
}
