import { DAY } from '#contract/milliseconds';
import { paths } from '#contract/paths';
import { toInstant } from '../clock.ts';
import type { ProxyContext } from '../context.ts';
import { readHistory } from '../store/history-row.ts';
import { damagedAdvice, databaseAdvice } from '../store/open.ts';
import { parsePostgresUrl } from '../store/postgres-url.ts';
import { StoreDamaged, StoreUnavailable } from '../store/store.ts';
import { explainConnection } from './connection-error.ts';
import type { Say } from './say.ts';

type Options = Omit<ProxyContext, 'log'>;

const STORE_KEY = 'doctor';
/** How long the doctor warns about a store that has gone back. */
const GAP_TOLD_FOR = 7 * DAY;
/** Rows per page. */
const ROWS = 1_000;
const LIVEZ_TIMEOUT = 5_000;

export function checkWidget(hasWidget: boolean, say: Say): void {
  if (hasWidget) say('ok', 'widget: it is built');
  else say('warn', 'widget: dist/booking-widget.js is missing; npm run build makes it');
}

export async function checkAddressResponds({ config, fetch }: Options, say: Say): Promise<void> {
  const { PUBLIC_URL } = config;
  const signal = AbortSignal.timeout(LIVEZ_TIMEOUT);
  const request = new Request(PUBLIC_URL + paths.livez, { signal });
  const url = PUBLIC_URL + paths.livez;
  try {
    const { ok, status } = await fetch(request);
    if (ok) return say('ok', `address: ${PUBLIC_URL} answers`);
    say('warn', `address: ${url} answers ${status}; does PUBLIC_URL lead to a proxy that runs?`);
  } catch (error) {
    const reason = explainConnection(error);
    say('warn', `address: ${url} cannot be reached from here: ${reason}`);
  }
}

/** Whether the store can be written, and every row read. */
export async function checkStore({ config, store }: Options, say: Say): Promise<boolean> {
  try {
    const entry = await store.get(STORE_KEY);
    await store.put(STORE_KEY, '', entry?.version ?? 0);
    for (let afterKey: string | undefined = ''; afterKey !== undefined;) {
      const rows = await store.list('', { afterKey, limit: ROWS });
      afterKey = rows.length < ROWS ? undefined : rows.at(-1)?.key;
    }
    say('ok', 'store: it can be written');
    return true;
  } catch (error) {
    say('fail', `store: ${explainStore(error, config.STORE_URL)}`);
    return false;
  }
}

/** Since when the store knows every order. */
export async function checkHistory({ store, clock }: Options, say: Say): Promise<void> {
  const { row } = (await readHistory(store)) ?? {};
  if (!row) return say('ok', 'store: no proxy has used it yet');
  const since = toInstant(row.began_at);
  if (row.reason === 'store-new') return say('ok', `store: it has every order since ${since}`);
  if (row.reason === 'store-restored') return say('ok', `store: it was restored before ${since}`);
  const isRecent = clock() - row.began_at < GAP_TOLD_FOR;
  say(
    isRecent ? 'warn' : 'ok',
    `store: at ${since} it was found to have gone back to an earlier state, such as a backup, a ` +
      'snapshot or a replica that lagged. The orders that it has lost are on the platform: compare ' +
      'the orders there of the hours before, and find out what has replaced the store',
  );
}

function explainStore(error: unknown, url: string): string {
  const address = parsePostgresUrl(url);
  if (address) return databaseAdvice(address, (error as Error).message);
  if (error instanceof StoreDamaged) return damagedAdvice(url.replace(/^file:/, ''));
  const reason = error instanceof StoreUnavailable ? ` (${error.message})` : '';
  return `it cannot be written${reason}; set STORE_URL to another file`;
}
