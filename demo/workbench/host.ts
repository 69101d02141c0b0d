import { bookingEvents } from '../../src/events.ts';
import type { BookingFrameParent, FrameShop, FromHost, ToHost } from './messages.ts';
import { elementOf } from './tag.ts';

/**
 * The script of the host page in the workbench's frame. It shows the widget as the workbench
 * configures it, and reports the widget's events.
 */
const place = document.querySelector('#booking') as HTMLElement;
const { bookingInPage } = window.parent as BookingFrameParent;
let element: HTMLElement | undefined;

for (const type of Object.values(bookingEvents)) {
  document.addEventListener(type, (event) => {
    const { detail } = event as CustomEvent<object>;
    // By way of JSON, because `postMessage` cannot clone the functions in a detail.
    const sent = JSON.parse(JSON.stringify(detail)) as Record<string, unknown>;
    const milliseconds = Math.round(performance.now());
    tell({ name: 'host-event', event: { type, detail: sent, milliseconds } });
  });
}

addEventListener('message', ({ source, origin, data }: MessageEvent<ToHost>) => {
  if (source !== window.parent || origin !== location.origin) return;
  show(data);
});

tell({ name: 'host-ready' });

function show({ tag }: ToHost): void {
  const { attributes, properties } = tag;
  const isFirst = element === undefined;
  element ??= elementOf(tag);
  for (const name of element.getAttributeNames()) {
    if (!(name in attributes)) element.removeAttribute(name);
  }
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  // Set through the CSSOM, because a CSP may forbid the `style` attribute.
  element.style.cssText = '';
  for (const [name, value] of Object.entries(properties)) element.style.setProperty(name, value);
  if (!isFirst) return;
  if (bookingInPage) loadWidget(element, bookingInPage);
  place.append(element);
}

/** Without a server, the widget needs its `fetch` before its first request. */
function loadWidget(tag: HTMLElement, { widget, script: src }: FrameShop): void {
  if (tag.localName === 'booking-button') Object.assign(tag, { widgetProperties: widget });
  else Object.assign(tag.localName === 'div' ? widgetIn(tag) : tag, widget);
  document.head.append(Object.assign(document.createElement('script'), { src }));
}

/**
 * Creates the widget in the placeholder, as the script would, so that properties can be set first.
 */
function widgetIn(placeholder: HTMLElement): HTMLElement {
  const widget = document.createElement('booking-widget');
  widget.append(...placeholder.childNodes);
  placeholder.append(widget);
  return widget;
}

function tell(message: FromHost): void {
  window.parent.postMessage(message, location.origin);
}
