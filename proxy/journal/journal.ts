import { z } from 'zod';
import { intentResponse } from '#contract/order.schema';
import { problem } from '#contract/problem.schema';
import type { SiteContext } from '../context.ts';
import { checkSteps } from '../order-check.ts';
import { createCodec, parseStored } from '../store/codec.ts';
import { StoreUnavailable } from '../store/store.ts';
import type { RaiseAlarm } from './alarm.ts';
import { authorisationStates, lapses } from './authorisation.ts';
import {
  contradictionOf,
  hasEnded,
  type Intent,
  type IntentEvent,
  intentStates,
  isSameAttempt,
  isUnplaced,
  transition,
} from './intent.ts';
import type { IntentIndex } from './intent-index.ts';
import { paymentFailure } from './payment-failure.ts';
import { createSweepRow } from './sweep-row.ts';

/**
 * Every intent of a site, recorded before anything is sent. Its id is the hash of its key: the key
 * itself is not stored, nor is anybody's name, e-mail address or phone number.
 */
export interface Journal {
  /** Undefined when there is none. @throws {IntentUnreadable} */
  find(id: string): Promise<Intent | undefined>;
  /** Records a new intent, unless the id has one. */
  open(id: string, intent: Intent): Promise<void>;
  /**
   * Applies an event by compare-and-set, and resolves to the intent after it. `sending`: the intent
   * as the sender has recorded it, which is written again if the store has gone back to before it,
   * and nobody has sent the order since.
   * @throws {IntentUnreadable}
   */
  record(id: string, event: IntentEvent, sending?: Intent): Promise<Recorded>;
  /** Visits every valid intent of the site, page by page. */
  visit(visitor: (id: string, intent: Intent) => Promise<void>): Promise<void>;
  /** Removes an intent and its index rows, unless its state has changed since. */
  forget(id: string, intent: Intent): Promise<void>;
}

export interface Recorded {
  readonly intent: Intent;
  /** Whether the event changed the intent. */
  readonly changed: boolean;
  /** The store had lost the intent, which was written again. */
  readonly wasLost?: boolean;
}

/** A row cannot be parsed. It may stand for an order, so it is not treated as missing. */
export class IntentUnreadable extends Error {
  override readonly name = 'IntentUnreadable';
}

interface Row {
  readonly intent: Intent;
  readonly version: number;
}

const order = intentResponse.shape.order
  .unwrap()
  .pick({ id: true, code: true, status: true, total: true, currency: true, differences: true });
const amount = z.int().min(0);
const expected = order.pick({ status: true, total: true, currency: true }).extend({
  vendor_id: z.string(),
  tickets: z.array(
    z.object({
      date_id: z.string(),
      prices: z.array(z.object({ price_id: z.int(), amount })),
    }),
  ),
  products: z.array(z.object({ product_id: z.string(), amount })),
});
const moment = z.object({
  wall: z.number(),
  machine: z.number().exactOptional(),
  process: z.string(),
  monotonic: z.number(),
  platform: z.number().optional(),
});
const authorisation = z.object({
  id: z.string(),
  state: z.enum(authorisationStates),
  amount,
  saves_method: z.literal(true).exactOptional(),
  captured: amount.exactOptional(),
  captured_at: z.number().min(0).exactOptional(),
  refund: amount.exactOptional(),
  held_since: z.number().min(0).exactOptional(),
  held_until: z.number().min(0).exactOptional(),
  lapsed_at: z.number().min(0).exactOptional(),
  lapse: z.enum(lapses).exactOptional(),
  asked_at: z.number().min(0).exactOptional(),
  alarmed_at: z.number().min(0).exactOptional(),
  on_its_way: z.literal(true).exactOptional(),
});
const codec = createCodec<Intent>(
  z.object({
    state: z.enum(intentStates),
    opened_at: z.number().min(0),
    ended_at: z.number().min(0).exactOptional(),
    attempt: z.int().min(0),
    sent_at: z.number().min(0),
    fingerprint: z.string(),
    external_reference: z.string(),
    client_id: z.string().exactOptional(),
    view_id: z.string(),
    expected,
    order: order.nullable(),
    problem: problem.nullable(),
    submission: z.int().min(1).exactOptional(),
    postponed_submission: z.int().min(0).exactOptional(),
    sent: moment.exactOptional(),
    send_time: z.number().min(0).exactOptional(),
    settle_time: z.number().min(0).exactOptional(),
    acknowledged: z.literal(true).exactOptional(),
    checked: z.array(z.enum(checkSteps)).exactOptional(),
    authorisations: z.array(authorisation).exactOptional(),
    payment_failure: paymentFailure.exactOptional(),
  }),
);

/** Intents held in memory at once during a visit. */
const PAGE_SIZE = 500;

interface Parts {
  readonly index: IntentIndex;
  readonly raiseAlarm: RaiseAlarm;
  /** An intent with a payment has an outcome, so that payments look at it again. */
  readonly onOutcome?: (id: string) => Promise<void>;
}

export function createJournal(
  { index, raiseAlarm, onOutcome = async () => {} }: Parts,
  context: SiteContext,
): Journal {
  const { store, config, site, clock } = context;
  const sweepRow = createSweepRow(context);
  const settleTime = config.ORDER_SETTLE_SECONDS * 1000;

  function addressOf(id: string) {
    return { site: site.key, id };
  }

  function rowKey(id: string): string {
    return `intent/${site.key}/${id}`;
  }

  async function load(id: string): Promise<Row | undefined> {
    const entry = await store.get(rowKey(id));
    if (!entry) return undefined;
    const intent = codec.decode(parseStored(entry.value));
    if (!intent) {
      raiseAlarm('intent-unreadable', { intent_id: id });
      throw new IntentUnreadable('the journal has an intent that cannot be read');
    }
    return { intent, version: entry.version };
  }

  /** Compare-and-set: undefined when somebody else wrote first. */
  async function save(
    id: string,
    intent: Intent,
    expectedVersion: number,
  ): Promise<number | undefined> {
    return store.put(rowKey(id), JSON.stringify(codec.encode(intent)), expectedVersion);
  }

  async function record(id: string, event: IntentEvent, sending?: Intent): Promise<Recorded> {
    const row = await load(id);
    if (sending && !(row && isSameAttempt(row.intent, sending))) {
      // A later attempt that is recorded already stays: its order may be placed by now.
      if (row && row.intent.state !== 'new') return { ...(await record(id, event)), wasLost: true };
      await addToIndex(id, sending);
      // The store has also lost the row by which others find the intent if this process ends.
      await index.markOpen(addressOf(id), { looks: 0, next_look_at: clock() });
      await save(id, sending, row?.version ?? 0);
      return { ...(await record(id, event, sending)), wasLost: true };
    }
    if (!row) throw new StoreUnavailable('the store has lost an intent that was opened');
    const { intent: before } = row;
    const next = transition(before, event, settleTime);
    if (!next) {
      alarmOf(before, event);
      return { intent: before, changed: false };
    }
    // Payments still change after the final state.
    const endsNow = hasEnded(next) && next.state !== before.state;
    const stamped = endsNow ? { ...next, ended_at: clock() } : next;
    // Indexed first, so that it is found even if this process ends before the next write.
    if (event.type === 'sending') {
      await index.markOpen(addressOf(id), { looks: 0, next_look_at: event.sent.wall });
    }
    const version = await save(id, stamped, row.version);
    // Another write came first, so the event is applied to its result.
    if (version === undefined) return record(id, event, sending);
    alarmOf(before, event);
    if (endsNow) await close(id, stamped);
    // The outcome is recorded; without this write the planned look only comes later.
    if (endsNow && stamped.authorisations) await onOutcome(id).catch(() => {});
    // A placed order may still change, and the platform may have taken one that it refused.
    const isDecided = endsNow || isUnplaced(stamped);
    if (isDecided && stamped.sent_at > 0) await sweepRow.watch(clock());
    return { intent: stamped, changed: true };
  }

  /**
   * Tells the operator about an order that contradicts the intent as it was before, or what was
   * sent.
   */
  function alarmOf(before: Intent, event: IntentEvent): void {
    if (event.type !== 'placed') return;
    const { order } = event;
    const reason = contradictionOf(before, order);
    const earlier = before.order && before.order.id !== order.id ? [before.order] : [];
    if (reason) raiseAlarm(reason, { intent: before, orders: [...earlier, order] });
    const { differences = [] } = order;
    if (differences.length > 0 && before.state !== 'placed') {
      raiseAlarm('order-differs', { intent: before, orders: [order], differences });
    }
  }

  /** Indexes the order of an ended intent, and removes the intent from the open ones. */
  async function close(id: string, { order }: Intent): Promise<void> {
    if (order) await index.add('order', order.id, addressOf(id));
    await removeOpen(id);
  }

  async function removeOpen(id: string): Promise<void> {
    const open = await index.findOpen(addressOf(id));
    if (open) await index.removeOpen(addressOf(id), open.version);
  }

  async function addToIndex(id: string, { external_reference, view_id }: Intent): Promise<void> {
    await index.add('reference', external_reference, addressOf(id));
    await index.add('view', `${site.key}/${view_id}`, addressOf(id));
  }

  return {
    async find(id) {
      return (await load(id))?.intent;
    },

    async open(id, intent) {
      await addToIndex(id, intent);
      await save(id, intent, 0);
    },

    record,

    async visit(visitor) {
      const prefix = rowKey('');
      let afterKey = '';
      for (;;) {
        const page = await store.list(prefix, { afterKey, limit: PAGE_SIZE });
        for (const { key, value } of page) {
          const intent = codec.decode(parseStored(value));
          if (intent) await visitor(key.slice(prefix.length), intent);
        }
        if (page.length < PAGE_SIZE) return;
        afterKey = page.at(-1)?.key ?? '';
      }
    },

    async forget(id, { state, external_reference, view_id, order }) {
      const row = await load(id);
      if (!row || row.intent.state !== state) return;
      if (order) await index.remove('order', order.id);
      await index.remove('view', `${site.key}/${view_id}`);
      await index.remove('reference', external_reference);
      await removeOpen(id);
      await store.delete(rowKey(id), row.version);
    },
  };
}
