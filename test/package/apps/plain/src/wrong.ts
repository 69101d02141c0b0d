import type { Price } from 'booking-widget';

/** What has to be refused: an error that is none here is an error of its own. */
export function wrong(widget: HTMLElementTagNameMap['booking-widget'], price: Price): void {
  // @ts-expect-error -- there is no such property
  widget.vendors = '7';
  // @ts-expect-error -- it is a number
  widget.participants = 'two';
  // @ts-expect-error -- an event has no such detail
  widget.addEventListener('booking-order', (event) => event.detail.name);
  // @ts-expect-error -- the contract's types are their own, and not any
  const title: number = price.title;
  void title;
}
