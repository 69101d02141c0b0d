import { z } from 'zod';
import { isSetBack } from '#contract/age';
import { orderDetails, type OrderStatus } from '#contract/order.schema';
import { type OrderSummary, orderSummary } from '#contract/quote.schema';
import { orderStatus } from '#contract/values.schema';
import { currency, id, minorUnits } from '#contract/values.schema';
import type { SiteContext } from '../context.ts';
import type { Payment } from '../platform/notification.ts';
import type { OrderDetails } from '../platform/translate.ts';
import { createCodec } from '../store/codec.ts';
import { createRows } from '../store/rows.ts';
import type { Order } from './intent.ts';

/**
 * The last known status of a placed order. It is stored apart from the intent, because each re-read
 * overwrites it, and exactly-once does not depend on it.
 */
export interface StatusRecord {
  /** When the platform was asked for `details`, by the wall clock; 0 before the first time. */
  readonly read_at: number;
  /** When a process last claimed a re-read that a visitor caused. */
  readonly claimed_at: number;
  readonly details: StoredDetails | null;
  /** The order as it was quoted. */
  readonly summary?: OrderSummary;
  /** All payments reported by notifications: a re-read does not return them. */
  readonly payments: readonly Payment[];
}

export type StoredDetails = Omit<OrderDetails, 'id'> & { readonly status: OrderStatus | null };

/** The status records of one site, by the ids of their intents. */
export interface StatusRecords {
  /** Undefined when there is no valid record. */
  find(id: string): Promise<StatusRecord | undefined>;
  /** Records details that were read at `read_at`, unless newer ones are recorded. */
  saveDetails(id: string, details: OrderDetails, read_at: number): Promise<void>;
  saveSummary(id: string, summary: OrderSummary): Promise<void>;
  /** Adds new payments and refunds. Idempotent, and independent of their order. */
  addPayments(id: string, payments: readonly Payment[]): Promise<void>;
  /** Claims a re-read that is due, by compare-and-set: only one of several callers gets `true`. */
  claim(id: string, isDueSince: (asked_at: number) => boolean): Promise<boolean>;
  remove(id: string): Promise<void>;
}

/** A limit for the stored list, above what an order has. */
const MOST_PAYMENTS = 200;

const noRecord: StatusRecord = { read_at: 0, claimed_at: 0, details: null, payments: [] };

const time = z.number().min(0);
const codec = createCodec<StatusRecord>(
  z.object({
    read_at: time,
    claimed_at: time,
    details: z
      .object({
        ...orderDetails.shape,
        status: orderStatus.nullable(),
        total: minorUnits.nullable(),
        currency: currency.nullable(),
      })
      .nullable(),
    summary: orderSummary.exactOptional(),
    payments: z.array(z.object({ id, amount: minorUnits, is_refund: z.boolean() })),
  }),
);

/** @param onChange new details are recorded, so that payments look at the order again */
export function createStatusRecords(
  { store, site, clock }: Pick<SiteContext, 'store' | 'site' | 'clock'>,
  onChange: (id: string) => Promise<void> = async () => {},
): StatusRecords {
  const keyOf = (id: string) => `status/${site.key}/${id}`;

  const rows = createRows(store, codec);

  function update(
    id: string,
    change: (record: StatusRecord) => StatusRecord | undefined,
  ): Promise<void> {
    return rows.update(keyOf(id), (record = noRecord) => change(record));
  }

  return {
    async find(id) {
      return (await rows.load(keyOf(id))).value;
    },

    async saveDetails(id, { id: _, ...details }, read_at) {
      await update(id, (record) => {
        const isOutdated = record.read_at > read_at && !isSetBack(record.read_at, clock());
        return isOutdated ? undefined : { ...record, details, read_at };
      });
      await onChange(id);
    },

    saveSummary: (id, summary) => update(id, (record) => ({ ...record, summary })),

    async addPayments(id, payments) {
      if (payments.length === 0) return;
      await update(id, (record) => {
        const byIdentity = new Map(
          record.payments.map((payment) => [identityOf(payment), payment]),
        );
        const { size } = byIdentity;
        for (const payment of payments) {
          if (!byIdentity.has(identityOf(payment))) byIdentity.set(identityOf(payment), payment);
        }
        if (byIdentity.size === size) return undefined;
        return { ...record, payments: [...byIdentity.values()].slice(0, MOST_PAYMENTS) };
      });
    },

    async claim(id, isDueSince) {
      const { value: record = noRecord, version } = await rows.load(keyOf(id));
      if (!isDueSince(Math.max(record.read_at, record.claimed_at))) return false;
      return rows.save(keyOf(id), { ...record, claimed_at: clock() }, version);
    },

    async remove(id) {
      const { version } = await rows.load(keyOf(id));
      if (version > 0) await store.delete(keyOf(id), version);
    },
  };
}

/** The order with the status and price that the platform returned last. */
export function newest(order: Order, status: StatusRecord | undefined): Order {
  const { status: orderStatus, total, currency } = status?.details ?? {};
  const isPriced = typeof total === 'number' && typeof currency === 'string';
  return {
    ...order,
    status: orderStatus ?? order.status,
    ...(isPriced && { total, currency }),
  };
}

/** Keeps payments and refunds apart: the spec does not say that a refund has an id of its own. */
function identityOf({ id, is_refund }: Payment): string {
  return `${is_refund ? 'refund' : 'payment'} ${id}`;
}

/** In minor units. */
export function sumPayments(payments: readonly Payment[]): {
  readonly paid: number;
  readonly refunded: number;
} {
  const sumOf = (isRefund: boolean) =>
    payments.reduce((sum, { amount, is_refund }) => sum + (is_refund === isRefund ? amount : 0), 0);
  return { paid: sumOf(false), refunded: sumOf(true) };
}
