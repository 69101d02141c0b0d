import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { toJson } from '../domain/json.ts';
import { tellReseller } from './tell-reseller.ts';
import { trusted } from './trusted.ts';
import { ownDocument } from './unshadowed.ts';

/** JSON-LD for search engines in the page's head, while the host element is in the page. */
export class DataScript implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #element = ownDocument.createElement('script');
  #isInPage = false;
  /** The source of the current data. */
  #source: unknown;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    this.#element.type = 'application/ld+json';
    host.addController(this);
  }

  /** @param source the data is created again only when this object changes */
  show(source: unknown, make: () => object): void {
    // An update that was on its way may come after the host is removed.
    if (!this.#isInPage || source === this.#source) return;
    this.#source = source;
    // Without `<`, so that `</script>` in a text does not end the element in a copy of the page.
    const json = toJson(make()).replace(/</g, '\\u003c');
    try {
      this.#element.text = trusted('createScript', json);
      ownDocument.head.append(this.#element);
    } catch {
      tellReseller('structured-data needs booking-widget among the trusted-types of the page.');
    }
  }

  /** A move within the page removes the data, and only an update shows it again. */
  hostConnected(): void {
    this.#isInPage = true;
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.#isInPage = false;
    this.#source = undefined;
    this.#element.remove();
  }
}
