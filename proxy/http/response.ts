/** An answer as the proxy means it: plain, until the one place where all answers are made. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | null;
  /** What is answered instead to whoever has it already. */
  readonly known?: Answer;
}

/** What is there already, or will be. */
export type Soon<T> = T | Promise<T>;

/**
 * Goes on at once where there is nothing to wait for: most reads are answered in the turn in which
 * they came.
 */
export function after<T, R>(value: Soon<T>, next: (value: T) => Soon<R>): Soon<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
