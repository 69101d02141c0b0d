/** Milliseconds since the epoch. */
export type Clock = () => number;

/** The platform's and the contract's form of a time: UTC, whole seconds, rounded down. */
export function toInstant(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19) + 'Z';
}
