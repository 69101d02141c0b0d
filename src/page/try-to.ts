import { tellReseller } from './tell-reseller.ts';

/** Does what the customer can do without. If it fails, the console says so, and all else goes on. */
export function tryTo(name: string, run: () => void): void {
  try {
    run();
  } catch (error) {
    tellReseller(`${name} has failed: ${String(error)}.`);
  }
}
