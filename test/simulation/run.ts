import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { controls, controlsOfPayment } from './controls.ts';
import { hostilities, hostilitiesOfPayment } from './hostilities.ts';
import { countWrong, simulate, type Summary } from './simulate.ts';
import { tellStory } from './story.ts';

/**
 * Simulates orders on virtual time: `npm run simulate -- [how many] [--seed text] [--replay seed]`.
 * Prints the outcomes, those of a tenth as many orders that have to be paid, the outcomes when an
 * assumption of the guarantee is broken, and how soon each control is caught. Fails if a story went
 * wrong that must not, if a control was not caught, or if a hostility was not met by any story.
 * `--paid` simulates orders that have to be paid alone, and `--replay SEED --paid` tells one.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    replay: { type: 'string' },
    part: { type: 'string' },
    paid: { type: 'boolean', default: false },
  },
});
const stories = Number(positionals[0] ?? 1_000_000);
const seed = values.seed ?? String(Date.now());
/** Stack traces of errors that are expected, and short-lived memory, take a quarter of the time. */
const fast = ['--stack-trace-limit=0', '--max-semi-space-size=64'];
/** How late a create may land where the assumption is broken, in settle times. */
const LATENESS = [1.5, 3];

if (values.replay !== undefined) {
  console.log(await tellStory(values.replay, { isPaid: values.paid }));
} else if (values.part !== undefined) {
  process.stdout.write(
    JSON.stringify(
      await simulate({ seed, first: Number(values.part), stories, isPaid: values.paid }),
    ),
  );
} else {
  await main();
}

async function main(): Promise<void> {
  console.log(`seed ${seed}`);
  const isRight = [
    await tellAll({ isPaid: true, stories: values.paid ? stories : Math.ceil(stories / 10) }),
  ];
  if (!values.paid)
    isRight.push(await tellAll({ isPaid: false, stories }), await breakAssumptions());
  const few = { seed, stories: 1_000, untilWrong: true };
  for (const [name, weakening] of Object.entries(values.paid ? {} : controls)) {
    isRight.push(isCaught(name, await simulate({ ...few, weakening })));
  }
  for (const [name, weakening] of Object.entries(controlsOfPayment)) {
    isRight.push(isCaught(name, await simulate({ ...few, weakening, isPaid: true })));
  }
  process.exitCode = isRight.every(Boolean) ? 0 : 1;
}

function isCaught(control: string, { wrong: [story], stories: told }: Summary): boolean {
  const result = story ? `${story.verdict} within ${told}` : 'NOT CAUGHT';
  console.log(`control, ${control}: ${result}`);
  return story !== undefined;
}

interface Telling {
  readonly isPaid: boolean;
  readonly stories: number;
}

/** Whether none went wrong, and each hostility was met. */
async function tellAll(telling: Telling): Promise<boolean> {
  const { isPaid } = telling;
  const startedAt = performance.now();
  const summary = merge(await inProcesses(telling));
  const seconds = (performance.now() - startedAt) / 1000;
  const wrong = countWrong(summary);
  const kind = isPaid ? 'paid orders' : 'orders';
  console.log(`${summary.stories} ${kind}, ${wrong} wrong, ${seconds.toFixed(0)} s`);
  printCounts(summary.counts);
  console.log('of these orders have met');
  printCounts(summary.met);
  for (const story of summary.wrong) {
    const replay = `npm run simulate -- --replay '${story.seed}'${isPaid ? ' --paid' : ''}`;
    console.log(`  ${JSON.stringify(story)}\n    ${replay}`);
  }
  const all = isPaid ? [...hostilities, ...hostilitiesOfPayment] : hostilities;
  const unmet = all.filter((hostility) => !summary.met[hostility]);
  if (unmet.length > 0) console.log(`NOT MET: ${unmet.join(', ')}`);
  return wrong === 0 && unmet.length === 0;
}

/** Prints how often orders go wrong then, which proves nothing. */
async function breakAssumptions(): Promise<true> {
  const few = Math.ceil(stories / 100);
  for (const lateness of LATENESS) {
    const late = await simulate({ seed, stories: few, lateness });
    console.log(`creates that land ${lateness} settle times later: ${shareOf(late)}`);
  }
  const untold = await simulate({ seed, stories: few, isRestored: 'untold' });
  console.log(
    `a restore with all proxies restarted, of which nobody tells them: ${shareOf(untold)}`,
  );
  return true;
}

function shareOf(summary: Summary): string {
  const percent = ((100 * countWrong(summary)) / summary.stories).toFixed(2);
  return `${percent} % of ${summary.stories} wrong`;
}

/** Each core simulates a part of the stories. */
function inProcesses({ isPaid, stories: all }: Telling): Promise<Summary[]> {
  const cores = Math.max(1, availableParallelism());
  const size = Math.ceil(all / cores);
  return Promise.all(
    Array.from({ length: cores }, (_, index) =>
      inProcess(index * size, Math.min(size, all - index * size), isPaid),
    ),
  );
}

function inProcess(first: number, size: number, isPaid: boolean): Promise<Summary> {
  const script = fileURLToPath(import.meta.url);
  const part = [String(size), '--seed', seed, '--part', String(first)];
  if (isPaid) part.push('--paid');
  const child = spawn(process.execPath, [...fast, '--import', 'tsx', script, ...part], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.on('close', (code) => {
      if (code === 0) resolve(JSON.parse(output) as Summary);
      else reject(new Error(`a part of the simulation ended with ${code}`));
    });
  });
}

function merge(parts: readonly Summary[]): Summary {
  return {
    stories: parts.reduce((sum, { stories }) => sum + stories, 0),
    counts: addUp(parts.map(({ counts }) => counts)),
    met: addUp(parts.map(({ met }) => met)),
    wrong: parts.flatMap(({ wrong }) => wrong),
  };
}

function addUp(parts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [name, count] of parts.flatMap(Object.entries)) {
    sums[name] = (sums[name] ?? 0) + count;
  }
  return sums;
}

function printCounts(counts: Readonly<Record<string, number>>): void {
  for (const [name, count] of Object.entries(counts).toSorted()) {
    console.log(`  ${String(count).padStart(8)}  ${name}`);
  }
}
