import { z } from 'zod';
import { intentResponse } from '../../src/contract/order.schema.ts';
import { problem } from '../../src/contract/problem.schema.ts';
import type { SiteContext } from '../context.ts';
import { createCodec, fromVersion0, type Migration, parseStored } from '../store/codec.ts';
import { hasEnded, type Intent, type IntentEvent, transition } from './intent.ts';
import type { IntentIndex } from './intent-index.ts';
import { createSweepRow } from './sweep-row.ts';

/**
 * Every intent of a site, recorded before anything is sent. Its id is the hash of its key: the key
 * itself is not stored, nor is anybody's name, e-mail address or phone number.
 */
export interface Journal {
  /** Undefined when there is none. @throws {IntentUnreadable} */
  find(id: string): Promise<Intent | undefined>;
  /** Records a new intent; one that is under the id already stays. */
  open(id: string, intent: Intent): Promise<void>;
  /**
   * Applies the event, if it still changes something, by compare-and-set. Resolves to the intent as
   * it is then. @throws {IntentUnreadable}
   */
  record(id: string, event: IntentEvent): Promise<Recorded>;
  /** Visits every intent of the site that can be read, a page at a time. */
  visit(visitor: (id: string, intent: Intent) => Promise<void>): Promise<void>;
  /** Removes an intent and what leads to it; one that has changed since stays. */
  forget(id: string, intent: Intent): Promise<void>;
}

export interface Recorded {
  readonly intent: Intent;
  /** Whether it was this event that changed it. */
  readonly changed: boolean;
}

/** There is a row, and it may stand for an order, so it must not be taken for no row. */
export class IntentUnreadable extends Error {
  override readonly name = 'IntentUnreadable';
}

interface Row {
  readonly intent: Intent;
  readonly version: number;
}

const order = intentResponse.shape.order
  .unwrap()
  .pick({ id: true, code: true, status: true, total: true, currency: true });
const moment = z.object({
  wall: z.number(),
  process: z.string(),
  monotonic: z.number(),
  platform: z.number().optional(),
});
const authorisation = z.object({
  id: z.string(),
  state: z.enum([
    'authorised',
    'capturing',
    'captured',
    'uncaptured',
    'voiding',
    'voided',
    'unvoided',
  ]),
});
/** Version 2 has fields that an intent may lack. */
const fromVersion1: Migration = (fields) => fields;
/** Version 3 says when an intent was opened; what was sent was opened about then. */
const fromVersion2: Migration = (fields) => ({ ...fields, opened_at: fields['sent_at'] });
/** Version 4 has what pays for an order, which a proxy from before would drop. */
const fromVersion3: Migration = (fields) => fields;
const codec = createCodec<Intent>(
  z.object({
    state: z.enum(['new', 'sending', 'unknown', 'placed', 'refused', 'absent']),
    opened_at: z.number().min(0),
    ended_at: z.number().min(0).exactOptional(),
    attempt: z.int().min(0),
    sent_at: z.number().min(0),
    fingerprint: z.string(),
    external_reference: z.string(),
    view_id: z.string().exactOptional(),
    expected: order.pick({ status: true, total: true, currency: true }),
    order: order.nullable(),
    problem: problem.nullable(),
    submission: z.int().min(1).exactOptional(),
    postponed_submission: z.int().min(0).exactOptional(),
    sent: moment.exactOptional(),
    send_time: z.number().min(0).exactOptional(),
    acknowledged: z.literal(true).exactOptional(),
    authorisations: z.array(authorisation).exactOptional(),
  }),
  [fromVersion0, fromVersion1, fromVersion2, fromVersion3],
);

/** So many intents are in memory at once while all are visited. */
const PAGE_SIZE = 500;

export function createJournal(index: IntentIndex, context: SiteContext): Journal {
  const { store, config, site, clock, log } = context;
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
      log({ event: 'order-alarm', reason: 'intent-unreadable' });
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

  async function record(id: string, event: IntentEvent): Promise<Recorded> {
    const row = await load(id);
    if (!row) throw new RangeError('the intent was not opened');
    const next = transition(row.intent, event, settleTime);
    if (!next) return { intent: row.intent, changed: false };
    // What is paid for an order changes after it has ended.
    const endsNow = hasEnded(next) && !hasEnded(row.intent);
    const stamped = endsNow ? { ...next, ended_at: clock() } : next;
    // Whoever completes it has to find it, even if this process ends with the next write.
    if (event.type === 'sending') {
      await index.markOpen(addressOf(id), { looks: 0, next_look_at: event.sent.wall });
    }
    const version = await save(id, stamped, row.version);
    // Somebody else wrote first, so the event is judged again by what is recorded now.
    if (version === undefined) return record(id, event);
    if (endsNow) await close(id, stamped);
    return { intent: stamped, changed: true };
  }

  /**
   * An intent that has ended is found by the id of its order, and not among the open ones. From now on
   * it is swept.
   */
  async function close(id: string, { order }: Intent): Promise<void> {
    if (order) await index.add('order', order.id, addressOf(id));
    const open = await index.findOpen(addressOf(id));
    if (open) await index.removeOpen(addressOf(id), open.version);
    if (order) await sweepRow.watch(clock());
  }

  return {
    async find(id) {
      return (await load(id))?.intent;
    },

    async open(id, intent) {
      const { external_reference, view_id } = intent;
      await index.add('reference', external_reference, addressOf(id));
      if (view_id !== undefined) await index.add('view', `${site.key}/${view_id}`, addressOf(id));
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
      if (view_id !== undefined) await index.remove('view', `${site.key}/${view_id}`);
      await index.remove('reference', external_reference);
      await store.delete(rowKey(id), row.version);
    },
  };
}
