import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Milliseconds after which whoever waits is told that it still goes on. */
const SLOW = 8000;

/** Knows when what is shown is being waited for unusually long. */
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
