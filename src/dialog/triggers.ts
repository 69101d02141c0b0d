import { DATA, type Options, optionsOf, TRIGGERS } from '../page/options.ts';
import { ownDocument, unshadowed } from '../page/unshadowed.ts';
import { BookingWidget } from '../shell/booking-widget.ts';
import { isOpenAtFirst, openDialog } from './dialogs.ts';

/** Opens the flow from any element with `data-booking-button`, even one that is added later. */
export function openFromTriggers(): void {
  // In the capture phase, before a router of the page follows the link.
  ownDocument.addEventListener('click', openFromClick, true);
  const first = [...ownDocument.querySelectorAll(TRIGGERS)].find((element) =>
    isOpenAtFirst(optionsOfTrigger(element)),
  );
  if (first) open(first);
}

function openFromClick(event: MouseEvent): void {
  const trigger = event
    .composedPath()
    .find((node): node is Element => node instanceof Element && unshadowed(node).matches(TRIGGERS));
  const isOfBrowser = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  if (!trigger || isOfBrowser || event.button !== 0) return;
  event.preventDefault();
  open(trigger);
}

function open(element: Element): void {
  const label = element.getAttribute('aria-label') ?? element.textContent.trim();
  void openDialog({ element, options: optionsOfTrigger(element), label });
}

function optionsOfTrigger(element: Element): Options {
  return optionsOf(element, BookingWidget.observedAttributes, DATA);
}
