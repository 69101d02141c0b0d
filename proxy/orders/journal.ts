import { hash } from '../secrets.ts';
import type { SiteContext } from '../context.ts';
import { type Intent, type IntentEvent, transition } from './intent.ts';

/**
 * Every intent, written down before anything is sent. Found by its key, of which only the hash is
 * kept.
 */
export function createJournal({ store, config, site }: SiteContext) {
  const settle = config.ORDER_SETTLE_SECONDS * 1000;
  const nameOf = async (key: string) => `intent/${site.key}/${await hash(key)}`;

  async function read(key: string) {
    const entry = await store.get(await nameOf(key));
    return entry && { intent: JSON.parse(entry.value) as Intent, version: entry.version };
  }

  /** Applies the event if it still changes something, and answers what stands then. */
  async function record(
    key: string,
    event: IntentEvent,
  ): Promise<{ intent: Intent; changed: boolean }> {
    const entry = await read(key);
    if (!entry) throw new RangeError('the intent was not opened');
    const next = transition(entry.intent, event, settle);
    if (!next) return { intent: entry.intent, changed: false };
    const written = await store.put(await nameOf(key), JSON.stringify(next), entry.version);
    // Somebody else was faster, so what happened is judged again by what stands now.
    return written === undefined ? record(key, event) : { intent: next, changed: true };
  }

  return {
    find: async (key: string) => (await read(key))?.intent,
    /** An intent that stands under the key already stays. */
    open: async (key: string, intent: Intent) =>
      void (await store.put(await nameOf(key), JSON.stringify(intent), 0)),
    record,
  };
}
export type Journal = ReturnType<typeof createJournal>;
