import type { tags } from './tags.ts';

const names: Record<keyof typeof tags, true> = {
  'booking-button': true,
  'booking-cart': true,
  'booking-checkout': true,
  'booking-choice': true,
  'booking-date-picker': true,
  'booking-confirmation': true,
  'booking-dialog': true,
  'booking-event-details': true,
  'booking-event-list': true,
  'booking-day-grid': true,
  'booking-order-summary': true,
  'booking-price-selection': true,
  'booking-products': true,
  'booking-widget': true,
  'booking-withdrawal': true,
};

/** Every tag, for whoever does not need the classes. */
export const tagNames: readonly string[] = Object.keys(names);
