import { BookingButton, BookingWidget } from 'booking-widget/react';

/** What has to be refused: an error that is none here is an error of its own. */
export const wrong = [
  // @ts-expect-error -- there is no such property
  <BookingWidget vendors="7" />,
  // @ts-expect-error -- it is a number
  <BookingWidget participants="two" />,
  // @ts-expect-error -- there is no such event
  <BookingWidget onBookingOrdered={() => undefined} />,
  // @ts-expect-error -- an event has no such detail
  <BookingWidget onBookingOrder={({ detail }) => detail.name} />,
  // @ts-expect-error -- there is no such attribute
  <BookingButton vendors="7" />,
  // @ts-expect-error -- it is a text
  <BookingButton event={7} />,
];
