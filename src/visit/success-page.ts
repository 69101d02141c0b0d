import { httpAddress } from '../domain/address.ts';
import type { Attempt } from '../domain/attempt.ts';
import { orderStateOf } from '../domain/order-state.ts';
import {
  type DeclaredAddresses,
  isDeclaredSuccess,
  isSetByMarkup,
} from '../page/declared-addresses.ts';
import { adviceOnSuccessUrl } from '../page/setup-advice.ts';
import { tellReseller } from '../page/tell-reseller.ts';
import { ownDocument } from '../page/unshadowed.ts';

/** The reseller's page for success, which the tag, a script of the page or the script tag names. */
export class SuccessPage {
  readonly #written: string;
  /** Its resolved address; empty if it is invalid. */
  readonly #address: string;
  /** Whether only markup names it, and the script tag does not allow its origin. */
  readonly #isRefused: boolean;

  constructor(widget: Element, written: string, declared: DeclaredAddresses | undefined) {
    this.#written = written;
    this.#address = written && httpAddress(written, ownDocument.baseURI);
    this.#isRefused =
      declared !== undefined &&
      isSetByMarkup(widget, 'success-url', written) &&
      !isDeclaredSuccess(written, declared);
  }

  advise(): void {
    tellReseller(...adviceOnSuccessUrl(this.#written, this.#address, this.#isRefused));
  }

  /**
   * Clicks a link, so that a widget in a frame that may not navigate the window stays at the
   * tickets.
   */
  open(attempts: readonly Attempt[], now: number): void {
    const address = this.#isRefused ? '' : this.#address;
    const href = address && successAddress(address, attempts, now);
    if (href) Object.assign(ownDocument.createElement('a'), { href, target: '_top' }).click();
  }
}

/**
 * The `success-url` with the code of each order in its query; undefined unless every order is
 * booked: a request may still be declined, and a reservation may run out.
 */
export function successAddress(
  page: string,
  attempts: readonly Attempt[],
  now: number,
): string | undefined {
  const url = new URL(page);
  for (const { intent } of attempts) {
    const order = intent?.order;
    if (!order || orderStateOf(order, now) !== 'booked') return undefined;
    url.searchParams.append('booking-order', order.code);
  }
  return attempts.length > 0 ? url.href : undefined;
}
