/** What the specification says, word for word, by the beginning of a rule's title. */
const sentences: readonly [title: RegExp, sentence: string][] = [
  [/^Obtain token: gives/, '{access_token, token_type, expires_in, scope}'],
  [/^Obtain token: responds/, 'invalid client credentials or request format at the token endpoint'],
  [
    /^Authentication 5:/,
    'Use the token as header Authorization: Bearer <ACCESS_TOKEN>. Alternatively pass query parameter access_token=<ACCESS_TOKEN>; the header is recommended and both must not be used together.',
  ],
  [/^Authentication 6:/, 'an expired token yields 401'],
  [
    /^Authentication 7:/,
    'Some endpoints are available only when authenticated as a vendor API client.',
  ],
  [/^Authentication 8: orders/, 'orders_read_owned | read orders of the authenticated vendor'],
  [
    /^(Authentication 8|List vendors: a vendor)/,
    'Some clients are vendor API clients (act for one vendor)',
  ],
  [/^Errors: responds with 403/, '403 | the token lacks the scope for the requested resource'],
  [
    /^Errors: responds with 400/,
    'invalid request parameters (for example a parameter of the wrong type such as a non-integer limit)',
  ],
  [/^Errors:/, 'message | string | technical detail of what went wrong'],
  [/^List vendors:/, 'List vendors accessible to the client | none | none | array of Vendor'],
  [/^Retrieve vendor:/, 'Retrieve one vendor | id (required) | none | Vendor'],
  [/^Vendor:/, 'bill_country | string (country code)'],
  [/^Vendor list:/, 'Vendor list: order attribute name only.'],
  [
    /^List events of a vendor:/,
    'List events of one vendor | vendor_id (required) | none | array of Event',
  ],
  [/^Event: has no images/, 'non-empty, unique, base64-encoded image files; not in responses'],
  [/^Event: title/, 'title | string, max 255 chars'],
  [/^Event: commission/, 'commission | integer 0..100'],
  [/^Event: has at most ten/, 'highlights | array of strings | no | at most 10 items, unique'],
  [/^Event: categories/, 'categories | array of objects {id integer, title string}'],
  [/^Event: first_date/, 'returned only when the available_from filter is set'],
  [
    /^Event: root_event_id/,
    'set on a child pricelist event to its parent event id; the parent may be a duration event; main events and duration events have an empty string',
  ],
  [/^Event:/, 'inactive events are not returned; responses show it as a string of 0 or 1'],
  [
    /^Price:/,
    'In event and product payloads, money values (value, price) and vat are JSON numbers.',
  ],
  [/^List events: type|^Event lists: type/, 'type | string enum BOOKING, REQUEST, ALL | BOOKING'],
  [
    /^Event lists: private prices/,
    'private prices (not shown to end customers, usable by vendors in the admin app) appear only when with_private_prices is true',
  ],
  [/^Event lists: only_root/, 'only_root_events | boolean | false | skip pricelist child events'],
  [
    /^Event lists: only_main_duration/,
    'only_main_duration | boolean | false | skip non-main duration events',
  ],
  [/^Event lists: category /, 'category | integer | | single category id'],
  [/^Event lists: categories /, 'categories | string | | comma-separated category ids'],
  [
    /^Event lists: preferred/,
    'preferred_categories | string | | comma-separated; matching events placed first',
  ],
  [
    /^Event lists: accept_vendors/,
    'accept_vendors, exclude_vendors | string | | comma-separated vendor ids',
  ],
  [
    /^(Event|Date) lists: geolocation/,
    'exactly four comma-separated numbers minLat,minLng,maxLat,maxLng (a rectangle)',
  ],
  [
    /^Event lists: order/,
    'title, duration, max_participants, vendor_name, price, category_id, first_date',
  ],
  [/^Event lists: available_from/, 'events having at least one date on or after this time'],
  [
    /^(List merged events|Retrieve merged event|Merged event):/,
    'Same fields as Event except: no root_event_id, and prices is replaced by price_groups, an array of {id string, name string, prices array of Price}.',
  ],
  [
    /^List merged dates:/,
    'List merged dates | none | none | array of Merged date, default sorted by date',
  ],
  [/^(Retrieve merged date|Merged date):/, 'Same fields as Date.'],
  [/^List events and dates/, 'Object {dates: array of {id, event_id}, events: array of {id}}.'],
  [
    /^List dates: is sorted/,
    'List dates (all) | none | none | array of Date, default sorted by date',
  ],
  [
    /^List dates of a vendor:/,
    'List dates of a vendor | id = vendor id (required) | none | array of Date',
  ],
  [
    /^List dates of an event:/,
    'List dates of an event | GET | {base_url}/v3/events/<event_id>/dates',
  ],
  [/^Retrieve date:/, 'Retrieve date | id (required) | none | Date'],
  [/^Date:/, 'available_slots | integer >= 0'],
  [
    /^Date lists: only dates/,
    'available | boolean | true | only dates with at least one free slot',
  ],
  [/^Date lists: start_date/, 'start_date | string date-time | | dates on or after'],
  [
    /^Date lists: .*latest_booking_time/,
    "ignore_latest_booking_time | boolean | | ignore the event's latest booking time",
  ],
  [/^Date lists: order/, 'date, available_slots, event_id'],
  [
    /^Date lists: accept_/,
    'accept_vendors, exclude_vendors, accept_events, exclude_events | string | | comma-separated ids',
  ],
  [/^Date lists: category/, 'category | integer'],
  [/^Create date:/, 'Create date | none | same as above | Date'],
  [
    /^Create date for an event:/,
    'Create date for an event | id = event id (required) | same as above | Date',
  ],
  [
    /^Create date for a vendor:/,
    'Create date for a vendor | id = vendor id (required) | {event_id, date, available_slots, total_slots} all required | Date',
  ],
  [
    /^Update date:/,
    'Update date (requires the vendor to have the Extended Availability Management module activated) | id (required) | any of {event_id, date, total_slots} | Date',
  ],
  [
    /^Create dates in batch:/,
    'array of {event_id, date, available_slots, total_slots} all required | {status, processed_items integer}',
  ],
  [
    /^Update dates in batch:/,
    'array of {date_id (required), event_id, date, total_slots integer} | {status, processed_items integer}',
  ],
  [/^Create event:/, 'Create event | none | Event | Event without images'],
  [
    /^Create event for a vendor:/,
    'Create event for a vendor | vendor_id (required) | Event (required fields per Event table) | Event without images',
  ],
  [/^Update event:/, 'deactivation by the vendor | | active=0 | event no longer returned in lists'],
  [/^Create product:/, 'Create product (vendor API clients only) | none | Product | Product'],
  [
    /^Update product:/,
    'Update product (vendor API clients only) | id (required) | Product fields, all optional except price | Product',
  ],
  [
    /^Product: total/,
    'total stock, required on create; empty string returned when stock is unlimited',
  ],
  [
    /^Product: dependencies/,
    'events (and voucher events) with which the product is offered; empty array means always offered',
  ],
  [
    /^Product:/,
    'In event and product payloads, money values (value, price) and vat are JSON numbers.',
  ],
  [/^List products: private/, 'is returned only with with_private_products=true'],
  [/^Product list: available/, '1 returns only products with stock; 0 returns all'],
  [/^Product list: requires/, '1 returns only products requiring a shipping address'],
  [/^Product list: min_price/, 'min_price, max_price | number | | price bounds'],
  [
    /^Product list: accept/,
    'accept_vendors, exclude_vendors | string | | comma-separated vendor ids',
  ],
  [/^Create order: .*(REQUEST)/, 'a REQUEST must be accepted by the vendor to become a booking'],
  [
    /^Create order: refuses a status/,
    'Order (create input) | ACCEPTED, CANCELED, PENDING, OPEN, RESERVED',
  ],
  [/^Create order: refuses a language/, 'lang | exactly 2 characters'],
  [/^Create order: refuses a currency/, 'currency (order) | exactly 3 characters'],
  [/^Create order: refuses an e-mail/, 'email | string, e-mail format | required; billing e-mail'],
  [/^Create order: refuses a name/, 'order name | at least 2 characters'],
  [
    /^Create order: .*required/,
    'Create order | id (required on one variant) | Order (required: date, status, lang, currency, email, name) | Order',
  ],
  [
    /^Create order: a pending/,
    'status | string enum ACCEPTED, CANCELED, PENDING, DECLINED, OPEN, ALL | ACCEPTED',
  ],
  [/^Create order(?: for a vendor)?:/, 'Create order | id (required on one variant) | Order'],
  [
    /^Events 3:/,
    'each time an order is created or updated the service calls oauth_endpoint_url with content type application/json',
  ],
  [
    /^States:/,
    'order cancels automatically at that time; minimum is the current time, maximum is the first service date if available',
  ],
  [
    /^(Order|Ticket|Participant|Product line|Voucher order): /,
    'In order payloads, money amounts and VAT values are decimal strings (for example a string with two decimals); absent dates are empty strings; cancellation and similar dates are date-time strings.',
  ],
  [/^List orders of a vendor:/, 'List orders of a vendor | id (required) | none | array of Order'],
  [
    /^(List orders|Order list: status)/,
    'status | string enum ACCEPTED, CANCELED, PENDING, DECLINED, OPEN, ALL | ACCEPTED',
  ],
  [/^Order list: start_date/, 'orders placed on/after, on/before'],
  [
    /^Order list: start_event_date/,
    'orders with at least one ticket whose date is on/after, on/before',
  ],
  [/^Order list: accept_code/, 'accept_code | string | | comma-separated order codes'],
  [/^Order list: accept_dates/, 'accept_dates | string | | comma-separated date ids'],
  [/^Common list parameters: limit/, 'limit | integer | 100000 | resources per page'],
  [/^Common list parameters: offset/, 'offset | integer | 0 | skip the first N items'],
  [/^Common list parameters: accept/, 'accept | string | | comma-separated item ids to include'],
  [/^Common list parameters: exclude/, 'exclude | string | | comma-separated item ids to exclude'],
  [
    /^Common list parameters: fields/,
    'fields | string | all | comma-separated properties to return',
  ],
  [
    /^Common list parameters: delta_since/,
    'only items changed since this time (YYYY-MM-DDThh:mm:ssZ, UTC)',
  ],
  [/^Common list parameters: with_count/, 'List responses are JSON arrays of the resource.'],
  [
    /^Common list parameters: (a second )?order/,
    'comma-separated attributes; prefix - for descending, + for ascending',
  ],
];

export function sentenceOf(title: string): string {
  return sentences.find(([pattern]) => pattern.test(title))?.[1] ?? '';
}
