import type { OrderStatus } from '#contract/order.schema';
import { httpAddress } from '../domain/address.ts';
import { isPlaced, type Attempt } from '../domain/attempt.ts';
import {
  isDeclaredSuccess,
  isSetByMarkup,
  type DeclaredAddresses,
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
  open(attempts: readonly Attempt[]): void {
    const address = this.#isRefused ? '' : this.#address;
    const href = address && successAddress(address, attempts);
    if (href) Object.assign(ownDocument.createElement('a'), { href, target: '_top' }).click();
  }
}

/** PENDING is a request, which the vendor may still decline. */
const notStanding: (OrderStatus | undefined)[] = [undefined, 'PENDING', 'CANCELED', 'DECLINED'];

/**
 * The `success-url` with the code of each order in its query; undefined unless every order is
 * placed and neither pending nor cancelled.
 */
export function successAddress(page: string, attempts: readonly Attempt[]): string | undefined {
  const url = new URL(page);
  for (const attempt of attempts) {
    const { code = '', status } = attempt.intent?.order ?? {};
    if (!isPlaced(attempt) || notStanding.includes(status)) return undefined;
    url.searchParams.append('booking-order', code);
  }
  return attempts.length > 0 ? url.href : undefined;
}
