import type { Attempt } from '../../src/domain/attempt.ts';
import type { Failure } from '../../src/domain/failure.ts';
import type { InnerEvent } from '../../src/events.ts';
import type { Checkout, Vendor } from '../../src/index.ts';
import type { DetailTyped } from '../../src/visit/form/field-values.ts';
import { type Context, mount } from '../elements/mount.ts';
import { anAttempt, aQuotedOrder, aVendor } from '../support/builders.ts';
import { page } from '../support/page.ts';

/** The values of all fields that a usual order requires. */
export const complete = new Map([
  ['name', 'Ida Meyer'],
  ['email', 'ida@example.com'],
]);

/** A checkout with one order: its state, and other properties. */
export type CheckoutLook = Partial<Checkout> &
  Partial<Pick<Attempt, 'order' | 'state' | 'failure'>> & { vendor?: Vendor | undefined };

/** A checkout that keeps what is typed, as the widget around it does. */
export async function openCheckout(
  { order = aQuotedOrder(), state = 'ready', failure = null, ...change }: CheckoutLook = {},
  context: Partial<Context> = {},
): Promise<Checkout> {
  const { vendor = 'vendor' in change ? undefined : aVendor(), ...rest } = change;
  const attempts = [anAttempt({ order, state, failure })];
  const properties = { attempts, vendors: vendor ? [vendor] : [], ...rest };
  const el = await mount('booking-checkout', properties, context);
  el.addEventListener('detail-type', (event) => {
    const { key, value } = (event as InnerEvent<DetailTyped>).detail;
    el.details = new Map(el.details).set(key, value);
  });
  return el;
}

/** Sets a failure on the orders of a checkout. */
export async function fail(el: Checkout, failure: Failure | null): Promise<void> {
  el.attempts = el.attempts.map((attempt) => ({ ...attempt, failure }));
  await el.updateComplete;
}

/** The problem in a field's description. */
export function problemOf(field: HTMLElement): string | undefined {
  const id = field.getAttribute('aria-describedby');
  const described = id ? (field.getRootNode() as ShadowRoot).getElementById(id) : null;
  return described ? page(described).text() : undefined;
}
