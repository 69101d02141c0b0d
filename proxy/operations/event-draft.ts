import { z } from 'zod';
import { operations } from '../platform/index.ts';

const { createEvent, createDate, createProduct } = operations;

const dates = z.array(createDate.body.omit({ event_id: true }));

/**
 * An event with its dates and products in one file, before the platform has given it an id. Without a
 * `vendor_id` it is for the client's only vendor.
 */
export const eventDraft = z.strictObject({
  event: createEvent.body.omit({ root_event_id: true }).partial({ vendor_id: true }),
  dates,
  /** Other prices on other dates: children of the event (spec, Event: root_event_id). */
  pricelists: z
    .array(createEvent.body.pick({ title: true, prices: true }).extend({ dates }))
    .default([]),
  /** Those without dependencies are offered with this event. */
  products: z.array(createProduct.body.partial({ vendor_id: true, dependencies: true })),
});

export type EventDraft = z.output<typeof eventDraft>;
