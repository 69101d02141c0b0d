import { wirePayment } from '../../../demo/sandbox/notifications/wire.ts';
import { mergeEvents } from '../../../proxy/catalog/merge.ts';
import { parseNotification } from '../../../proxy/platform/notification.ts';
import { toCreatedOrder } from '../../../proxy/platform/placed-orders.ts';
import { date } from '../../../proxy/platform/resources/date.ts';
import { event } from '../../../proxy/platform/resources/event.ts';
import { order } from '../../../proxy/platform/resources/order.ts';
import { product } from '../../../proxy/platform/resources/product.ts';
import { vendor } from '../../../proxy/platform/resources/vendor.ts';
import { runAtOnce } from '../../../proxy/platform/slices.ts';
import * as to from '../../../proxy/platform/translate.ts';
import { wireVendor } from '../../../proxy/platform/wire.ts';
import { wireToken } from '../../../proxy/platform/wire-token.ts';
import { keyOf, type Row } from './rows.ts';
import { candidates, leavesOf, sampleOf, withValue } from './sample.ts';

const payment = {
  id: '1',
  code: '1',
  payment_method: 'card',
  name: 'A card',
  value: 3900,
  payment_date: Date.parse('2026-11-21T09:00:00Z'),
};
/** What a notification has besides the order (spec, Events 4), as the sandbox writes it. */
const notification = {
  payments: [wirePayment(payment, 'EUR')],
  tickets: [{ title: 'Kayak', date: '2026-11-21T09:00:00Z' }],
};

export function rowsOfNotifications(): Row[] {
  const names = leavesOf(notification).map(([name]) => name);
  return names.map((name) => ({ of: 'notifications', kind: 'field', name }));
}

/** How the proxy translates an item of the platform, as a function of the item alone. */
export interface Translation {
  readonly item: unknown;
  /** Null for an item that is not offered. @throws for one that cannot be read */
  readonly run: (item: never) => unknown;
}

/** By the class of the operations that respond with such items. */
export const translations: Readonly<Record<string, Translation>> = {
  token: { item: sampleOf(wireToken), run: (item) => wireToken.parse(item) },
  vendors: { item: sampleOf(vendor), run: (item) => to.toVendor(wireVendor.parse(item)) },
  events: { item: sampleOf(event, { root_event_id: '', currency: 'EUR' }), run: toEvent },
  dates: { item: sampleOf(date), run: (item) => to.toDates([item], refuse)[0] ?? null },
  products: {
    item: sampleOf(product, { currency: 'EUR' }),
    run: (item) => to.toProducts([item], refuse)[0] ?? null,
  },
  orders: {
    // The VAT of an order is known only where its parts, one ticket and 39 products, make up the total.
    item: sampleOf(order, { currency: 'EUR', total_invoice: '1560.00' }),
    run(item) {
      const { details, ...placed } = toCreatedOrder(item);
      return { ...placed, ...details };
    },
  },
  notifications: {
    item: notification,
    run: (body) => parseNotification(body)?.paymentsIn('EUR'),
  },
};

function toEvent(item: { readonly id: string }) {
  const events = to.toEventsIn('UTC')([item], refuse);
  const dates = to.toFirstDates([item], refuse);
  return runAtOnce(mergeEvents(events, dates)).merged.get(String(item.id)) ?? null;
}

function refuse(kind: string, field: string): never {
  throw new Error(`${kind}.${field} cannot be read`);
}

/** Where a row's value ends up: paths in what the proxy makes of the item, `''` for all of it. */
export type Traces = ReadonlyMap<string, readonly string[]>;

/**
 * Follows each field through the proxy: what the proxy makes of the item differs there if the field
 * has another value. A value of a closed set is there if the proxy tells it apart from one that is
 * not in the set.
 */
export function traceRows(rows: readonly Row[], through = translations): Traces {
  const traces = new Map<string, readonly string[]>();
  const values = [...new Set([...candidates, ...rows.flatMap(({ value }) => value ?? [])])];
  for (const row of rows) {
    const translation = through[row.of];
    if (row.kind !== 'field' || !translation || !has(translation.item, row.name)) continue;
    const paths = traceRow(row, translation, values);
    if (paths.length > 0) traces.set(keyOf(row), paths);
  }
  return traces;
}

function traceRow(
  { name, value }: Pick<Row, 'name' | 'value'>,
  translation: Translation,
  values: readonly unknown[],
): string[] {
  const { item, run } = translation;
  const madeWith = (candidate: unknown) => {
    try {
      return groupByPath(run(withValue(item, name, candidate) as never));
    } catch {
      return undefined;
    }
  };
  const made = (value === undefined ? values : [value]).flatMap(
    (candidate) => madeWith(candidate) ?? [],
  );
  const base = value === undefined ? groupByPath(run(item as never)) : madeWith('NONE');
  // Any value of a set that has to be one of it is told apart.
  if (!base) return made.length > 0 ? traceRow({ name }, translation, values) : [];
  return [...new Set(made.flatMap((one) => changedPaths(base, one)))];
}

function has(item: unknown, path: string): boolean {
  const [name = '', ...rest] = path.split('.');
  const inner = Array.isArray(item) ? (item as unknown[])[0] : item;
  if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, name)) return false;
  return rest.length === 0 || has((inner as Record<string, unknown>)[name], rest.join('.'));
}

function groupByPath(made: unknown): Map<string, string> {
  const byPath = new Map<string, string>();
  for (const [path, value] of leavesOf(made)) {
    byPath.set(path, `${byPath.get(path) ?? ''}${value}`);
  }
  return byPath;
}

/** All of it, if one of them is not there. */
function changedPaths(before: Map<string, string>, after: Map<string, string>): string[] {
  if (before.has('') || after.has('')) return before.has('') === after.has('') ? [] : [''];
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path));
}
