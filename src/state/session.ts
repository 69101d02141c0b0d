import { toJson } from '../domain/json.ts';
import { isUnsettled, type Step } from './booking-flow.ts';
import type { Cart } from '../domain/cart.ts';
import { cartRecordOf, parseCart, parseRecord, recordOf } from './session-record.ts';

/**
 * Where a customer is, for a reload, the way back and a duplicated tab. Nothing that was typed is in
 * it: ids, amounts, what they cost, and the key of an order.
 */
export interface Session {
  /** Where the customer was; undefined when nothing is stored, or nothing that makes sense. */
  load(): Step | undefined;
  save(step: Step): void;
  /** What the customer has gathered on this page or on others. */
  loadCart(): Cart | undefined;
  saveCart(cart: Cart): void;
  /** From now on another widget may go on in its place, and nothing is stored any more. */
  close(): void;
}

/** Of this document. Two widgets that are alike do not share what is stored. */
const openNames = new Set<string>();

/**
 * Opens the session of a widget that is named by its proxy, its site and what it offers. An order
 * whose outcome has not been seen is found on every page of the tab, everything else on its own. The
 * cart is one for all widgets of a seller, one of each page.
 * A storage that throws, or is full, is as good as none.
 */
export function openSession(
  storage: () => Storage,
  offer: string,
  seller: string,
  page: () => string,
  names = openNames,
): Session {
  const name = freeName(`booking ${offer}`, names);
  const cartName = freeName(`booking cart ${seller}`, names);
  const nameOnPage = () => `${name} ${page()}`;
  let isClosed = false;
  /** Another frame of the tab may have an order in doubt under the same name. */
  let isInDoubt = false;

  function get<Value>(from: string, parse: (record: unknown) => Value): Value | undefined {
    try {
      return parse(JSON.parse(storage().getItem(from) ?? 'null'));
    } catch {
      return undefined;
    }
  }

  function put(to: string, record: object | false): void {
    try {
      if (record) storage().setItem(to, toJson(record));
      else storage().removeItem(to);
    } catch {
      // Ordering goes on without it.
    }
  }

  const load = (from: string) => get(from, parseRecord);
  const putStep = (to: string, step: Step | undefined) =>
    put(to, step !== undefined && step.name !== 'list' && recordOf(step));

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
      if (isInDoubt || wasInDoubt) putStep(name, isInDoubt ? step : undefined);
      putStep(nameOnPage(), isInDoubt ? undefined : step);
    },

    loadCart: () => get(cartName, parseCart),

    saveCart(cart) {
      if (!isClosed) put(cartName, cart.lines.length > 0 && cartRecordOf(cart));
    },

    close() {
      isClosed = true;
      names.delete(name);
      names.delete(cartName);
    },
  };
}

function freeName(base: string, names: Set<string>): string {
  let name = base;
  while (names.has(name)) name += '+';
  names.add(name);
  return name;
}
