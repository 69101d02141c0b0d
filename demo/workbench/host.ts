import { bookingEvents } from '../../src/events.ts';
import type { BookingFrameParent, FromHost, ToHost } from './messages.ts';

/**
 * A reseller's page in the workbench's frame: it has the widget as the workbench wants it, and says
 * what it hears.
 */
const place = document.querySelector('#booking') as HTMLElement;
const { bookingInPage } = window.parent as BookingFrameParent;
let widget: HTMLElement | undefined;

for (const type of Object.values(bookingEvents)) {
  document.addEventListener(type, (event) => {
    const { detail } = event as CustomEvent<object>;
    // What can be called stays here.
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

function show({ tag: { attributes, properties } }: ToHost): void {
  const element = widget ?? document.createElement('booking-widget');
  for (const name of element.getAttributeNames()) {
    if (!(name in attributes)) element.removeAttribute(name);
  }
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  // A policy forbids the attribute, and never this.
  element.style.cssText = '';
  for (const [name, value] of Object.entries(properties)) element.style.setProperty(name, value);
  if (widget) return;
  widget = element;
  place.append(element);
  if (!bookingInPage) return;
  // Without a server, the widget has to be given its `fetch` before it asks for anything.
  Object.assign(element, bookingInPage.widget);
  const { script: src } = bookingInPage;
  document.head.append(Object.assign(document.createElement('script'), { src }));
}

function tell(message: FromHost): void {
  window.parent.postMessage(message, location.origin);
}
