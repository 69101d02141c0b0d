/** In milliseconds; only what never becomes true takes this long. */
const HANG = 60_000;
const POLL = 50;

/**
 * Repeats an assertion until it holds: for what a page does on its own, such as what it says in its
 * console, dispatches, requests, or writes when it is idle.
 * @throws what the assertion threw last, once it has not held for too long
 */
export async function eventually(assertion: () => unknown): Promise<void> {
  const latest = performance.now() + HANG;
  for (;;) {
    try {
      await assertion();
      return;
    } catch (error) {
      if (performance.now() > latest) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL));
  }
}
