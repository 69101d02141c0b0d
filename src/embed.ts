import { earlyFetch, servedBy } from './early.ts';
import { BookingWidget } from './elements/booking-widget.ts';
import { Cart } from './elements/cart.ts';
import { Checkout } from './elements/checkout.ts';
import { Choice } from './elements/choice.ts';
import { Confirmation } from './elements/confirmation.ts';
import { DatePicker } from './elements/date-picker.ts';
import { EventDetails } from './elements/event-details.ts';
import { EventList } from './elements/event-list.ts';
import { MonthGrid } from './elements/month-grid.ts';
import { PriceSelection } from './elements/price-selection.ts';
import { Products } from './elements/products.ts';
import { define } from './define.ts';

/** The script tag's entry. */
BookingWidget.defaults = { proxy: servedBy, fetch: earlyFetch };

const behindTheList = {
  'booking-cart': Cart,
  'booking-checkout': Checkout,
  'booking-choice': Choice,
  'booking-confirmation': Confirmation,
  'booking-date-picker': DatePicker,
  'booking-event-details': EventDetails,
  'booking-month-grid': MonthGrid,
  'booking-price-selection': PriceSelection,
  'booking-products': Products,
};
const whenIdle = () => define(behindTheList);
if (define({ 'booking-event-list': EventList, 'booking-widget': BookingWidget })) {
  if ('requestIdleCallback' in window) requestIdleCallback(whenIdle, { timeout: 500 });
  else setTimeout(whenIdle);
}
