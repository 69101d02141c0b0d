import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { TrustedTypePolicy, TrustedTypePolicyFactory } from 'trusted-types/lib';
import { tellReseller } from './tell-reseller.ts';

const { trustedTypes } = window as { trustedTypes?: TrustedTypePolicyFactory };

/** A name can be given once in a page. */
let policy: Pick<TrustedTypePolicy, 'createScript'> | undefined;

/** Data in the page's head, as search engines read it, for as long as its element is in the page. */
export class DataScript implements ReactiveController {
  readonly #element = document.createElement('script');
  /** What the data was made of. */
  #source: unknown;

  constructor(host: ReactiveControllerHost) {
    this.#element.type = 'application/ld+json';
    host.addController(this);
  }

  /** @param source the data is made anew when it is another one */
  show(source: unknown, make: () => object): void {
    if (source === this.#source) return;
    this.#source = source;
    // A copy of the page as text has no end of the script within it.
    const json = JSON.stringify(make()).replaceAll('<', '\\u003c');
    try {
      this.#element.text = trusted(json);
      document.head.append(this.#element);
    } catch {
      tellReseller('structured-data needs booking-widget among the trusted-types of the page.');
    }
  }

  hostDisconnected(): void {
    this.#source = undefined;
    this.#element.remove();
  }
}

/**
 * A page that requires Trusted Types refuses the text of any script, also of one that is data.
 *
 * @throws {TypeError} when the page's policy does not allow ours
 */
function trusted(json: string): string {
  policy ??= trustedTypes?.createPolicy('booking-widget', { createScript: (text) => text });
  return (policy?.createScript(json) ?? json) as string;
}
