import { define, tags, type BookingEvent, type MergedEvent } from 'booking-widget';

define(tags);

const widget = document.createElement('booking-widget');
widget.proxy = new URLSearchParams(location.search).get('proxy') ?? '';
widget.prefill = { name: 'Ida Meyer', city: 'Berlin' };
widget.addEventListener('booking-order', (event: BookingEvent) => {
  console.log(event.detail.transaction_id, event.detail.ga4?.event);
});
document.body.append(widget);

export const titleOf = (event: MergedEvent): string => event.title;
