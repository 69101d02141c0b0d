import type { LogEntry } from '../log.ts';
import type { OnSkipped } from './translate.ts';

/** Counts what was left out of a list, by reason. */
export interface SkippedItems {
  readonly note: OnSkipped;
  /** One for each reason, with how many items it concerns and the ids of some events. */
  entries(): LogEntry[];
}

interface Reason {
  readonly kind: string;
  readonly field: string;
  readonly ids: Set<string>;
  unnamed: number;
}

/** As many as an operator needs to see what is wrong. */
const NAMED_EVENTS = 5;
/** An id may have 255 characters. */
const MAX_ID = 64;

export function createSkippedItems(): SkippedItems {
  const reasons = new Map<string, Reason>();

  return {
    note(kind, field, id) {
      const key = `${kind}.${field}`;
      const reason = reasons.get(key) ?? { kind, field, ids: new Set(), unnamed: 0 };
      reasons.set(key, reason);
      // Several prices of one event count once.
      if (id === undefined) reason.unnamed += 1;
      else reason.ids.add(id);
    },

    entries: () =>
      [...reasons.values()].map(({ kind, field, ids, unnamed }) => {
        const entry: LogEntry = { event: 'item-skipped', kind, field, count: ids.size + unnamed };
        if (kind !== 'event' && kind !== 'price') return entry;
        const named = [...ids].slice(0, NAMED_EVENTS).map((id) => id.slice(0, MAX_ID));
        return { ...entry, event_ids: named };
      }),
  };
}
