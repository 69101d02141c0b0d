import { hash } from '../secrets.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Intent, IntentEvent } from './intent.ts';
import { transition } from './intent.ts';

interface Recorded {
  readonly intent: Intent;
  readonly changed: boolean;
}

/** Every intent, written down before anything is sent. Found by its key, of which only the hash is kept. */
export interface Journal {
  find(key: string): Promise<Intent | undefined>;
  /** Answers the intent that stands under the key: this one, or another that was there first. */
  open(key: string, intent: Intent): Promise<Intent>;
  /** Applies the event if it still changes something, and answers what stands then. */
  record(key: string, event: IntentEvent): Promise<Recorded>;
}

export function createJournal({ store, config, site }: Surroundings): Journal {
  const settle = config.ORDER_SETTLE_SECONDS * 1000;

  async function read(key: string) {
    const name = `intent/${site.key}/${await hash(key)}`;
    const entry = await store.get(name);
    const intent = entry && (JSON.parse(entry.value) as Intent);
    return { name, intent, version: entry?.version ?? 0 };
  }

  async function open(key: string, intent: Intent): Promise<Intent> {
    const { name, intent: before } = await read(key);
    if (before) return before;
    const version = await store.put(name, JSON.stringify(intent), 0);
    return version === undefined ? open(key, intent) : intent;
  }

  async function record(key: string, event: IntentEvent): Promise<Recorded> {
    const { name, intent, version } = await read(key);
    if (!intent) throw new RangeError('the intent was not opened');
    const next = transition(intent, event, settle);
    if (!next) return { intent, changed: false };
    const written = await store.put(name, JSON.stringify(next), version);
    return written === undefined ? record(key, event) : { intent: next, changed: true };
  }

  return { find: async (key) => (await read(key)).intent, open, record };
}
