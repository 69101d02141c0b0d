import { z } from 'zod';
import { type OrderStatus, orderDetails, orderStatus } from '../../src/contract/order.schema.ts';
import { type OrderSummary, orderSummary } from '../../src/contract/quote.schema.ts';
import { currency, id, minorUnits } from '../../src/contract/values.schema.ts';
import type { SiteContext } from '../context.ts';
import type { Payment } from '../platform/notification.ts';
import type { OrderDetails } from '../platform/translate.ts';
import { createCodec, parseStored } from '../store/codec.ts';

/**
 * What has become of a placed order, as far as is known. A record of its own beside the intent: it
 * is overwritten by each re-read, and what the customer was promised does not rest on it.
 */
export interface StatusRecord {
  /** When the platform was asked for `details`, by the wall clock; 0 before the first time. */
  readonly read_at: number;
  /** When somebody last undertook to ask again because the order was looked at. */
  readonly claimed_at: number;
  readonly details: StoredDetails | null;
  /** What was ordered, as it was offered then. */
  readonly summary?: OrderSummary;
  /** By their ids, all that notifications told of: a re-read does not have them. */
  readonly payments: readonly Payment[];
}

export type StoredDetails = Omit<OrderDetails, 'id'> & { readonly status: OrderStatus | null };

/** The status records of one site, by the ids of their intents. */
export interface StatusRecords {
  /** Undefined when there is none, or none that can be read. */
  find(id: string): Promise<StatusRecord | undefined>;
  /** Records what the platform said when it was asked at `read_at`; the newest reading wins. */
  saveDetails(id: string, details: OrderDetails, read_at: number): Promise<void>;
  saveSummary(id: string, summary: OrderSummary): Promise<void>;
  /** Adds what is not known yet, so that neither sequence nor repetition matters. */
  addPayments(id: string, payments: readonly Payment[]): Promise<void>;
  /**
   * Undertakes to ask the platform, where that is due since it was asked last. Resolves to whether it
   * is for this caller to do so: of many only one.
   */
  claim(id: string, isDueSince: (asked_at: number) => boolean): Promise<boolean>;
  remove(id: string): Promise<void>;
}

/** More payments and refunds than an order has; a list without an end is not stored. */
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
  [],
);

export function createStatusRecords({
  store,
  site,
  clock,
}: Pick<SiteContext, 'store' | 'site' | 'clock'>): StatusRecords {
  const keyOf = (id: string) => `status/${site.key}/${id}`;

  async function load(id: string) {
    const entry = await store.get(keyOf(id));
    const record = entry && codec.decode(parseStored(entry.value));
    return { record, version: entry?.version ?? 0 };
  }

  /** Changes the record, however often others write meanwhile; undefined changes nothing. */
  async function update(
    id: string,
    change: (record: StatusRecord) => StatusRecord | undefined,
  ): Promise<void> {
    for (;;) {
      const { record = noRecord, version } = await load(id);
      const next = change(record);
      if (!next || (await save(id, next, version))) return;
    }
  }

  async function save(id: string, record: StatusRecord, expectedVersion: number): Promise<boolean> {
    const value = JSON.stringify(codec.encode(record));
    return (await store.put(keyOf(id), value, expectedVersion)) !== undefined;
  }

  return {
    async find(id) {
      return (await load(id)).record;
    },

    saveDetails(id, { id: _, ...details }, read_at) {
      return update(id, (record) => {
        // One from the future is from before the clock was set back.
        const isOutdated = record.read_at > read_at && record.read_at <= clock();
        return isOutdated ? undefined : { ...record, details, read_at };
      });
    },

    saveSummary: (id, summary) => update(id, (record) => ({ ...record, summary })),

    async addPayments(id, payments) {
      if (payments.length === 0) return;
      await update(id, (record) => {
        const existing = new Set(record.payments.map((payment) => payment.id));
        const added = payments.filter((payment) => !existing.has(payment.id));
        if (added.length === 0) return undefined;
        return { ...record, payments: [...record.payments, ...added].slice(0, MOST_PAYMENTS) };
      });
    },

    async claim(id, isDueSince) {
      const { record = noRecord, version } = await load(id);
      if (!isDueSince(Math.max(record.read_at, record.claimed_at))) return false;
      return save(id, { ...record, claimed_at: clock() }, version);
    },

    async remove(id) {
      const { version } = await load(id);
      if (version > 0) await store.delete(keyOf(id), version);
    },
  };
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
