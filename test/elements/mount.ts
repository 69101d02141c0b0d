import { fixture, html, nextFrame } from '@open-wc/testing';
import { define } from '../../src/define.ts';
import {
  BookingWidget,
  Cart,
  Checkout,
  Choice,
  Confirmation,
  DatePicker,
  EventDetails,
  EventList,
  MonthGrid,
  PriceSelection,
  Products,
} from '../../src/index.ts';

/** Every element under its tag, as the script registers them. */
const table = {
  'booking-cart': Cart,
  'booking-checkout': Checkout,
  'booking-choice': Choice,
  'booking-confirmation': Confirmation,
  'booking-date-picker': DatePicker,
  'booking-event-details': EventDetails,
  'booking-event-list': EventList,
  'booking-month-grid': MonthGrid,
  'booking-price-selection': PriceSelection,
  'booking-products': Products,
  'booking-widget': BookingWidget,
};
define(table);

type ElementOf<Tag extends keyof typeof table> = InstanceType<(typeof table)[Tag]>;

/** Puts an element into the page and waits until it and what is in it are drawn. */
export async function mount<Tag extends keyof typeof table>(
  tag: Tag,
  properties: Partial<ElementOf<Tag>>,
): Promise<ElementOf<Tag>> {
  const element = Object.assign(document.createElement(tag), properties);
  await fixture(html`${element}`);
  await nextFrame();
  return element as unknown as ElementOf<Tag>;
}
