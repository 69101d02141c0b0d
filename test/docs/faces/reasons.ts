import type { Reason } from './places.ts';

/** Why nobody but developers has some of the specification, whose sentences are in quotes. */
export const reasons: readonly Reason[] = [
  {
    why: 'Another way to what is done by lists, `createEvent`, `createDates` and `createOrder`.',
    keys: [
      ...['listEventsOfVendor', 'listDatesOfVendor', 'listOrdersOfVendor', 'retrieveDate'],
      ...['createEventForVendor', 'createDateForVendor'],
      'createOrderForVendor',
    ],
  },
  {
    why: 'The proxy merges by itself: a merged event does not say which dates belong to a price group.',
    keys: [
      ...['listMergedEvents', 'retrieveMergedEvent', 'listMergedDates', 'retrieveMergedDate'],
      'events.price_groups.*',
    ],
  },
  {
    why: '“SUCCESS is the observed value; others are not listed”: the number of processed items tells more.',
    keys: ['dates.status'],
  },
  {
    why: 'A list of dates has the same ids, and the places.',
    keys: ['listEventsAndDates*', 'dates.dates.*', 'dates.events.*'],
  },
  {
    why: 'The proxy holds whole lists, which visitors filter, search and sort there.',
    keys: [
      ...['events?exclude', 'events?category', 'events?exclude_vendors', 'events?geolocation'],
      ...['dates?order', 'dates?exclude', 'dates?match', 'dates?accept_vendors', 'dates?category'],
      ...['dates?exclude_vendors', 'dates?exclude_events', 'dates?geolocation'],
      ...['products?order', 'products?exclude', 'products?match', 'products?exclude_vendors'],
      ...['products?available', 'products?requires_shipping', 'products?min_price'],
      ...['products?max_price', 'dates?fields', 'products?fields'],
    ],
  },
  {
    why: '“Noticeably slower, use only if necessary”.',
    keys: [
      ...['vendors?with_count', 'events?with_count', 'dates?with_count', 'products?with_count'],
      'orders?with_count',
    ],
  },
  {
    why: 'There are few vendors, and the proxy asks for one at a time.',
    keys: [
      ...['vendors?order', 'vendors?limit', 'vendors?offset', 'vendors?exclude', 'vendors?fields'],
      ...['vendors?match', 'vendors?delta_since'],
    ],
  },
  {
    why: '“Private prices (not shown to end customers)”, and private products alike.',
    keys: ['events?with_private_prices', 'products?with_private_products'],
  },
  {
    why: 'The proxy needs pricelists and further durations too, and both types.',
    keys: [
      ...['events?only_root_events', 'events?only_main_duration'],
      ...['events?type=BOOKING', 'events?type=REQUEST'],
    ],
  },
  {
    why: 'Customers’ orders are asked for by their ids and references, and the command lists all of them.',
    keys: [
      ...['orders?order', 'orders?exclude', 'orders?match', 'orders?end_date'],
      ...['orders?start_event_date', 'orders?end_event_date', 'orders?accept_code'],
      ...['orders?accept_dates', 'orders?status=ACCEPTED', 'orders?status=CANCELED'],
      ...['orders?status=PENDING', 'orders?status=DECLINED', 'orders?status=OPEN'],
    ],
  },
  {
    why: 'Customers are told who sells, by legal name and country, and each price has its currency.',
    keys: ['vendors.country_of_residence', 'vendors.activation_date', 'vendors.currency'],
  },
  {
    why: 'A place of another company’s map; addresses and coordinates suffice for a link to any.',
    keys: ['events.location_place_id', 'events.meeting_location_place_id'],
  },
  {
    why: '“Percent of order value received by a reseller”, which is not for customers.',
    keys: ['events.commission'],
  },
  {
    why: 'Vouchers are not sold here, so nothing is offered with them.',
    keys: ['products.dependencies.vouchers.*'],
  },
  {
    why: 'The customer has typed it. It is never read back, so that no order shows it to somebody else.',
    keys: [
      ...['orders.company', 'orders.vat_number', 'orders.phone', 'orders.street', 'orders.zip'],
      ...['orders.streetnr', 'orders.city', 'orders.country', 'orders.comment', 'orders.lang'],
      ...['orders.additional_information.*', 'orders.shipping_*', 'orders.email_newsletter_opt_in'],
      ...['orders.tickets.comment', 'orders.tickets.participants.name'],
      ...['orders.tickets.participants.email', 'orders.tickets.participants.phone'],
      'orders.tickets.participants.comment',
    ],
  },
  {
    why: 'Between vendor and reseller, and not for customers.',
    keys: [
      ...['orders.internal_notes', 'orders.booking_channel.*', 'orders.sale_params'],
      ...['orders.affiliate_id', 'orders.external_order_url'],
    ],
  },
  {
    why: 'The total, what was redeemed and each code tell the customer the same.',
    keys: [
      ...['orders.additional_discount', 'orders.redeemed_coupons.id'],
      ...['orders.redeemed_coupons.usage_date', 'orders.redeemed_vouchers.id'],
      ...['orders.redeemed_vouchers.usage_date', 'orders.redeemed_vouchers.creation_date'],
      ...['orders.redeemed_vouchers.purchasing_order_id', 'orders.voucherOrders.id'],
      ...['orders.voucherOrders.status', 'orders.voucherOrders.vat'],
      ...['orders.voucherOrders.voucher.id', 'orders.voucherOrders.related_items.*'],
      ...['orders.flexTickets.id', 'orders.flexTickets.redemption_total'],
      ...['orders.flexTickets.price', 'orders.flexTickets.price_title', 'orders.flexTickets.vat'],
      ...['orders.flexTickets.currency', 'orders.flexTickets.flexOffer.*', 'orders.tickets.id'],
      ...['orders.tickets.participants.id', 'orders.tickets.participants.redeemed_flexTicket.*'],
    ],
  },
  {
    why: 'Said by another field: `date_id`, the price’s `entry_units`, the order’s `currency`, participants’ `vat`.',
    keys: [
      ...['orders.tickets.event_date_id', 'orders.tickets.participants.entry_units.type'],
      ...['orders.products.currency', 'orders.tickets.vat', 'new orders.tickets.event_date_id'],
    ],
  },
  {
    why: '“Any further operations (…, vouchers, coupons, …): not shown”: none lists such offers or checks a code.',
    keys: [
      ...[
        'new orders.voucherOrders.*',
        'new orders.flexTickets.*',
        'new orders.redeemed_coupons.*',
      ],
      ...[
        'new orders.redeemed_vouchers.*',
        'new orders.tickets.participants.redeemed_flexTicket.*',
      ],
    ],
  },
  {
    why: '“`orders_custom_prices`: set custom prices on orders”: here the platform prices, and no price is sent.',
    keys: [
      ...['new orders.tickets.participants.price_value', 'new orders.total_invoice'],
      'new orders.additional_discount',
    ],
  },
  {
    why: '“Order cancels automatically at that time”, which no customer wants.',
    keys: ['new orders.expire_date'],
  },
  {
    why: '“A REQUEST must be accepted by the vendor”: any other order is accepted at once.',
    keys: ['new orders.status=CANCELED', 'new orders.status=OPEN', 'new orders.status=RESERVED'],
  },
  {
    why: 'The checkout asks for comments on the order and on participants, and has no page of its own to name.',
    keys: [
      ...['new orders.tickets.comment', 'new orders.internal_notes'],
      'new orders.external_order_url',
    ],
  },
  {
    why: 'Notifications are hints: the order is read again, and only paid and refunded amounts are taken.',
    keys: [
      ...['notifications.payments.code', 'notifications.payments.payment_method'],
      ...['notifications.payments.name', 'notifications.payments.payment_date'],
      'notifications.tickets.*',
    ],
  },
];
