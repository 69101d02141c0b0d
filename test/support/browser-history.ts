import type { HistoryWindow } from '../../src/page/page-history.ts';

interface Entry {
  readonly state: unknown;
  readonly href: string;
}

/** A browser's history in Node: its entries, and the page that hears of each move. */
export function createBrowserHistory(address: string, state: unknown = null) {
  const entries: Entry[] = [{ state, href: address }];
  const listeners = new Set<(event: PopStateEvent) => void>();
  let index = 0;
  const here = (): Entry => entries[index]!;
  const entryOf = (newState: unknown, to?: string): Entry => ({
    state: structuredClone(newState),
    href: new URL(to ?? '', to === undefined ? here().href : address).href,
  });

  const history = {
    get state() {
      return here().state;
    },
    get length() {
      return entries.length;
    },
    pushState(newState: unknown, _: string, to?: string) {
      entries.splice(index + 1, Infinity, entryOf(newState, to));
      index += 1;
    },
    replaceState(newState: unknown, _: string, to?: string) {
      entries[index] = { ...entryOf(newState, to), ...(to === undefined && { href: here().href }) };
    },
    go(by: number) {
      index += by;
      const event = { state: here().state } as PopStateEvent;
      // Not those that are added meanwhile.
      for (const hear of [...listeners]) hear(event);
    },
    back: () => queueMicrotask(() => history.go(-1)),
  };
  const location = {
    get href() {
      return here().href;
    },
    get search() {
      return new URL(here().href).search;
    },
  };
  return {
    window: {
      history,
      location,
      addEventListener: (_: string, hear: (event: PopStateEvent) => void) => listeners.add(hear),
    } as unknown as HistoryWindow,
    history,
    location,
    /** The states of all entries, from the first to the last. */
    states: () => entries.map((entry) => entry.state),
    addresses: () => entries.map(({ href }) => href),
  };
}
