import type { PlatformContext } from './context.ts';
import { createTokenRow, tokenKeyOf } from './token-row.ts';
import { noToken, type TokenEvent, type TokenState, transition } from './token-state.ts';

export interface StoredToken {
  readonly state: TokenState;
  readonly version: number;
}

export type Granted = Extract<TokenEvent, { type: 'granted' }>;

/** The token's row in the store, which the proxy does without while the store fails. */
export interface TokenStore {
  /**
   * The row as it is now, or while the store fails, as it last was. A token that is kept is put
   * into it, and saved.
   */
  load(): Promise<StoredToken>;
  /** The same, without reading the store. */
  lastState(): TokenState;
  /** Compare-and-set: undefined when another instance wrote first. @throws {StoreUnavailable} */
  save(state: TokenState, expectedVersion: number): Promise<StoredToken | undefined>;
  /** Keeps a granted token until the store has it. */
  keep(granted: Granted): void;
}

export function createTokenStore({
  config,
  site,
  store,
  clock,
}: Pick<PlatformContext, 'config' | 'site' | 'store' | 'clock'>): TokenStore {
  const key = tokenKeyOf(site);
  const row = createTokenRow(config, key);
  /** The row as last read or written. */
  let last: StoredToken = { state: noToken, version: 0 };
  /** A granted token that the store does not have yet. */
  let unsaved: Granted | undefined;

  function withUnsaved(state: TokenState): TokenState | undefined {
    return unsaved && transition(state, { ...unsaved, at: clock() });
  }

  function lastState(): TokenState {
    return withUnsaved(last.state) ?? last.state;
  }

  async function save(
    state: TokenState,
    expectedVersion: number,
  ): Promise<StoredToken | undefined> {
    const version = await store.put(key, await row.seal(state), expectedVersion);
    if (version === undefined) return undefined;
    last = { state, version };
    unsaved = undefined;
    return last;
  }

  return {
    lastState,
    save,

    async load() {
      try {
        const entry = await store.get(key);
        const version = entry?.version ?? 0;
        if (version !== last.version) {
          const state = entry && (await row.open(entry.value));
          last = { state: state ?? noToken, version };
        }
        const granted = withUnsaved(last.state);
        if (granted) await save(granted, version);
        else unsaved = undefined;
      } catch {
        // While the store fails, the last known state has to do.
      }
      return { ...last, state: lastState() };
    },

    keep(granted) {
      unsaved = granted;
    },
  };
}
