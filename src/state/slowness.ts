import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Milliseconds of waiting after which the customer is told that it takes longer than usual. */
const SLOW = 8000;

/** Tells whether the customer has been waiting for more than {@link SLOW} milliseconds. */
export class Slowness implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #isWaiting: () => boolean;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isSlow = false;

  constructor(host: ReactiveControllerHost, isWaiting: () => boolean) {
    this.#host = host;
    this.#isWaiting = isWaiting;
    host.addController(this);
  }

  get isSlow(): boolean {
    return this.#isSlow;
  }

  hostUpdated(): void {
    if (this.#isWaiting()) this.#timer ??= setTimeout(() => this.#change(true), SLOW);
    else this.#end();
  }

  hostDisconnected(): void {
    this.#end();
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isSlow) this.#change(false);
  }

  #change(isSlow: boolean): void {
    this.#isSlow = isSlow;
    this.#host.requestUpdate();
  }
}
