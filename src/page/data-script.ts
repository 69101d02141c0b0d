import { toJson } from '../domain/json.ts';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { tellReseller } from './tell-reseller.ts';
import { trusted } from './trusted.ts';

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
    const json = toJson(make()).replaceAll('<', '\\u003c');
    try {
      this.#element.text = trusted('createScript', json);
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
