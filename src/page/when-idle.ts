/** Runs when the page has nothing else to do, at the latest after half a second. */
export function whenIdle(run: () => void): void {
  // Some browsers do not have it, and some old libraries set it to undefined.
  const { requestIdleCallback } = window as Partial<typeof globalThis>;
  if (requestIdleCallback) requestIdleCallback(run, { timeout: 500 });
  else setTimeout(run);
}
