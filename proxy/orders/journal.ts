import { z } from 'zod';
import { intentResponse } from '../../src/contract/order.schema.ts';
import { problem } from '../../src/contract/problem.schema.ts';
import type { SiteContext } from '../context.ts';
import { hash } from '../secrets.ts';
import { createCodec, fromVersion0, type Migration, parseStored } from '../store/codec.ts';
import { type Intent, type IntentEvent, transition } from './intent.ts';

/**
 * Every intent, recorded before anything is sent. An intent is found by its key, of which only the
 * hash is stored.
 */
export interface Journal {
  /** Undefined when there is none. @throws {IntentUnreadable} */
  find(key: string): Promise<Intent | undefined>;
  /** Records a new intent; one that is under the key already stays. */
  open(key: string, intent: Intent): Promise<void>;
  /**
   * Applies the event, if it still changes something, by compare-and-set. Resolves to the intent as
   * it is then. @throws {IntentUnreadable}
   */
  record(key: string, event: IntentEvent): Promise<Recorded>;
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

const order = intentResponse.shape.order.unwrap().omit({ selfservice_url: true });
const moment = z.object({
  wall: z.number(),
  process: z.string(),
  monotonic: z.number(),
  platform: z.number().optional(),
});
/** Version 2 has fields that an intent may lack. */
const fromVersion1: Migration = (fields) => fields;
const codec = createCodec<Intent>(
  z.object({
    state: z.enum(['new', 'sending', 'unknown', 'placed', 'refused', 'absent']),
    attempt: z.int().min(0),
    sent_at: z.number().min(0),
    fingerprint: z.string(),
    external_reference: z.string(),
    expected: order.pick({ status: true, total: true, currency: true }),
    order: order.nullable(),
    problem: problem.nullable(),
    sent: moment.exactOptional(),
    send_time: z.number().min(0).exactOptional(),
    acknowledged: z.literal(true).exactOptional(),
  }),
  [fromVersion0, fromVersion1],
);

export function createJournal({ store, config, site, log }: SiteContext): Journal {
  const settleTime = config.ORDER_SETTLE_SECONDS * 1000;

  async function rowKey(key: string): Promise<string> {
    return `intent/${site.key}/${await hash(key)}`;
  }

  async function load(key: string): Promise<Row | undefined> {
    const entry = await store.get(await rowKey(key));
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
    key: string,
    intent: Intent,
    expectedVersion: number,
  ): Promise<number | undefined> {
    return store.put(await rowKey(key), JSON.stringify(codec.encode(intent)), expectedVersion);
  }

  async function record(key: string, event: IntentEvent): Promise<Recorded> {
    const row = await load(key);
    if (!row) throw new RangeError('the intent was not opened');
    const next = transition(row.intent, event, settleTime);
    if (!next) return { intent: row.intent, changed: false };
    const version = await save(key, next, row.version);
    // Somebody else wrote first, so the event is judged again by what is recorded now.
    if (version === undefined) return record(key, event);
    return { intent: next, changed: true };
  }

  return {
    async find(key) {
      return (await load(key))?.intent;
    },

    async open(key, intent) {
      await save(key, intent, 0);
    },

    record,
  };
}
