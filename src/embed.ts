import { declared, prefetchedFetch, script, servedBy, viewKey } from './embed/prefetch.ts';
import { define } from './page/define.ts';
import { BookingWidget } from './elements/booking-widget.ts';
import { setDefaults } from './elements/shell/defaults.ts';
import { loadCheck } from './embed/load-check.ts';
import { customerZone } from './domain/zone.ts';
import { DATA, optionsOf } from './page/options.ts';
import { nameScriptOptions, tellReseller } from './page/tell-reseller.ts';
import { fillPlaceholders } from './embed/placeholders.ts';
import { ownDocument } from './page/unshadowed.ts';
import { tags } from './tags.ts';
import { openFromTriggers } from './dialog/triggers.ts';

const options = script ? optionsOf(script, BookingWidget.observedAttributes, DATA) : [];
nameScriptOptions(options);

/** The script tag's entry. */
setDefaults({
  declared,
  fetch: prefetchedFetch,
  options,
  viewKey,
});

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
  fillPlaceholders();
  // The first use of `Intl` in a page takes long (50 ms on a slow phone): now it costs no time,
  // because the events are on their way.
  setTimeout(customerZone);
  // Not in every browser, and some old libraries leave it there as undefined.
  const { requestIdleCallback } = window as Partial<typeof globalThis>;
  if (requestIdleCallback) requestIdleCallback(defineRest, { timeout: 500 });
  else setTimeout(defineRest);
}

function defineRest(): void {
  define(behindTheList);
  openFromTriggers();
  loadCheck(servedBy, script);
}

/** Lit reads these from `document` itself, so no script with Lit works where they are hidden. */
const readByLit = ['createElement', 'createComment', 'importNode'];

/** What keeps every widget of the page from working. Without one defined, the links in them stay. */
function findObstacle(): string {
  if (ownDocument.contentType === 'application/xhtml+xml') return 'it is XHTML, and not text/html';
  const hidden = readByLit.find((name) => typeof Reflect.get(document, name) !== 'function');
  if (hidden) return `an element of it is called ${hidden}, which hides document.${hidden}`;
  const foreign = Object.keys(tags).filter((tag) => customElements.get(tag));
  const isSecond = foreign.includes('booking-widget');
  return foreign.length > 0 && !isSecond ? `another script has defined ${foreign.join(', ')}` : '';
}
