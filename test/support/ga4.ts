import type { Ga4Event, Ga4EventName } from '../../src/domain/analytics.ts';

/**
 * GA4's published table of e-commerce events, limited to those that a booking has: "Recommended
 * events" at https://developers.google.com/analytics/devguides/collection/ga4/reference/events
 * (November 2026). Parameters marked "Yes*", such as `value` and `currency`, count as required.
 */
interface Row {
  readonly required: readonly string[];
  readonly allowed: readonly string[];
}
const ofMoney: Row = { required: ['currency', 'value', 'items'], allowed: [] };
const ofList = ['item_list_id', 'item_list_name'];
const ga4Table: Readonly<Record<Ga4EventName, Row>> = {
  view_item_list: { required: ['currency', 'items'], allowed: ofList },
  select_item: { required: ['items'], allowed: ofList },
  view_item: ofMoney,
  add_to_cart: ofMoney,
  remove_from_cart: ofMoney,
  view_cart: ofMoney,
  begin_checkout: { ...ofMoney, allowed: ['coupon'] },
  add_shipping_info: { ...ofMoney, allowed: ['coupon', 'shipping_tier'] },
  purchase: {
    required: ['transaction_id', ...ofMoney.required],
    allowed: ['coupon', 'shipping', 'tax'],
  },
};

const numbers = ['value', 'tax', 'shipping', 'price', 'quantity', 'discount', 'index'];
const itemParameters = [
  ...['item_id', 'item_name', 'affiliation', 'coupon', 'discount', 'index', 'item_brand'],
  ...['item_category', 'item_category2', 'item_category3', 'item_category4', 'item_category5'],
  ...[...ofList, 'item_variant', 'location_id', 'price', 'quantity'],
];
/** Items of an event; GA4 drops the rest. */
const MAX_ITEMS = 200;

/** How an event violates the table; empty if it is valid. */
export function ga4Faults({ event, ecommerce, ...rest }: Ga4Event): string[] {
  const row: Row | undefined = ga4Table[event];
  if (!row) return [`GA4 has no ${event}`];
  const { items = [], value, currency, ...others } = ecommerce;
  const names = Object.keys(ecommerce);
  const sum = items.reduce((total, { price = 0, quantity = 1 }) => total + price * quantity, 0);
  const faults = [
    ...Object.keys(rest).map((name) => `${name} beside ecommerce`),
    ...row.required.filter((name) => !names.includes(name)).map((name) => `no ${name}`),
    ...names
      .filter((name) => ![...row.required, ...row.allowed].includes(name))
      .map((name) => `${name} is not allowed`),
    ...typeFaults({ ...others, ...(value !== undefined && { value }) }),
    ...items.flatMap((item) => [
      ...(item.item_id || item.item_name ? [] : ['an item without id and name']),
      ...Object.keys(item)
        .filter((name) => !itemParameters.includes(name))
        .map((name) => `${name} of an item is not allowed`),
      ...typeFaults(item),
    ]),
  ];
  if (items.length === 0 || items.length > MAX_ITEMS) faults.push(`${items.length} items`);
  if (event === 'select_item' && items.length !== 1) faults.push('not one item is selected');
  const hasMoney = value !== undefined || items.some(({ price }) => price !== undefined);
  if (hasMoney && !/^[A-Z]{3}$/.test(currency ?? '')) faults.push('money without a currency');
  if (value !== undefined && Math.abs(value - sum) > 1e-6) faults.push(`${value} is not ${sum}`);
  return faults.map((fault) => `${event}: ${fault}`);
}

/** Numeric parameters must be finite numbers, all others non-empty texts. */
function typeFaults(parameters: object): string[] {
  return Object.entries(parameters).flatMap(([name, value]: [string, unknown]) => {
    const isRight = numbers.includes(name)
      ? Number.isFinite(value)
      : typeof value === 'string' && value !== '';
    return isRight ? [] : [`${name} is ${JSON.stringify(value)}`];
  });
}
