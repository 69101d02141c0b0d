import { firstPriceOf } from '#contract/entry-price';
import type { MergedEvent, PriceGroup } from '#contract/event.schema';
import type { Start } from './availability.ts';
import { carryAmounts, countOf, setAmount, type Amounts } from './amounts.ts';
import { monthOf, nextMonth, type Day, type Month } from './days.ts';

/** What the customer has chosen of one event so far. */
export interface Choice {
  eventId: string;
  /** The month in the date picker; null for that of the event's first date. */
  month: Month | null;
  /** Whether the customer has changed the month, so that none is skipped. */
  isTurned: boolean;
  /** The first month that was skipped because it has no free start. */
  skippedFrom: Month | null;
  day: Day | null;
  start: Start | null;
  /** The price group of the amounts; null before one is chosen. */
  group: PriceGroup | null;
  amounts: Amounts<number>;
  products: Amounts<string>;
}

export function emptyChoice(eventId: string, day?: Day, month?: Month): Choice {
  return {
    eventId,
    month: day ? monthOf(day) : (month ?? null),
    isTurned: false,
    skippedFrom: null,
    day: day ?? null,
    start: null,
    group: null,
    amounts: new Map(),
    products: new Map(),
  };
}

/**
 * Another event with the same day and amounts, which are mapped to its prices once it is loaded.
 */
export function withEvent(choice: Choice, eventId: string): Choice {
  const { month, day, group, amounts } = choice;
  return { ...emptyChoice(eventId), month, day, group, amounts };
}

/** Skips a month that has no free start. */
export function withoutMonth(choice: Choice, month: Month): Choice {
  return { ...choice, month: nextMonth(month), skippedFrom: choice.skippedFrom ?? month };
}

/** The month that the customer has turned to. */
export function withTurned(choice: Choice, month: Month): Choice {
  return { ...choice, month, isTurned: true, skippedFrom: null };
}

/** A smaller party may fit into the months that were skipped, so they are shown again. */
export function withAmount(choice: Choice, priceId: number, amount: number): Choice {
  const amounts = setAmount(choice.amounts, priceId, amount);
  if (countOf(amounts) >= countOf(choice.amounts)) return { ...choice, amounts };
  const { day, month, skippedFrom } = choice;
  return { ...choice, amounts, month: (!day && skippedFrom) || month, skippedFrom: null };
}

/** The title of the first price with an amount; empty without one. */
export function titleOf({ group, amounts }: Choice): string {
  return group?.prices.find(({ id }) => amounts.has(id))?.title ?? '';
}

/** Chooses a day, and its start too when only one is free. */
export function withDay(choice: Choice, day: Day, starts: Start[]): Choice {
  const [first, ...others] = starts.filter(({ state }) => state === 'free');
  if (first && others.length === 0) return withStart(choice, first);
  const group = first?.group ?? choice.group;
  return { ...(group ? withGroup(choice, group) : choice), day, start: null };
}

export function withStart(choice: Choice, start: Start): Choice {
  const { day, group } = start;
  return { ...withGroup(choice, group), month: monthOf(day), day, start };
}

/** Chooses a price group, and maps the amounts to its prices; see {@link carryAmounts}. */
export function withGroup(choice: Choice, group: PriceGroup): Choice {
  const amounts = carryAmounts(choice.amounts, choice.group ?? undefined, group);
  return { ...choice, group, amounts };
}

/** The price group that amounts are chosen from: the chosen one, or else the root's. */
export function groupOf(choice: Choice, event: MergedEvent): PriceGroup | undefined {
  const chosen = event.price_groups.find(({ event_id }) => event_id === choice.group?.event_id);
  return chosen ?? event.price_groups[0];
}

/** In minor units: the entry price of the chosen group, or the lowest of all groups. */
export function lowestValueOf({ group }: Choice, event: MergedEvent): number {
  const groups = group ? [group] : event.price_groups;
  return Math.min(...groups.flatMap(({ prices }) => firstPriceOf(prices)?.value ?? []));
}
