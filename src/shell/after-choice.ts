import { Choice } from '../elements/choice.ts';
import { DatePicker } from '../elements/date-picker.ts';
import { DayGrid } from '../elements/day-grid.ts';
import { EventDetails } from '../elements/event-details.ts';
import { PriceSelection } from '../elements/price-selection.ts';
import { Products } from '../elements/products.ts';
import { Cart } from '../visit/cart.ts';
import { Checkout } from '../visit/checkout.ts';
import { Confirmation } from '../visit/confirmation.ts';
import { OrderSummary } from '../visit/order-summary.ts';
import { Withdrawal } from '../visit/withdrawal.ts';

/**
 * The second script: everything that a customer needs once something is chosen in the list, the
 * calendar of the list's day field, and what search engines read. Only `lazy-visit.ts` imports it as
 * a value, so that it is loaded after the list.
 */
export { LaterSteps } from './later-steps.ts';

/** The elements of the steps after the list, and the calendar of its day field, by tag. */
export const elements = {
  'booking-cart': Cart,
  'booking-checkout': Checkout,
  'booking-choice': Choice,
  'booking-confirmation': Confirmation,
  'booking-date-picker': DatePicker,
  'booking-day-grid': DayGrid,
  'booking-event-details': EventDetails,
  'booking-order-summary': OrderSummary,
  'booking-price-selection': PriceSelection,
  'booking-products': Products,
  'booking-withdrawal': Withdrawal,
} as const;
