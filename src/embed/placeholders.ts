import { DATA, optionsOf, PLACEHOLDERS } from '../page/options.ts';
import { ownDocument, unshadowed } from '../page/unshadowed.ts';
import { BookingWidget } from '../shell/booking-widget.ts';

/**
 * Puts a widget into every `<div data-booking-widget>`, now and when one is added later, for
 * editors that strip unknown tags.
 */
export function fillPlaceholders(): void {
  const fillIt = (node: Node) => {
    if (node instanceof Element && unshadowed(node).matches(PLACEHOLDERS)) fill(node);
  };
  const fillBelow = (node: Node) => {
    fillIt(node);
    if (node instanceof Element) unshadowed(node).querySelectorAll(PLACEHOLDERS).forEach(fill);
  };
  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes } of records) {
      // Its options have changed, or its widget is gone.
      fillIt(target);
      addedNodes.forEach(fillBelow);
    }
  });
  observer.observe(document, {
    childList: true,
    subtree: true,
    attributeFilter: ['booking-widget', ...BookingWidget.observedAttributes].map(
      (name) => DATA + name,
    ),
  });
  fillBelow(ownDocument.documentElement);
}

/** A placeholder already has a widget if it was copied, or if its options have changed. */
function fill(place: Element): void {
  const present = place.querySelector('booking-widget');
  const widget = present ?? ownDocument.createElement('booking-widget');
  const names = BookingWidget.observedAttributes;
  const options = new Map(optionsOf(place, names, DATA));
  for (const name of names) {
    const value = options.get(name);
    if (value !== undefined) widget.setAttribute(name, value);
    else if (widget.hasAttribute(name)) widget.removeAttribute(name);
  }
  if (present) return;
  // The fallback content becomes the widget's.
  widget.append(...place.childNodes);
  place.append(widget);
}
