import { BookingButton } from './dialog/booking-button.ts';
import { BookingDialog } from './dialog/booking-dialog.ts';
import { BookingWidget } from './elements/booking-widget.ts';
import { Cart } from './visit/cart.ts';
import { Checkout } from './visit/checkout.ts';
import { Choice } from './elements/choice.ts';
import { Confirmation } from './visit/confirmation.ts';
import { DatePicker } from './elements/date-picker.ts';
import { EventDetails } from './elements/event-details.ts';
import { EventList } from './elements/event-list.ts';
import { MonthGrid } from './elements/month-grid.ts';
import { OrderSummary } from './visit/order-summary.ts';
import { PriceSelection } from './elements/price-selection.ts';
import { Products } from './elements/products.ts';
import { Withdrawal } from './visit/withdrawal.ts';

/** Every element under its tag. */
export const tags = {
  'booking-button': BookingButton,
  'booking-cart': Cart,
  'booking-checkout': Checkout,
  'booking-choice': Choice,
  'booking-confirmation': Confirmation,
  'booking-dialog': BookingDialog,
  'booking-date-picker': DatePicker,
  'booking-event-details': EventDetails,
  'booking-event-list': EventList,
  'booking-month-grid': MonthGrid,
  'booking-order-summary': OrderSummary,
  'booking-price-selection': PriceSelection,
  'booking-products': Products,
  'booking-widget': BookingWidget,
  'booking-withdrawal': Withdrawal,
} as const;

type ElementOfTag = { [Tag in keyof typeof tags]: InstanceType<(typeof tags)[Tag]> };

declare global {
  interface HTMLElementTagNameMap extends ElementOfTag {}
}
