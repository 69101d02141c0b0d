import type { DetailTyped } from '../../src/elements/checkout.ts';
import type { InnerEvent } from '../../src/events.ts';
import type { Checkout } from '../../src/index.ts';
import { aQuotedOrder, aVendor } from '../support/builders.ts';
import { page } from '../support/page.ts';
import { mount, type Context } from './mount.ts';

/** All that an order of the usual kind asks for. */
export const complete = new Map([
  ['name', 'Ida Meyer'],
  ['email', 'ida@example.com'],
]);

/** A checkout that keeps what is typed, as the widget around it does. */
export async function openCheckout(
  change: Partial<Checkout> = {},
  context: Partial<Context> = {},
): Promise<Checkout> {
  const properties = { order: aQuotedOrder(), vendor: aVendor(), ...change };
  const el = await mount('booking-checkout', properties, context);
  el.addEventListener('detail-type', (event) => {
    const { key, value } = (event as InnerEvent<DetailTyped>).detail;
    el.details = new Map(el.details).set(key, value);
  });
  return el;
}

/** What a screen reader adds to a field: what is wrong with it. */
export function problemOf(field: HTMLElement): string | undefined {
  const id = field.getAttribute('aria-describedby');
  const described = id ? (field.getRootNode() as ShadowRoot).getElementById(id) : null;
  return described ? page(described).text() : undefined;
}
