import { firstPriceOf } from '../contract/entry-price.ts';
import type { MergedEvent, PriceGroup } from '../contract/event.schema.ts';
import type { Start } from './availability.ts';
import { carryAmounts, type Amounts } from './amounts.ts';
import { monthOf, nextMonth, type Day, type Month } from './days.ts';

/** What is being chosen of one event. */
export interface Choice {
  eventId: string;
  /** Shown in the date picker; null until the event's first date is known. */
  month: Month | null;
  /** The customer has turned to that month himself. */
  isTurned: boolean;
  /** The first of the months that were skipped, because they had nothing for the party. */
  skippedFrom: Month | null;
  day: Day | null;
  start: Start | null;
  /** Whose prices the amounts name; null while none was chosen. */
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

/** Another event for the same day and party. The amounts are of the first one's prices until it is here. */
export function withEvent(choice: Choice, eventId: string): Choice {
  const { month, day, group, amounts } = choice;
  return { ...emptyChoice(eventId), month, day, group, amounts };
}

/** The month after one that has nothing for the party. */
export function withoutMonth(choice: Choice, month: Month): Choice {
  return { ...choice, month: nextMonth(month), skippedFrom: choice.skippedFrom ?? month };
}

/** The title of the first price that was chosen of; empty before. */
export function titleOf({ group, amounts }: Choice): string {
  return group?.prices.find(({ id }) => amounts.has(id))?.title ?? '';
}

/** A day with one free start needs no second choice. */
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

/**
 * The amounts move to the prices of another group: "Adult" of a weekday to "Adult" of the weekend.
 */
export function withGroup(choice: Choice, group: PriceGroup): Choice {
  const amounts = carryAmounts(choice.amounts, choice.group ?? undefined, group);
  return { ...choice, group, amounts };
}

/**
 * The price group to choose amounts from: that of the day's first free start once a day is chosen,
 * else the root's.
 */
export function groupOf(choice: Choice, event: MergedEvent): PriceGroup | undefined {
  const chosen = event.price_groups.find(({ event_id }) => event_id === choice.group?.event_id);
  return chosen ?? event.price_groups[0];
}

/** Minor units: what an adult pays in the chosen group, or at least while none is chosen. */
export function lowestValueOf({ group }: Choice, event: MergedEvent): number {
  const groups = group ? [group] : event.price_groups;
  return Math.min(...groups.flatMap(({ prices }) => firstPriceOf(prices)?.value ?? []));
}
