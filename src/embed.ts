import { prefetchedFetch, servedBy, viewKey } from './prefetch.ts';
import { define } from './define.ts';
import { BookingWidget } from './elements/booking-widget.ts';
import { tags } from './tags.ts';

/** The script tag's entry. */
BookingWidget.defaults = { proxy: servedBy, fetch: prefetchedFetch, viewKey };

const {
  'booking-event-list': eventList,
  'booking-widget': bookingWidget,
  // Nobody sees these before the list is there.
  ...behindTheList
} = tags;

const isFirst = define({ 'booking-event-list': eventList, 'booking-widget': bookingWidget });
if (isFirst) {
  const defineRest = () => define(behindTheList);
  if ('requestIdleCallback' in window) requestIdleCallback(defineRest, { timeout: 500 });
  else setTimeout(defineRest);
}
