/* eslint sort-imports/imports: off -- the first requests begin before anything else runs */
import { declared, prefetchedFetch, script, servedBy, viewKey } from './embed/prefetch.ts';
import { firstResponses } from './embed/first-responses.ts';
import { define } from './page/define.ts';
import { BookingWidget } from './shell/booking-widget.ts';
import { setDefaults } from './shell/defaults.ts';
import { loadCheck } from './embed/load-check.ts';
import { customerZone } from './domain/zone.ts';
import { DATA, optionsOf, PLACEHOLDERS } from './page/options.ts';
import { nameScriptOptions, tellReseller } from './page/tell-reseller.ts';
import { fillPlaceholders } from './embed/placeholders.ts';
import { ownDocument } from './page/unshadowed.ts';
import { whenIdle } from './page/when-idle.ts';
import { loadAfterChoice } from './shell/lazy-visit.ts';
import { tagNames } from './tag-names.ts';
import { BookingButton } from './dialog/booking-button.ts';
import { BookingDialog } from './dialog/booking-dialog.ts';
import { openFromTriggers } from './dialog/triggers.ts';
import { EventList } from './elements/event-list.ts';

const options = script ? optionsOf(script, BookingWidget.observedAttributes, DATA) : [];
nameScriptOptions(options);

/** The script tag sets the defaults of every widget on the page. */
setDefaults({
  declared,
  fetch: prefetchedFetch,
  firstResponses: firstResponses && { responses: firstResponses, servedBy },
  define,
  options,
  viewKey,
});

// In separate tasks, so that the page can respond between running the script and the first paint.
// The first use of `Intl` in a page is slow (50 ms on a slow phone), so it has one of its own.
setTimeout(customerZone);
setTimeout(start);

function start(): void {
  const obstacle = findObstacle();
  if (obstacle) {
    tellReseller(`cannot start on this page: ${obstacle}.`);
    whenIdle(check);
    return;
  }
  if (isOfNewView()) {
    whenIdle(check);
    return;
  }
  BookingWidget.script = script;
  if (!define({ 'booking-event-list': EventList, 'booking-widget': BookingWidget })) {
    whenIdle(check);
    return;
  }
  fillPlaceholders();
  whenIdle(defineRest);
}

/** Routers such as Turbo run the page's scripts again with each view. The first run goes on there. */
function isOfNewView(): boolean {
  const first = customElements.get('booking-widget') as Partial<typeof BookingWidget> | undefined;
  return first?.hasLeft === true || first?.script?.isConnected === false;
}

/** What is not needed before the list is on screen. */
function defineRest(): void {
  define({
    'booking-button': BookingButton,
    'booking-dialog': BookingDialog,
  });
  openFromTriggers();
  // For elements that stand alone; a widget loads it after its list.
  const hasWidget = ownDocument.querySelector(`booking-widget, ${PLACEHOLDERS}`);
  if (!hasWidget) void loadAfterChoice().catch(() => undefined);
  check();
}

function check(): void {
  loadCheck(servedBy, script);
}

/** Lit reads these from `document` itself, so it cannot run where a named element hides them. */
const readByLit = ['createElement', 'createComment', 'importNode'];

/**
 * What keeps every widget on the page from working; empty if nothing does. The tags are then left
 * undefined, so the links in them stay visible.
 */
function findObstacle(): string {
  if (ownDocument.contentType === 'application/xhtml+xml') return 'it is XHTML, and not text/html';
  const { ShadyDOM } = window as { ShadyDOM?: { inUse?: boolean } };
  if (ShadyDOM?.inUse) return 'a polyfill (ShadyDOM) takes the place of shadow roots';
  const hidden = readByLit.find((name) => typeof Reflect.get(document, name) !== 'function');
  if (hidden) return `an element of it is called ${hidden}, which hides document.${hidden}`;
  const foreign = tagNames.filter((tag) => customElements.get(tag));
  const isSecond = foreign.includes('booking-widget');
  return foreign.length > 0 && !isSecond ? `another script has defined ${foreign.join(', ')}` : '';
}
