// Every list and every parameter of the spec's tables (Common list parameters, Per-operation list
// parameters), and of which type each parameter is.

/** Values that are of the wrong type. Every text is one that `match` can search for. */
export const wrongValues = {
  order: 'colour',
  integer: 'ten',
  integers: '1,,2',
  number: 'cheap',
  boolean: 'perhaps',
  zeroOrOne: 'true',
  list: '',
  timestamp: '2026-11-21',
  type: 'ANY',
  status: 'RESERVED',
  geolocation: '52,13,53',
  text: undefined,
} as const;

type Table = Readonly<Record<string, keyof typeof wrongValues>>;

const commonTable: Table = {
  order: 'order',
  limit: 'integer',
  offset: 'integer',
  accept: 'list',
  exclude: 'list',
  fields: 'list',
  with_count: 'boolean',
  match: 'text',
  delta_since: 'timestamp',
};

const eventTable: Table = {
  category: 'integer',
  categories: 'integers',
  accept_vendors: 'list',
  exclude_vendors: 'list',
  preferred_categories: 'integers',
  type: 'type',
  available_from: 'timestamp',
  geolocation: 'geolocation',
  with_private_prices: 'boolean',
  only_root_events: 'boolean',
  only_main_duration: 'boolean',
};

const dateTable: Table = {
  available: 'boolean',
  start_date: 'timestamp',
  end_date: 'timestamp',
  accept_vendors: 'list',
  exclude_vendors: 'list',
  accept_events: 'list',
  exclude_events: 'list',
  category: 'integer',
  geolocation: 'geolocation',
  ignore_latest_booking_time: 'boolean',
};

const productTable: Table = {
  available: 'zeroOrOne',
  requires_shipping: 'zeroOrOne',
  accept_vendors: 'list',
  exclude_vendors: 'list',
  min_price: 'number',
  max_price: 'number',
  with_private_products: 'boolean',
};

const orderTable: Table = {
  start_date: 'timestamp',
  end_date: 'timestamp',
  start_event_date: 'timestamp',
  end_event_date: 'timestamp',
  status: 'status',
  accept_external_reference: 'list',
  accept_code: 'list',
  accept_dates: 'list',
};

/** "An integration example passes from and to" (Table A). */
const exampleTable: Table = { from: 'timestamp', to: 'timestamp' };

interface List {
  readonly section: string;
  readonly path: string;
  readonly table: Table;
  /** The attributes that `order` takes. */
  readonly attributes: readonly string[];
}

const ofEvents = {
  section: 'Event lists',
  table: { ...commonTable, ...eventTable },
  attributes: [
    ...['title', 'duration', 'max_participants', 'vendor_name', 'price', 'category_id'],
    'first_date',
  ],
};

const ofDates = {
  section: 'Date lists',
  table: { ...commonTable, ...dateTable },
  attributes: ['date', 'available_slots', 'event_id'],
};

const ofOrders = {
  section: 'Order list',
  table: { ...commonTable, ...orderTable },
  attributes: ['name', 'date', 'vendor_id'],
};

/** `VENDOR` and `EVENT` stand for ids. */
export const lists: readonly List[] = [
  { section: 'Vendor list', path: '/v3/vendors', table: commonTable, attributes: ['name'] },
  { ...ofEvents, path: '/v3/events' },
  { ...ofEvents, path: '/v3/vendors/VENDOR/events' },
  { ...ofEvents, path: '/v3/merged_events' },
  { ...ofDates, path: '/v3/dates' },
  { ...ofDates, path: '/v3/vendors/VENDOR/dates' },
  { ...ofDates, path: '/v3/events/EVENT/dates', table: { ...ofDates.table, ...exampleTable } },
  { ...ofDates, path: '/v3/merged_dates' },
  { ...ofDates, path: '/v3/eventDates' },
  { ...ofDates, path: '/v3/vendors/VENDOR/eventDates' },
  {
    section: 'Product list',
    path: '/v3/products',
    table: { ...commonTable, ...productTable },
    attributes: ['name', 'price'],
  },
  { ...ofOrders, path: '/v3/orders' },
  { ...ofOrders, path: '/v3/vendors/VENDOR/orders' },
];
