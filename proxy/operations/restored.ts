import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { MINUTE } from '#contract/milliseconds';
import { readConfig } from '../config.ts';
import { ConfigError } from '../config-error.ts';
import { nextHistory, readHistory, writeHistory } from '../store/history-row.ts';
import { openStore } from '../store/open.ts';
import type { Store } from '../store/store.ts';
import { sendTimeOf } from '../time-limits.ts';

/**
 * Gives a store that was restored on purpose a new history, so that no proxy relies on it to know
 * the orders for quotes from before. @throws {StoreUnavailable}
 */
export async function recordRestored(store: Store, now: number): Promise<void> {
  const stored = await readHistory(store);
  const row = nextHistory('store-restored', now, stored);
  const version = await writeHistory(store, row, stored?.version ?? 0);
  // A running proxy wrote first.
  if (version === undefined) await recordRestored(store, now);
}

/** What a restore means, for the operator. `settleTime` in milliseconds. */
export function explainRestored(settleTime: number): string {
  return `The store has a new history. Running proxies notice within seconds, others when they start.

- Checkouts that were open before are safe: for ${Math.ceil(settleTime / MINUTE)} minutes from when a proxy notices, an order
  for a quote from before is not sent, but looked up: its customer is told that it is being checked,
  and then the outcome. After that it is sent if the platform has none. New quotes can be ordered at once.
- Orders that are newer than the backup exist on the platform, and this store does not know them. Their
  customers have the platform's e-mail; the ticket page and links to it find nothing, and neither
  notifications nor the sweep bring them back. One comes back when its customer's page sends it again.
- Payments that were authorised for them are neither captured nor voided: see to them at the provider,
  with the platform's list of orders since the backup.
- Orders of the backup whose outcome was open are looked up and settled. Changes of their status since
  the backup are read again by the next sweep.
- Orders that the backup has as not sent may stand. They are looked up before their money is given
  back, and before they are removed, and not in the first ${Math.ceil(settleTime / MINUTE)} minutes.
- Platform calls since the backup are missing from the month's count.`;
}

async function main(): Promise<void> {
  try {
    const config = readConfig(process.env, (path) => readFileSync(path, 'utf8'));
    const store = await openStore(config.STORE_URL);
    await recordRestored(store, (await store.now?.()) ?? Date.now());
    await store.close();
    console.log(explainRestored(sendTimeOf(config) + config.ORDER_SETTLE_SECONDS * 1000));
  } catch (error) {
    console.error(error instanceof ConfigError ? error.message : (error as Error).name);
    process.exitCode = 1;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) void main();
