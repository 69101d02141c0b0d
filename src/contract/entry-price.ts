import type { EntryPrice, Price, PriceGroup } from './event.schema.ts';

/**
 * The price that represents an event: that of one adult, else the first that includes an adult,
 * else the first. It is undefined if there are no prices.
 */
export function firstPriceOf(prices: readonly Price[]): Price | undefined {
  const adults = prices.filter(({ entry_units }) => entry_units.some(isAdult));
  const own = adults.find(({ entry_units }) => entry_units.length === 1);
  return own ?? adults[0] ?? prices[0];
}

/** The price that represents an event, as the event list has it. */
export function entryPriceOf(prices: readonly Price[]): EntryPrice | undefined {
  const price = firstPriceOf(prices);
  if (!price) return undefined;
  const { value, currency, title, entry_units } = price;
  return { value, currency, title, adult: entry_units.some(isAdult) };
}

/** The lowest of the prices that represent an event and its children. */
export function lowestPriceOf(groups: readonly PriceGroup[]): Price | undefined {
  const prices = groups.flatMap((group) => firstPriceOf(group.prices) ?? []);
  return prices.sort((a, b) => a.value - b.value)[0];
}

/** Spec, Price: observed types are ADULT and CHILD. */
function isAdult({ type }: Price['entry_units'][number]): boolean {
  return type === 'ADULT';
}
