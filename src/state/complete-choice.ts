import { firstPriceOf } from '#contract/entry-price';
import type { PriceGroup } from '#contract/event.schema';
import type { ProblemCode } from '#contract/problem.schema';
import { hasNoDates } from '../domain/availability.ts';
import { groupOf } from '../domain/choice.ts';
import { type Day, isWithin, turned } from '../domain/days.ts';
import { toMillis } from '../domain/zone.ts';
import type { BookingController } from './booking-controller.ts';
import { taskFailure } from './booking-data.ts';

/** How often empty weeks are skipped before it is left to the customer to turn the calendar. */
const MOST_SKIPPED = 5;

const MISSING: ReadonlySet<ProblemCode> = new Set(['not-found', 'event-gone', 'invalid-request']);

/**
 * Completes the choice of an event that has just opened: takes day and participants from the list's
 * filter, and skips weeks without a free start.
 */
export function completeChoice(flow: BookingController): void {
  if (flow.step.name !== 'event') return;
  if (!flow.data.event) return leaveMissing(flow);
  carryParty(flow);
  applyFilter(flow);
  const { day, start } = flow.step.choice;
  if (!day) skipEmptyWeeks(flow);
  else if (!start) takeDay(flow, day);
}

/** An address or an attribute may name an event that is no longer on sale, or never was. */
function leaveMissing(flow: BookingController): void {
  const failure = taskFailure(flow.data.eventTask);
  const isMissing = failure?.kind === 'problem' && MISSING.has(failure.problem.code);
  if (isMissing) flow.send({ type: 'event-missing' });
}

/** After a switch to another duration, the amounts still refer to the previous event's prices. */
function carryParty(flow: BookingController): void {
  const { choice } = flow;
  const group = groupToChooseFrom(flow);
  if (!choice?.group || choice.start || !group) return;
  if (choice.group.event_id !== group.event_id) flow.send({ type: 'carry-party', group });
}

/** Chooses as many participants as the list was filtered for, at the entry price. */
function applyFilter(flow: BookingController): void {
  const { day, participants: amount } = flow.listing;
  const isFiltered = day !== '' || amount > 1;
  if (!isFiltered || flow.choice?.group) return;
  const group = groupToChooseFrom(flow);
  const price = group && firstPriceOf(group.prices);
  if (price) flow.send({ type: 'set-amount', group, priceId: price.id, amount });
}

function groupToChooseFrom({ choice, data: { event } }: BookingController): PriceGroup | undefined {
  return choice && event && groupOf(choice, event);
}

/**
 * Once the day's starts are loaded, chooses the one that was pressed in the list, or its only free
 * start, or else the first one's prices.
 */
function takeDay(flow: BookingController, day: Day): void {
  const starts = flow.data.startsOn(day);
  const free = starts.filter(({ state }) => state === 'free');
  const wanted = flow.choice?.wanted;
  const start = wanted && free.find(({ date }) => toMillis(date.date) === toMillis(wanted));
  if (start) return flow.send({ type: 'choose-start', start });
  const [first, ...others] = free;
  const hasPrices = others.length > 0 && flow.choice?.group?.event_id === first?.group.event_id;
  if (first && !hasPrices) flow.send({ type: 'choose-day', day, starts });
}

/** Does not skip weeks that are empty only because the customer has raised the amounts. */
function skipEmptyWeeks(flow: BookingController): void {
  const { choice, data, listing } = flow;
  const { event, dates } = data;
  if (choice?.isTurned) return;
  if (!event || hasNoDates(event) || !dates?.value || !dates.isWhole) return;
  const { first, value } = dates;
  const isEmpty = !value.some(
    ({ day, state, date }) =>
      isWithin(dates, day) &&
      (state === 'free' ||
        (state === 'too-few-places' && date.available_slots >= listing.participants)),
  );
  const last = turned(choice?.skippedSince ?? first, MOST_SKIPPED);
  if (isEmpty && first < last) flow.send({ type: 'skip-weeks', first });
}
