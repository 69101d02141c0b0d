import { prefetchedFetch, script, servedBy, viewKey } from './embed/prefetch.ts';
import { define } from './page/define.ts';
import { BookingWidget } from './elements/booking-widget.ts';
import { loadCheck } from './embed/load-check.ts';
import { DATA, optionsOf } from './page/options.ts';
import { fillPlaceholders } from './embed/placeholders.ts';
import { tags } from './tags.ts';
import { openFromTriggers } from './embed/triggers.ts';

/** The script tag's entry. */
BookingWidget.defaults = {
  proxy: servedBy,
  fetch: prefetchedFetch,
  options: script ? optionsOf(script, BookingWidget.observedAttributes, DATA) : [],
  viewKey,
};

const {
  'booking-event-list': eventList,
  'booking-widget': bookingWidget,
  // Nobody sees these before the list is there.
  ...behindTheList
} = tags;

const isFirst = define({ 'booking-event-list': eventList, 'booking-widget': bookingWidget });
if (isFirst) {
  fillPlaceholders(document);
  const defineRest = () => {
    define(behindTheList);
    openFromTriggers(document);
    loadCheck(BookingWidget.defaults.proxy, script);
  };
  if ('requestIdleCallback' in window) requestIdleCallback(defineRest, { timeout: 500 });
  else setTimeout(defineRest);
}
