import { z } from 'zod';
import type { EventDraft } from '../proxy/operations/event-draft.ts';
import { operations } from '../proxy/platform/operations.ts';

const { updateEvent, createDate, createProduct } = operations;
const text = z.string().min(1);
const id = createDate.body.shape.event_id;

const starts = z.array(createDate.body.pick({ date: true, total_slots: true })).max(5_000);

/** By the way in which the form has them, which is the way in which they are created. */
const dates = z.strictObject({
  /** Create dates in batch. */
  weekly: starts,
  /** Create date for an event. */
  single: starts,
  /** Create date. */
  listed: starts,
});

const price = updateEvent.body.shape.prices.element.extend({
  title: text,
  value: z.number().min(0),
});

const group = z.strictObject({
  /** Given by the platform. */
  id: id.optional(),
  name: z.string(),
  prices: z.array(price).min(1),
  dates,
});

const product = createProduct.body
  .omit({ vendor_id: true, available: true, dependencies: true })
  .extend({ id: id.optional(), price: z.number().min(0) });

/**
 * What the form of the workbench sends: an event, its price groups with their dates, its products. What
 * the platform has already has an id.
 */
export const ownEvent = z.strictObject({
  event: updateEvent.body
    .omit({ vendor_id: true, active: true, root_event_id: true, prices: true })
    .extend({ description: text, location: text, meeting_location: text }),
  /** The first are the event's own; the others are its pricelists, with a name. */
  groups: z
    .tuple([group])
    .rest(group.extend({ name: text }))
    .readonly(),
  products: z.array(product),
});

export type OwnEventInput = z.input<typeof ownEvent>;
export type OwnEvent = z.output<typeof ownEvent>;
export type Dates = OwnEvent['groups'][0]['dates'];
export type Prices = OwnEvent['groups'][0]['prices'];

/** Quantity of a product whose stock is unlimited, for which the specification has no value. */
const MANY = 9_999;

export function availableOf(total: OwnEvent['products'][number]['total']): number {
  return total === '' ? MANY : total;
}

/** The file that the client's command takes to another platform, without ids of this one. */
export function draftOf({ event, groups, products }: OwnEvent): EventDraft {
  const [own, ...others] = groups;
  return {
    event: { ...event, prices: withoutIds(own.prices) },
    dates: allDates(own.dates),
    pricelists: others.map(({ name, prices, dates }) => ({
      title: pricelistTitle(event.title, name),
      prices: withoutIds(prices),
      dates: allDates(dates),
    })),
    products: products.map(({ id: _, ...fields }) => ({
      ...fields,
      available: availableOf(fields.total),
    })),
  };
}

export function pricelistTitle(title: string, name: string): string {
  return `${title}, ${name}`;
}

export function withoutIds(prices: Prices) {
  return prices.map(({ id: _, ...fields }) => fields);
}

function allDates({ weekly, single, listed }: Dates): EventDraft['dates'] {
  return [...weekly, ...single, ...listed].map(({ date, total_slots }) => ({
    date,
    available_slots: total_slots,
    total_slots,
  }));
}
