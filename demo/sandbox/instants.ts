/** A moment on the wire: ISO 8601 UTC, to the second. */
export function formatInstant(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

/**
 * Milliseconds since the epoch, or undefined for anything but a real moment in the spec's format.
 */
export function parseInstant(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text)) return undefined;
  const milliseconds = Date.parse(text);
  // Date.parse carries the 30th of February over into March; a moment that reads back differently
  // was none.
  return Number.isNaN(milliseconds) || formatInstant(milliseconds) !== text
    ? undefined
    : milliseconds;
}
