import { parseArgs } from 'node:util';
import { banks } from './bank.ts';
import { type ChaosResult, runChaos } from './chaos.ts';
import { describe, isRight } from './check.ts';

/**
 * Places orders over sockets while processes are killed: `npm run chaos -- [how many] [--seed text]
 * [--postgres] [--paid stripe|test]`. Prints the outcomes, and fails if an order was lost, doubled,
 * mis-told, stuck, or not paid once.
 * The same seed draws the same random numbers, but the timing depends on the sockets.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    'at-once': { type: 'string' },
    postgres: { type: 'boolean', default: false },
    paid: { type: 'string' },
  },
});
const orders = Number(positionals[0] ?? 5_000);
const seed = values.seed ?? String(Date.now());
const atOnce = Number(values['at-once'] ?? 60);
const paidAt = banks.find((bank) => bank === values.paid);
if (values.paid !== undefined && !paidAt) throw new Error(`--paid is one of ${banks.join(', ')}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // Exits on these signals, so that `exit` handlers end the started processes.
  process.once(signal, () => process.exit(1));
}
console.log(`seed ${seed}`);
const startedAt = performance.now();
const { postgres: onPostgres } = values;
const result = await runChaos({ orders, seed, atOnce, onPostgres, paidAt });
const seconds = (performance.now() - startedAt) / 1000;
print(result);
process.exitCode = isRight(result.report) ? 0 : 1;

function print({ report, customers, figures }: ChaosResult): void {
  const { strikes, cuts, lostConnections, doubled, faults, alarms } = figures;
  console.log(`${customers.length} orders, ${inWords(strikes)}, ${doubled} doubled requests`);
  console.log(`${cuts} cuts of the database, ${lostConnections} of single connections`);
  console.log(`${seconds.toFixed(0)} s`);
  printCounts(
    'said last, and what it is now',
    customers.map(({ heard, now }) => `${heard.at(-1)?.word}: ${now[0]?.state}`),
  );
  console.log(`faults: ${inWords(faults)}`);
  console.log(`alarms: ${inWords(alarms)}`);
  console.log(describe(report));
}

function printCounts(title: string, names: readonly string[]): void {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  console.log(title);
  for (const [name, count] of Object.entries(counts).toSorted()) {
    console.log(`  ${String(count).padStart(6)}  ${name}`);
  }
}

function inWords(counts: Readonly<Record<string, number>>): string {
  const words = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
  return words.join(', ') || 'none';
}
