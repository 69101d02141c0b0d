import { isKept } from './event-border.ts';
import { tellReseller } from './tell-reseller.ts';

/** What customers can no longer do if the page prevents an event that is the widget's alone. */
const lossesByPreventing: Readonly<Record<string, string>> = {
  beforeinput: 'type',
  keydown: 'use the keyboard',
  mousedown: 'select',
  selectstart: 'select',
  contextmenu: 'open the menu in which one pastes',
  copy: 'copy',
  cut: 'cut',
  paste: 'paste',
  wheel: 'scroll',
  touchstart: 'scroll',
  touchmove: 'scroll',
};

/** What customers can no longer do if the page keeps an event from the widget's own listeners. */
const lossesByStopping: Readonly<Record<string, string>> = {
  click: 'press anything',
  input: 'fill in anything',
};

const roots = new WeakSet<EventTarget>();
/** The events that have reached a widget, and whether they were prevented before. */
const arrivals = new WeakMap<Event, boolean>();
let isWatching = false;

/**
 * Names capture listeners of the page that take events from customers: they come before the widget,
 * which therefore cannot keep its events from them.
 */
export function nameTakers(root: Node): void {
  roots.add(root);
  const types = Object.keys({ ...lossesByPreventing, ...lossesByStopping });
  const options = { capture: true, passive: true, once: false };
  for (const type of types) {
    root.addEventListener(type, noteArrival, options);
    if (!isWatching) window.addEventListener(type, watch, options);
  }
  isWatching = true;
}

function noteArrival(event: Event): void {
  arrivals.set(event, event.defaultPrevented);
}

function watch(event: Event): void {
  if (!event.composedPath().some((node) => roots.has(node))) return;
  const { type } = event;
  const isOfWidget = isKept(event);
  // In a later task, after all listeners.
  setTimeout(() => {
    const arrival = arrivals.get(event);
    if (isOfWidget && event.defaultPrevented && arrival !== false) {
      tell('prevents', type, lossesByPreventing[type]);
    } else if (arrival === undefined) tell('stops', type, lossesByStopping[type]);
  });
}

function tell(does: string, type: string, loss: string | undefined): void {
  if (!loss) return;
  tellReseller(
    `a capture listener of this page ${does} ${type} events of the widget before it hears of them, so customers cannot ${loss} here. Where the listener spares fields, it has to spare <booking-widget> too.`,
  );
}
