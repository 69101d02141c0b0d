import type { Price, PriceGroup } from '#contract/event.schema';

/** How many of each price or product, by its id; a missing id is 0. */
export type Amounts<Id extends string | number> = ReadonlyMap<Id, number>;

export function setAmount<Id extends string | number>(
  amounts: Amounts<Id>,
  id: Id,
  amount: number,
): Amounts<Id> {
  const next = new Map(amounts);
  if (amount > 0) next.set(id, amount);
  else next.delete(id);
  return next;
}

export function sumAmounts<Id extends string | number>(all: readonly Amounts<Id>[]): Amounts<Id> {
  const sum = new Map<Id, number>();
  for (const amounts of all) {
    for (const [id, amount] of amounts) sum.set(id, (sum.get(id) ?? 0) + amount);
  }
  return sum;
}

export function countOf(amounts: Amounts<string | number>): number {
  let count = 0;
  for (const amount of amounts.values()) count += amount;
  return count;
}

/** In minor units: the total that is shown until the proxy has quoted it. */
export function totalOf<Id extends string | number>(
  amounts: Amounts<Id>,
  valueOf: ReadonlyMap<Id, number>,
): number {
  let total = 0;
  for (const [id, amount] of amounts) total += amount * (valueOf.get(id) ?? 0);
  return total;
}

/** Price id to value in minor units. */
export function valuesOf(prices: Price[]): Map<number, number> {
  return new Map(prices.map((price) => [price.id, price.value]));
}

/**
 * Maps amounts to the prices of another group, such as weekend prices, which have other ids. A
 * price is matched by its title, or else by its category; an amount without a match is dropped.
 */
export function carryAmounts(
  amounts: Amounts<number>,
  from: PriceGroup | undefined,
  to: PriceGroup,
): Amounts<number> {
  if (from?.event_id === to.event_id) return amounts;
  const next = new Map<number, number>();
  const prices = new Set(from?.prices);
  const unmatched = new Set(to.prices);
  for (const key of ['title', 'category'] as const) {
    for (const price of prices) {
      const alike = (other: Price) => other[key] === price[key];
      const [twin, ...others] = [...unmatched].filter(alike);
      // Equal titles match in order. A category matches only if a single price has it.
      const isClear = key === 'title' || [...others, ...prices].filter(alike).length === 1;
      if (!twin || !isClear) continue;
      prices.delete(price);
      unmatched.delete(twin);
      const amount = amounts.get(price.id);
      if (amount) next.set(twin.id, amount);
    }
  }
  return next;
}
