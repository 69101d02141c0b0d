import { prefetchedFetch, script, servedBy, viewKey } from './embed/prefetch.ts';
import { define } from './page/define.ts';
import { BookingWidget } from './elements/booking-widget.ts';
import { loadCheck } from './embed/load-check.ts';
import { customerZone } from './domain/zone.ts';
import { DATA, optionsOf } from './page/options.ts';
import { nameScriptOptions, tellReseller } from './page/tell-reseller.ts';
import { fillPlaceholders } from './embed/placeholders.ts';
import { tags } from './tags.ts';
import { openFromTriggers } from './embed/triggers.ts';

const options = script ? optionsOf(script, BookingWidget.observedAttributes, DATA) : [];
nameScriptOptions(options);

/** The script tag's entry. */
BookingWidget.defaults = {
  proxy: servedBy,
  fetch: prefetchedFetch,
  options,
  viewKey,
};

const {
  'booking-event-list': eventList,
  'booking-widget': bookingWidget,
  // Nobody sees these before the list is there.
  ...behindTheList
} = tags;

// A task of its own, so that a page can react between reading the script and the first paint.
setTimeout(start);

function start(): void {
  const obstacle = findObstacle();
  if (obstacle) {
    tellReseller(`cannot start on this page: ${obstacle}.`);
    return;
  }
  if (!define({ 'booking-event-list': eventList, 'booking-widget': bookingWidget })) return;
  fillPlaceholders(document);
  // The first use of `Intl` in a page takes long (50 ms on a slow phone): now it costs no time,
  // because the events are on their way.
  setTimeout(customerZone);
  // Some old libraries leave it there as undefined.
  const { requestIdleCallback } = window as Partial<typeof globalThis>;
  if (requestIdleCallback) requestIdleCallback(defineRest, { timeout: 500 });
  else setTimeout(defineRest);
}

function defineRest(): void {
  define(behindTheList);
  openFromTriggers(document);
  loadCheck(BookingWidget.defaults.proxy, script);
}

/** What keeps every widget of the page from working. Without one defined, the links in them stay. */
function findObstacle(): string {
  if (document.contentType === 'application/xhtml+xml') return 'it is XHTML, and not text/html';
  const foreign = Object.keys(tags).filter((tag) => customElements.get(tag));
  const isSecond = foreign.includes('booking-widget');
  return foreign.length > 0 && !isSecond ? `another script has defined ${foreign.join(', ')}` : '';
}
