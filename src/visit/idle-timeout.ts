export interface IdleTimeout {
  /** Aborted when the timeout ends, or with the caller's own signal. */
  readonly signal: AbortSignal;
  /** Restarts the timeout. */
  expect(milliseconds: number): void;
  clear(): void;
}

export function createIdleTimeout(caller: AbortSignal): IdleTimeout {
  const controller = new AbortController();
  const abort = () => controller.abort(caller.reason);
  let timer: ReturnType<typeof setTimeout> | undefined;
  caller.addEventListener('abort', abort);
  if (caller.aborted) abort();

  return {
    signal: controller.signal,

    expect(milliseconds) {
      clearTimeout(timer);
      timer = setTimeout(abort, milliseconds);
    },

    clear() {
      clearTimeout(timer);
      caller.removeEventListener('abort', abort);
    },
  };
}
