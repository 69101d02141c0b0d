import { z } from 'zod';
import { ageOf } from '#contract/age';
import { createBoundedMap, textBytes } from '../bounded-map.ts';
import type { Clock } from '../clock.ts';
import { withinTime } from '../http/timeout.ts';
import { createCodec, parseStored } from '../store/codec.ts';
import { createRows } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import { SCRIPT_KEPT, SCRIPT_USE_SAVED_EVERY, SCRIPTS_LISTED_EVERY } from '../time-limits.ts';

/**
 * The scripts whose names have a hash in them, of this release and of earlier ones. A page may
 * have an older first script in its cache, or pin one by `integrity`, and needs the rest of that
 * release: also from an instance that is already of the next one, or still of the last.
 */
export interface KeptScripts {
  /** Writes the scripts of this release, and removes those that nobody can need any more. */
  keep(): Promise<void>;
  /**
   * Resolves once they are written, so that a page that gets the first script finds its second at
   * every instance; without it, if the store is slow or unavailable.
   */
  areKept(): Promise<void>;
  /** The text of a kept script; undefined if there is none by that name. */
  find(name: string): Promise<string | undefined>;
}

const TEXTS = 'script/';
/** When a release last had the script. Apart from the text, so that a list of them is small. */
const USES = 'script-use/';

const textCodec = createCodec(z.object({ text: z.string() }));
const useCodec = createCodec(z.object({ at: z.number() }));

const MAX_BYTES = 8 * 1024 * 1024;
/** Milliseconds that a script waits for its own release to be written. */
const MAX_WAIT = 1_000;

/** @param current the scripts of this release by their names */
export function createKeptScripts(
  current: ReadonlyMap<string, string>,
  store: Store,
  clock: Clock,
): KeptScripts {
  const texts = createRows(store, textCodec);
  const uses = createRows(store, useCodec);
  const inMemory = createBoundedMap<string>({ maxBytes: MAX_BYTES, bytesOf: textBytes });
  let known: ReadonlySet<string> = new Set();
  let knownAt = -Infinity;

  async function list(): Promise<{ name: string; at: number; version: number }[]> {
    const entries = await store.list(USES);
    return entries.map(({ key, value, version }) => ({
      name: key.slice(USES.length),
      at: useCodec.decode(parseStored(value))?.at ?? 0,
      version,
    }));
  }

  /** Asked by visitors, so the store is not asked for each name that somebody makes up. */
  async function isKept(name: string): Promise<boolean> {
    if (!known.has(name) && ageOf(knownAt, clock()) >= SCRIPTS_LISTED_EVERY) {
      knownAt = clock();
      known = new Set((await list()).map((each) => each.name));
    }
    return known.has(name);
  }

  let isWritten = false;
  let keeping: Promise<void> | undefined;

  async function keep(): Promise<void> {
    for (const [name, text] of current) {
      // The text first, because a use without it would promise what is not there.
      await texts.update(TEXTS + name, (kept) => (kept ? undefined : { text }));
      await uses.update(USES + name, (use) =>
        use && clock() - use.at < SCRIPT_USE_SAVED_EVERY ? undefined : { at: clock() },
      );
    }
    for (const { name, at, version } of await list()) {
      if (clock() - at < SCRIPT_KEPT) continue;
      if (!(await store.delete(USES + name, version))) continue;
      const text = await texts.load(TEXTS + name);
      await store.delete(TEXTS + name, text.version);
    }
  }

  return {
    keep,

    async areKept() {
      if (isWritten) return;
      // A failure is logged when the background job has it too.
      keeping ??= keep()
        .then(() => {
          isWritten = true;
        })
        .catch(() => {
          keeping = undefined;
        });
      await withinTime(keeping, MAX_WAIT, undefined);
    },

    async find(name) {
      const remembered = inMemory.get(name);
      if (remembered !== undefined) return remembered;
      if (!(await isKept(name))) return undefined;
      const { value } = await texts.load(TEXTS + name);
      if (value) inMemory.set(name, value.text);
      return value?.text;
    },
  };
}
