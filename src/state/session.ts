import { toJson } from '../domain/json.ts';
import { isUnsettled, type Step } from './steps.ts';
import type { Cart } from '../domain/cart.ts';
import { cartRecordOf, parseCart, parseRecord, recordOf } from './session-record.ts';

/**
 * Stores the customer's step for a reload, the way back and a duplicated tab: ids, amounts, prices
 * and the key of an order, but nothing that was typed.
 */
export interface Session {
  /** The stored step; undefined when there is none, or none that is valid. */
  load(): Step | undefined;
  /**
   * Whether an order is stored whose outcome is not known, and cannot be parsed, as from another
   * version: nobody can say what became of it, so the customer has to be warned.
   */
  readonly hasUnreadableOrder: boolean;
  save(step: Step): void;
  /** Stores a later state of a stored step. A storage that was cleared meanwhile stays empty. */
  update(step: Step): void;
  /** The stored cart, which all pages of the origin share. */
  loadCart(): Cart | undefined;
  saveCart(cart: Cart): void;
  /** Stores nothing from now on, and frees the name for another widget. */
  close(): void;
}

/** The names that widgets of this document use, so that two equal widgets share no record. */
const openNames = new Set<string>();

/**
 * Opens the session of a widget. Widgets of one site on different pages of the tab share the cart,
 * and an unsettled order, so that its lines are not ordered once more from another page. Any other
 * step is found on its own page only. A storage that throws or is full is ignored.
 * @param offer the proxy, the site and the attributes that narrow what is offered
 * @param siteName the proxy and the site
 */
export function openSession(
  storage: () => Storage,
  offer: string,
  siteName: string,
  page: () => string,
  names = openNames,
): Session {
  const name = freeName(`booking ${offer}`, names);
  const orderName = freeName(`booking order ${siteName}`, names);
  const cartName = freeName(`booking cart ${siteName}`, names);
  const nameOnPage = () => `${name} ${page()}`;
  let isClosed = false;
  /** Whether this widget has stored an unsettled order. Another frame may have one of its own. */
  let isInDoubt = false;
  let hasUnreadableOrder = false;

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
      // The flow works without the record.
    }
  }

  const load = (from: string) => get(from, parseRecord);
  const putStep = (to: string, step: Step | undefined) =>
    put(to, step !== undefined && step.name !== 'list' && recordOf(step));

  return {
    load() {
      const unsettled = load(orderName);
      isInDoubt = unsettled !== undefined;
      hasUnreadableOrder = !unsettled && get(orderName, Boolean) === true;
      return unsettled ?? load(nameOnPage());
    },

    get hasUnreadableOrder() {
      return hasUnreadableOrder;
    },

    save(step) {
      if (isClosed) return;
      const wasInDoubt = isInDoubt;
      isInDoubt = isUnsettled(step);
      if (isInDoubt || wasInDoubt) putStep(orderName, isInDoubt ? step : undefined);
      putStep(nameOnPage(), isInDoubt ? undefined : step);
    },

    update(step) {
      if (get(nameOnPage(), Boolean)) this.save(step);
    },

    loadCart: () => get(cartName, parseCart),

    saveCart(cart) {
      if (!isClosed) put(cartName, cart.lines.length > 0 && cartRecordOf(cart));
    },

    close() {
      isClosed = true;
      names.delete(name);
      names.delete(orderName);
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
