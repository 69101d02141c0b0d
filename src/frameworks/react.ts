import { createComponent, type EventName } from '@lit/react';
import * as React from 'react';
import { BookingButton as Button } from '../dialog/booking-button.ts';
import { type BookingEvent, bookingEvents, type BookingEventType } from '../events.ts';
import { define } from '../page/define.ts';
import { BookingWidget as Widget } from '../shell/booking-widget.ts';
import { tags } from '../tags.ts';

/** `BookingOrder` for `booking-order`. */
type PascalCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${PascalCase<Rest>}`
  : Capitalize<Name>;
type EventsByProp = {
  [Type in BookingEventType as `on${PascalCase<Type>}`]: EventName<BookingEvent>;
};

/** `onBookingOrder` for `booking-order`. */
function propOf(type: BookingEventType): string {
  const words = type.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `on${words.join('')}`;
}

const events = Object.fromEntries(
  Object.values(bookingEvents).map((type) => [propOf(type), type]),
) as EventsByProp;

// A server has no registry of custom elements, and needs none.
if ('document' in globalThis) define(tags);

// React 18 sets only attributes on an element; these set its properties and events, for 19 too.
/**
 * The whole flow. Its attributes are props in camel case, its events `onBookingOrder`, …
 *
 * @example
 * ```jsx
 * import { BookingWidget } from 'booking-widget/react';
 *
 * const book = <BookingWidget proxy="https://book.example.com" deepLinks onBookingOrder={thank} />;
 * ```
 */
export const BookingWidget = createComponent({
  react: React,
  tagName: 'booking-widget',
  elementClass: Widget,
  events,
});

/** A button that opens the flow in a dialog; the options of the widget go into `properties`. */
export const BookingButton = createComponent({
  react: React,
  tagName: 'booking-button',
  elementClass: Button,
  events,
});
