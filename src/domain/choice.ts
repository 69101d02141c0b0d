import { firstPriceOf } from '#contract/entry-price';
import type { MergedEvent, PriceGroup } from '#contract/event.schema';
import { type Amounts, carryAmounts, countOf, setAmount } from './amounts.ts';
import type { Start } from './availability.ts';
import { type Day, turned } from './days.ts';

/** What the customer has chosen of one event so far. */
export interface Choice {
  eventId: string;
  /** One of the days in the date picker; null for that of the event's first date. */
  shownDay: Day | null;
  /** Whether the customer has turned the date picker, so that no weeks are skipped. */
  isTurned: boolean;
  /** The first day of the weeks that were skipped because they have no free start. */
  skippedSince: Day | null;
  day: Day | null;
  /** When the start begins that was pressed in the list, until the day's starts are known. */
  wanted: string | null;
  start: Start | null;
  /** The price group of the amounts; null before one is chosen. */
  group: PriceGroup | null;
  amounts: Amounts<number>;
  products: Amounts<string>;
}

export function emptyChoice(eventId: string, day?: Day, shownDay?: Day, wanted?: string): Choice {
  return {
    eventId,
    shownDay: day ?? shownDay ?? null,
    isTurned: false,
    skippedSince: null,
    day: day ?? null,
    wanted: wanted ?? null,
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
  const { shownDay, day, group, amounts } = choice;
  return { ...emptyChoice(eventId), shownDay, day, group, amounts };
}

/** Skips weeks that have no free start. */
export function withoutWeeks(choice: Choice, first: Day): Choice {
  return { ...choice, shownDay: turned(first, 1), skippedSince: choice.skippedSince ?? first };
}

/** The customer has turned to the weeks with a day. */
export function withTurned(choice: Choice, shownDay: Day): Choice {
  return { ...choice, shownDay, isTurned: true, skippedSince: null };
}

/** A smaller party may fit into the weeks that were skipped, so they are shown again. */
export function withAmount(choice: Choice, priceId: number, amount: number): Choice {
  const amounts = setAmount(choice.amounts, priceId, amount);
  if (countOf(amounts) >= countOf(choice.amounts)) return { ...choice, amounts };
  const { day, shownDay, skippedSince } = choice;
  return {
    ...choice,
    amounts,
    shownDay: (!day && skippedSince) || shownDay,
    skippedSince: null,
  };
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
  return { ...(group ? withGroup(choice, group) : choice), day, wanted: null, start: null };
}

export function withStart(choice: Choice, start: Start): Choice {
  const { day, group } = start;
  return { ...withGroup(choice, group), shownDay: day, day, wanted: null, start };
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
