import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { ownDocument } from './unshadowed.ts';

/** What the widget does when something happens to the page around it. */
export interface PageHandlers {
  /** The customer leaves the page. */
  left(): void;
  /** The page is shown; from the back/forward cache if `restored`. */
  shown(restored: boolean): void;
  /** The customer comes back to the tab, perhaps a day later. */
  visible(): void;
  online(): void;
  /** The fragment of the address has changed. */
  hashChanged(): void;
}

/** Listens to the page while the widget is in it. */
export class PageEvents implements ReactiveController {
  readonly #onWindow: readonly (readonly [type: string, listener: (event: Event) => void])[];
  readonly #onVisibility: () => void;
  #isLeft = false;

  constructor(host: ReactiveControllerHost, handlers: PageHandlers) {
    this.#onWindow = [
      [
        'pagehide',
        () => {
          this.#isLeft = true;
          handlers.left();
        },
      ],
      [
        'pageshow',
        (event) => {
          this.#isLeft = false;
          handlers.shown((event as PageTransitionEvent).persisted);
        },
      ],
      ['online', () => handlers.online()],
      ['hashchange', () => handlers.hashChanged()],
    ];
    this.#onVisibility = () => {
      if (!ownDocument.hidden) handlers.visible();
    };
    host.addController(this);
  }

  /** Whether the customer has left the page; the browser then aborts its requests. */
  get isLeft(): boolean {
    return this.#isLeft;
  }

  hostConnected(): void {
    for (const [type, listener] of this.#onWindow) window.addEventListener(type, listener);
    ownDocument.addEventListener('visibilitychange', this.#onVisibility);
  }

  hostDisconnected(): void {
    for (const [type, listener] of this.#onWindow) window.removeEventListener(type, listener);
    ownDocument.removeEventListener('visibilitychange', this.#onVisibility);
  }
}
