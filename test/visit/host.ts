import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Details } from '../../src/domain/details.ts';
import type { PaymentMethod } from '../../src/domain/payment-method.ts';
import { BookingController } from '../../src/state/booking-controller.ts';
import type { DataSource } from '../../src/state/booking-data.ts';
import type { Session } from '../../src/state/session.ts';
import type { OrderingSource } from '../../src/visit/ordering.ts';
import { VisitController } from '../../src/visit/visit-controller.ts';
import type { WholeClient } from '../client/proxied-client.ts';

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
export class Host implements ReactiveControllerHost, DataSource, OrderingSource {
  client: WholeClient;
  vendor = '';
  category = '';
  events = '';
  firstWeekday = () => 1;
  language = 'en';
  affiliate = '';
  saleParams = '';
  prefilled: Details = new Map();
  unpaid = 'not paid';
  openChannel?: () => BroadcastChannel;
  page?: GivenPage;
  shownPayment?: PaymentMethod;
  confirming = <Result>(work: () => Promise<Result>) => work();
  updateComplete = Promise.resolve(true);
  readonly flow: BookingController;
  readonly visit: VisitController;
  readonly #controllers = new Set<ReactiveController>();
  readonly #waiting = new Set<() => void>();
  #isPending = false;

  constructor(client: WholeClient) {
    this.client = client;
    this.flow = new BookingController(this, () => this);
    this.visit = new VisitController(this, this.flow, () => this);
    this.connect();
    this.requestUpdate();
  }

  get orders(): WholeClient {
    return this.client;
  }

  /** Restores what the session has stored, as the widget does. */
  resume(session: Session): boolean {
    const isResumed = this.flow.resume(session);
    this.visit.resume();
    return isResumed;
  }

  /** The page is shown from the back/forward cache. */
  restoreAfterBack(): void {
    this.flow.restoreAfterBack();
    this.visit.resume();
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
