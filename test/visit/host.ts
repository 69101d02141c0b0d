import type { ReactiveController } from 'lit';
import type { BookingClient } from '../../src/client/booking-client.ts';
import type { Details } from '../../src/visit/form/field-values.ts';
import { BookingController, type BookingHost } from '../../src/state/booking-controller.ts';

/** A page that is shown or hidden by the test. */
export class GivenPage extends EventTarget {
  hidden = false;

  setHidden(hidden: boolean): void {
    this.hidden = hidden;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

/**
 * A host element without a template: updates its controllers on request, and notifies waiting
 * tests.
 */
export class Host implements BookingHost {
  client: BookingClient;
  vendor = '';
  category = '';
  events = '';
  language = 'en';
  affiliate = '';
  saleParams = '';
  prefilled: Details = new Map();
  openChannel?: () => BroadcastChannel;
  page?: GivenPage;
  updateComplete = Promise.resolve(true);
  readonly flow: BookingController;
  readonly #controllers = new Set<ReactiveController>();
  readonly #waiting = new Set<() => void>();
  #isPending = false;

  constructor(client: BookingClient) {
    this.client = client;
    this.flow = new BookingController(this);
    this.connect();
    this.requestUpdate();
  }

  addController(controller: ReactiveController): void {
    this.#controllers.add(controller);
  }

  removeController(controller: ReactiveController): void {
    this.#controllers.delete(controller);
  }

  connect(): void {
    for (const controller of this.#controllers) controller.hostConnected?.();
  }

  disconnect(): void {
    for (const controller of this.#controllers) controller.hostDisconnected?.();
  }

  requestUpdate(): void {
    if (this.#isPending) return;
    this.#isPending = true;
    queueMicrotask(() => {
      this.#isPending = false;
      for (const controller of this.#controllers) controller.hostUpdate?.();
      for (const look of this.#waiting) look();
    });
  }

  /** Resolves with the update after which the condition is true. */
  until(isSo: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!isSo()) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      look();
    });
  }
}
