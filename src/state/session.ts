import type { Cart } from '../domain/cart.ts';
import { toJson } from '../domain/json.ts';
import { cartRecordOf, parseCart, parseRecord, recordOf } from './session-record.ts';
import { isUnsettled, type LeftStep, type Step } from './steps.ts';

/**
 * Stores the customer's step, so that a reload, the back button and a duplicated tab continue
 * there: ids, amounts, prices and the key of an order, but nothing that was typed.
 */
export interface Session {
  /** Tells the widget from the others of its page, also after a reload. */
  readonly name: string;
  /** The stored step; undefined if there is none, or it is not valid. */
  load(): Step | undefined;
  /**
   * Whether an order with an unknown outcome is stored but cannot be parsed, for example because
   * another version has stored it. Nobody can say what became of it, so the customer is warned.
   */
  readonly hasUnreadableOrder: boolean;
  save(step: Step): void;
  /**
   * Stores a later state of a step that is stored. If the storage was cleared meanwhile, it stays
   * empty.
   */
  update(step: Step): void;
  /** The event or the result that was left last, which stays stored while another step is shown. */
  loadLeft<Name extends LeftStep['name']>(
    name: Name,
  ): Extract<LeftStep, { name: Name }> | undefined;
  /** A result removes the event, because what is ordered would be ordered again. */
  saveLeft(step: LeftStep): void;
  /** The stored cart, which all pages of the origin share. */
  loadCart(): Cart | undefined;
  saveCart(cart: Cart): void;
  /** Stores nothing from now on, and frees the name for another widget. */
  close(): void;
}

/** The names that widgets of this document use, so that two equal widgets do not share a record. */
const openNames = new Set<string>();

/**
 * Opens the session of a widget. On all pages of the tab, widgets of one site share the cart, and
 * an unsettled order, so that its lines are not ordered again from another page. Any other step is
 * restored only on its own page. If the storage throws or is full, nothing is stored.
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
  const leftName = (step: LeftStep['name']) => `${step} of ${nameOnPage()}`;
  let isClosed = false;
  /** Whether this widget has stored an unsettled order. Another frame may have one of its own. */
  let isInDoubt = false;
  let hasUnreadableOrder = false;
  /** The name of the stored step. A router changes the address before it removes the widget. */
  let stepName = '';

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

  function store(step: Step): void {
    if (isClosed) return;
    const wasInDoubt = isInDoubt;
    isInDoubt = isUnsettled(step);
    if (isInDoubt || wasInDoubt) putStep(orderName, isInDoubt ? step : undefined);
    putStep(stepName, isInDoubt ? undefined : step);
  }

  return {
    name,

    load() {
      const unsettled = load(orderName);
      isInDoubt = unsettled !== undefined;
      hasUnreadableOrder = !unsettled && get(orderName, Boolean) === true;
      stepName = nameOnPage();
      return unsettled ?? load(stepName);
    },

    get hasUnreadableOrder() {
      return hasUnreadableOrder;
    },

    save(step) {
      stepName = nameOnPage();
      store(step);
    },

    update(step) {
      if (get(stepName, Boolean)) store(step);
    },

    loadLeft(name) {
      // It may be what was ordered.
      if (hasUnreadableOrder) return undefined;
      const step = load(leftName(name));
      return isStep(step, name) ? step : undefined;
    },

    saveLeft(step) {
      if (isClosed) return;
      putStep(leftName(step.name), step);
      if (step.name === 'result') putStep(leftName('event'), undefined);
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

function isStep<Name extends Step['name']>(
  step: Step | undefined,
  name: Name,
): step is Extract<Step, { name: Name }> {
  return step?.name === name;
}

function freeName(base: string, names: Set<string>): string {
  let name = base;
  while (names.has(name)) name += '+';
  names.add(name);
  return name;
}
