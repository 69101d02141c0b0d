import { spawn } from 'node:child_process';
import { runElementTests, type Count } from './support/element-tests.ts';
import { filesBelow } from './support/files.ts';
import { isPure, isZoned, zones } from './support/zones.ts';

/**
 * Every test: Node's, the journeys through the built widget, the elements in real browsers. What
 * reads local time runs in several time zones, everything else in UTC. A word as argument keeps the files whose path has it: `npm test -- money`.
 */
const wanted = process.argv[2] ?? '';
const files = filesBelow('test', '.test.ts').filter((file) => file.includes(wanted));
const inFolder = (folder: string) => files.filter((file) => file.startsWith(`test/${folder}/`));
const elements = inFolder('elements');
const journeys = inFolder('journeys');
const rest = files.filter((file) => !elements.includes(file) && !journeys.includes(file));

/**
 * Runs Node with these arguments, shows what it prints, and answers its exit code and the last of
 * its output.
 */
function node(args: string[], timezone = 'UTC'): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TZ: timezone },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    process.stdout.write(chunk);
    output = (output + chunk.toString()).slice(-200);
  });
  return new Promise((resolve) =>
    child.on('close', (code) => resolve({ code: code ?? 1, output })),
  );
}

/** Only what hangs takes so long: a file of tests, in milliseconds. */
const HANG = '--test-timeout=600000';

const reporter = [
  '--test-reporter=./test/support/reporter.js',
  '--test-reporter-destination=stdout',
];

/** Each file in a process of its own. */
function runNodeTests(paths: string[], timezone: string): Promise<Count> {
  return count(['--test', '--test-concurrency=2', HANG, ...reporter, ...paths], timezone);
}

/** All in one process: where tests are pure, starting one takes longer than they do. */
function runTogether(paths: string[], timezone: string): Promise<Count> {
  return count([...reporter, 'test/support/together.ts', ...paths], timezone);
}

async function count(args: string[], timezone: string): Promise<Count> {
  const { code, output } = await node(['--import', 'tsx', ...args], timezone);
  const counts = /(\d+) passed, (\d+) failed, (\d+) skipped\s*$/.exec(output)?.slice(1).map(Number);
  const [passed = 0, failed = 0, skipped = 0] = counts ?? [];
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, skipped };
}

const total: Count = { passed: 0, failed: 0, skipped: 0 };
async function part(title: string, run: () => Promise<Count>) {
  console.log(`\n${title}`);
  const count = await run();
  total.passed += count.passed;
  total.failed += count.failed;
  total.skipped += count.skipped;
}

const zoned = rest.filter(isZoned);
const unzoned = rest.filter((file) => !isZoned(file));
if (unzoned.length > 0) await part('Node', () => runNodeTests(unzoned, 'UTC'));
const pure = zoned.filter(isPure);
const others = zoned.filter((file) => !isPure(file));
for (const zone of zones) {
  if (pure.length > 0) await part(`Pure in ${zone}`, () => runTogether(pure, zone));
  if (others.length > 0) await part(`Node in ${zone}`, () => runNodeTests(others, zone));
}
if (journeys.length > 0) {
  for (const mode of ['production', 'demo']) {
    const vite = ['node_modules/vite/bin/vite.js', 'build', '--mode', mode, '--logLevel', 'warn'];
    if ((await node(vite)).code !== 0)
      throw new Error('The build failed, so no journey was tried.');
  }
  await part('Journeys', () => runNodeTests(journeys, 'UTC'));
}
if (elements.length > 0) {
  await part('Elements', () => runElementTests(elements));
}

// In CI nothing may be left out quietly.
if (process.env['CI']) {
  total.failed += total.skipped;
  total.skipped = 0;
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
