import type { EventDate } from '#contract/date.schema';
import type { Price, PriceGroup } from '#contract/event.schema';
import type {
  IntentResponse,
  OrderDifference,
  OrderedFlexTicket,
  OrderedParticipant,
  OrderedTicket,
  OrderedVoucher,
  OrderPayment,
  OrderStatus,
  PaymentState,
  PlacedOrder,
  Redemption,
} from '#contract/order.schema';
import type { OrderSummary, QuotedLine, QuotedOrder } from '#contract/quote.schema';
import type { Attempt } from '../domain/attempt.ts';
import type { DateState, Start } from '../domain/availability.ts';
import type { Cart } from '../domain/cart.ts';
import type { Choice } from '../domain/choice.ts';
import { isDay } from '../domain/days.ts';
import { isKnownZone, toMillis } from '../domain/zone.ts';
import {
  type Check,
  isBoolean,
  isNumber,
  isText,
  listOf,
  oneOf,
  orMissing,
  orNull,
  shapeOf,
  textThat,
} from './shape.ts';
import type { ViewStep } from './steps.ts';

/** A step as it is stored: without failures, and without what is being loaded. */
export type StoredStep = StoredView | StoredEvent | StoredCartStep | StoredOrders;

type StoredView = Pick<ViewStep, 'name' | 'viewKey' | 'intent'>;

interface StoredEvent {
  name: 'event';
  choice: StoredChoice;
  placed: StoredAttempt[];
  replaces: string | null;
}

interface StoredCartStep {
  name: 'cart';
  placed: StoredAttempt[];
}

interface StoredOrders {
  name: 'checkout' | 'result';
  choice: StoredChoice | null;
  attempts: StoredAttempt[];
}

/** The state of an attempt is derived from its intent. */
export type StoredAttempt = Pick<Attempt, 'order' | 'key' | 'expires' | 'sent' | 'intent'>;

export interface StoredChoice extends Omit<Choice, 'amounts' | 'products' | 'start'> {
  amounts: StoredAmount<number>[];
  products: StoredAmount<string>[];
  /** Its group is not stored twice: it is the chosen one. */
  start: Omit<Start, 'group'> | null;
}

interface StoredAmount<Id> {
  id: Id;
  amount: number;
}

export interface StoredCart extends Omit<Cart, 'lines'> {
  lines: StoredChoice[];
}

const isInstant = textThat((text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) && toMillis(text) > 0);
const isCurrency = textThat((text) => /^[A-Z]{3}$/.test(text));
const isKey = textThat((text) => /^[\w-]{43}$/.test(text));
const isExistingDay = textThat(isDay);
const isTimezone = textThat(isKnownZone);

const isStatus = oneOf<OrderStatus>({
  ACCEPTED: true,
  CANCELED: true,
  PENDING: true,
  DECLINED: true,
  OPEN: true,
  RESERVED: true,
});

const isPosition = shapeOf<NonNullable<QuotedLine['location']>>({
  latitude: isNumber,
  longitude: isNumber,
});

const isQuotedLine = shapeOf<QuotedLine>({
  event_id: isText,
  root_event_id: isText,
  category: orMissing(isText),
  date_id: isText,
  title: isText,
  date: isInstant,
  duration: isNumber,
  timezone: isTimezone,
  meeting_location: isText,
  location: orNull(isPosition),
  meeting_position: orNull(isPosition),
  pre_time: isNumber,
  bring: isText,
  opening_hours: isBoolean,
  participant_hint: isText,
  prices: listOf(
    shapeOf<QuotedLine['prices'][number]>({
      price_id: isNumber,
      title: isText,
      amount: isNumber,
      value: isNumber,
      total: isNumber,
    }),
  ),
  total: isNumber,
});

const ofSummary: Record<keyof OrderSummary, Check> = {
  kind: oneOf<QuotedOrder['kind']>({ BOOKING: true, REQUEST: true }),
  vendor_id: isText,
  vendor_name: isText,
  currency: isCurrency,
  lines: listOf(isQuotedLine),
  products: listOf(
    shapeOf<QuotedOrder['products'][number]>({
      product_id: isText,
      name: isText,
      amount: isNumber,
      price: isNumber,
      total: isNumber,
      shipping_address: isBoolean,
    }),
  ),
  shipping_address: isBoolean,
  total: isNumber,
  vat: isNumber,
};

const isOrder = shapeOf<QuotedOrder>({ quote: isText, ...ofSummary });

const isTicket = shapeOf<OrderedTicket>({
  code: isText,
  event_id: orNull(isText),
  date_id: orNull(isText),
  status: orNull(isStatus),
  cancellation_date: orNull(isInstant),
  participants: listOf(
    shapeOf<OrderedParticipant>({
      code: isText,
      price_id: orNull(isNumber),
      price_title: isText,
      status: orNull(isStatus),
      cancellation_date: orNull(isInstant),
      checked_in: orNull(isInstant),
    }),
  ),
});

const isPlacedOrder = shapeOf<PlacedOrder>({
  id: isText,
  code: isText,
  status: isStatus,
  total: isNumber,
  currency: isCurrency,
  selfservice_url: orNull(isText),
  ordered_at: isInstant,
  quoted_total: isNumber,
  quoted_currency: isCurrency,
  differences: orMissing(
    listOf(
      oneOf<OrderDifference>({
        vendor: true,
        currency: true,
        total: true,
        dates: true,
        participants: true,
        products: true,
      }),
    ),
  ),
  cancellation_date: orMissing(orNull(isInstant)),
  expire_date: orMissing(orNull(isInstant)),
  payment_date: orMissing(orNull(isInstant)),
  paid_here: orMissing(isBoolean),
  vat: orMissing(isNumber),
  tickets: orMissing(listOf(isTicket)),
  products: orMissing(
    listOf(
      shapeOf<NonNullable<PlacedOrder['products']>[number]>({
        product_id: isText,
        title: isText,
        amount: isNumber,
        status: orNull(isStatus),
      }),
    ),
  ),
  voucher_orders: orMissing(
    listOf(shapeOf<OrderedVoucher>({ code: isText, value: isNumber, currency: isCurrency })),
  ),
  flex_tickets: orMissing(
    listOf(
      shapeOf<OrderedFlexTicket>({
        code: isText,
        title: isText,
        status: orNull(isText),
        redemption_available: orNull(isNumber),
      }),
    ),
  ),
  redemptions: orMissing(listOf(shapeOf<Redemption>({ title: isText, redeemed_value: isNumber }))),
  paid: orMissing(isNumber),
  refunded: orMissing(isNumber),
});

const isPayment = shapeOf<OrderPayment>({
  state: oneOf<PaymentState>({
    held: true,
    paid: true,
    released: true,
    saved: true,
    forgotten: true,
    refunding: true,
    'refund-due': true,
    refunded: true,
    due: true,
    overdue: true,
    open: true,
  }),
  amount: isNumber,
  currency: isCurrency,
  reference: isText,
  taken_at: orMissing(isInstant),
  due_by: orMissing(isInstant),
});

/** @param isState accepts the states of an intent that the step can be shown with */
function isIntentWith(isState: Check): Check {
  return shapeOf<IntentResponse>({
    state: isState,
    order: orNull(isPlacedOrder),
    summary: orMissing(shapeOf<OrderSummary>(ofSummary)),
    settled_by: orNull(isInstant),
    // Not checked, because it is not shown: a refused order is ordered again.
    problem: () => true,
    payment: orMissing(isPayment),
    view_key: orMissing(isKey),
  });
}

const isAnyState = oneOf<IntentResponse['state']>({
  open: true,
  checking: true,
  placed: true,
  refused: true,
  absent: true,
});

const isAttempt = shapeOf<StoredAttempt>({
  order: isOrder,
  key: isKey,
  expires: isInstant,
  sent: orMissing(isNumber),
  // In any other state, an attempt has no intent.
  intent: orNull(isIntentWith(oneOf({ checking: true, placed: true, absent: true }))),
});

const isGroup = shapeOf<PriceGroup>({
  id: isText,
  name: isText,
  event_id: isText,
  duration: isNumber,
  latest_booking_time: isNumber,
  min_participants: isNumber,
  max_participants: isNumber,
  prices: listOf(
    shapeOf<Price>({
      id: isNumber,
      title: isText,
      value: isNumber,
      currency: isCurrency,
      category: isText,
      vat: isNumber,
      entry_units: listOf(shapeOf<Price['entry_units'][number]>({ type: isText })),
    }),
  ),
});

const isStart = shapeOf<Omit<Start, 'group'>>({
  date: shapeOf<EventDate>({
    id: isText,
    event_id: isText,
    date: isInstant,
    available_slots: isNumber,
    total_slots: isNumber,
    bookable_until: isInstant,
  }),
  day: isExistingDay,
  state: oneOf<DateState>({ free: true, 'too-few-places': true, full: true, closed: true }),
  scarce: isBoolean,
});

const isChoice = shapeOf<StoredChoice>({
  eventId: isText,
  shownDay: orNull(isExistingDay),
  isTurned: isBoolean,
  skippedSince: orNull(isExistingDay),
  wanted: orNull(isInstant),
  day: orNull(isExistingDay),
  start: orNull(isStart),
  group: orNull(isGroup),
  amounts: listOf(shapeOf<StoredAmount<number>>({ id: isNumber, amount: isNumber })),
  products: listOf(shapeOf<StoredAmount<string>>({ id: isText, amount: isNumber })),
});

const isOrders = shapeOf<StoredOrders>({
  name: isText,
  choice: orNull(isChoice),
  attempts: listOf(isAttempt),
});

const checks: Record<StoredStep['name'], Check> = {
  view: shapeOf<StoredView>({
    name: isText,
    viewKey: isKey,
    intent: orNull(isIntentWith(isAnyState)),
  }),
  event: shapeOf<StoredEvent>({
    name: isText,
    choice: isChoice,
    placed: listOf(isAttempt),
    replaces: orNull(isText),
  }),
  cart: shapeOf<StoredCartStep>({ name: isText, placed: listOf(isAttempt) }),
  checkout: isOrders,
  result: isOrders,
};

/**
 * Whether a step that was read back has everything that the page shows, with values it can show.
 */
export function isStoredStep(value: unknown): value is StoredStep {
  const { name } = (value ?? {}) as Partial<StoredStep>;
  return name !== undefined && Object.hasOwn(checks, name) && checks[name](value);
}

const isCart = shapeOf<StoredCart>({
  lines: listOf(isChoice),
  orders: listOf(isOrder),
  expires: isInstant,
});

export function isStoredCart(value: unknown): value is StoredCart {
  return isCart(value);
}
