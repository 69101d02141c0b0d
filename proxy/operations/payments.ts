import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { explainEnd } from '../config-error.ts';
import type { ProxyContext } from '../context.ts';
import { createFetch } from '../http/fetch.ts';
import { loadStripe } from '../payments/load-stripe.ts';
import { openStore } from '../store/open.ts';
import { formatList, sinceTime, WrongUse } from './lists.ts';
import { listPayments, paymentColumns } from './payments-list.ts';

const usage = `npm run payments -- [--since TIME] [--site KEY] [--csv | --json] [--reconcile]

Payments that were taken, held or begun since a time, with the fees that the provider tells.
TIME is 2026-11-21 or 2026-11-21T09:00:00Z, UTC. --reconcile compares them with the provider's
balance, names each difference, and exits with 1 if there is any.
`;

interface Output {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
}

/** Runs the command. Resolves to the exit code: 1 if something differs or could not be asked. */
export async function runPayments(
  args: readonly string[],
  options: Omit<ProxyContext, 'log'>,
  { out, error }: Output,
): Promise<number> {
  const { since = '1970-01-01', site, reconcile, ...format } = parse(args);
  if (site !== undefined && !options.config.sites.some(({ key }) => key === site)) {
    throw new WrongUse(`there is no site ${site}`);
  }
  const list = await listPayments(options, { since: Date.parse(sinceTime(since)), site });
  out(formatList(paymentColumns, list.payments, format));
  for (const key of list.unasked) {
    error(`${key}: the provider does not tell its balance; may the key read it, and is it up?\n`);
  }
  if (!reconcile) return 0;
  for (const one of list.differences) error(`${one.site} ${one.payment} ${one.text}\n`);
  error(`differences: ${list.differences.length}\n`);
  return list.differences.length + list.unasked.length > 0 ? 1 : 0;
}

/** @throws {WrongUse} */
function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        since: { type: 'string' },
        site: { type: 'string' },
        csv: { type: 'boolean' },
        json: { type: 'boolean' },
        reconcile: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    throw new WrongUse((error as Error).message);
  }
}

async function main(): Promise<void> {
  try {
    const config = readConfig(process.env, (path) => readFileSync(path, 'utf8'));
    const createStripe = await loadStripe(config);
    const store = await openStore(config.STORE_URL);
    const clocks = { clock: Date.now, monotonic: () => performance.now() };
    const connection = { fetch: createFetch(), ...(createStripe && { createStripe }) };
    const options = { config, store, ...connection, ...clocks };
    process.exitCode = await runPayments(process.argv.slice(2), options, {
      out: (text) => process.stdout.write(text),
      error: (text) => process.stderr.write(text),
    });
    await store.close();
  } catch (error) {
    const isMisused = error instanceof WrongUse;
    process.stderr.write(isMisused ? `${error.message}\n\n${usage}` : `${explainEnd(error)}\n`);
    process.exitCode = isMisused ? 2 : 1;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) void main();
