import { isUnsettled, type Step } from './booking-flow.ts';
import { parseRecord, recordOf } from './session-record.ts';

/**
 * Where a customer is, for a reload, the way back and a duplicated tab. Nothing that was typed is in
 * it: ids, amounts, what they cost, and the key of an order.
 */
export interface Session {
  /** Where the customer was; undefined when nothing is stored, or nothing that makes sense. */
  load(): Step | undefined;
  save(step: Step): void;
  /** From now on another widget may go on in its place, and nothing is stored any more. */
  close(): void;
}

/** Of this document. Two widgets that are alike do not share what is stored. */
const openNames = new Set<string>();

/**
 * Opens the session of a widget that is named by its proxy, its site and what it offers. An order
 * whose outcome has not been seen is found on every page of the tab, everything else on its own.
 * A storage that throws, or is full, is as good as none.
 */
export function openSession(
  storage: () => Storage,
  offer: string,
  page: () => string,
  names = openNames,
): Session {
  let name = `booking ${offer}`;
  while (names.has(name)) name += '+';
  names.add(name);
  const nameOnPage = () => `${name} ${page()}`;
  let isClosed = false;
  /** Another frame of the tab may have an order in doubt under the same name. */
  let isInDoubt = false;

  function load(from: string): Step | undefined {
    try {
      return parseRecord(JSON.parse(storage().getItem(from) ?? 'null'));
    } catch {
      return undefined;
    }
  }

  function put(to: string, step: Step | undefined): void {
    try {
      if (step && step.name !== 'list') storage().setItem(to, JSON.stringify(recordOf(step)));
      else storage().removeItem(to);
    } catch {
      // Ordering goes on without it.
    }
  }

  return {
    load() {
      const unsettled = load(name);
      isInDoubt = unsettled !== undefined;
      return unsettled ?? load(nameOnPage());
    },

    save(step) {
      if (isClosed) return;
      const wasInDoubt = isInDoubt;
      isInDoubt = isUnsettled(step);
      if (isInDoubt || wasInDoubt) put(name, isInDoubt ? step : undefined);
      put(nameOnPage(), isInDoubt ? undefined : step);
    },

    close() {
      isClosed = true;
      names.delete(name);
    },
  };
}
