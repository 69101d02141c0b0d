import { spawn } from 'node:child_process';
import { runElementTests, type Count } from './support/element-tests.ts';
import { filesBelow } from './support/files.ts';
import { inGroups } from './support/groups.ts';
import { add, runNodeTests } from './support/node-tests.ts';

/**
 * Every test: Node's, with the journeys through the built widget, and beside them the elements in
 * real browsers, because each leaves a core idle now and then. What reads local time runs in several
 * time zones, everything else in UTC. A word as argument keeps the files whose path has it:
 * `npm test -- money`.
 */
const wanted = process.argv[2] ?? '';
const files = filesBelow('test', '.test.ts').filter((file) => file.includes(wanted));
const inFolder = (folder: string) => files.filter((file) => file.startsWith(`test/${folder}/`));
const elements = inFolder('elements');
const journeys = inFolder('journeys');
const inNode = files.filter((file) => !elements.includes(file));

const total: Count = { passed: 0, failed: 0, skipped: 0 };
async function part(title: string, run: () => Promise<Count>) {
  const count = await run();
  const { passed, failed, skipped } = count;
  console.log(`\n${title}: ${passed} passed, ${failed} failed, ${skipped} skipped`);
  add(total, count);
}

function build(mode: string): Promise<void> {
  const vite = ['node_modules/vite/bin/vite.js', 'build', '--mode', mode, '--logLevel', 'warn'];
  const child = spawn(process.execPath, vite, { stdio: ['ignore', 'inherit', 'inherit'] });
  return new Promise((resolve, reject) =>
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error('The build failed, so no journey was tried.'));
    }),
  );
}

if (journeys.length > 0) {
  for (const mode of ['production', 'demo']) {
    await build(mode);
  }
}
await Promise.all([
  inNode.length > 0 && part('Node and the journeys', () => runNodeTests(inGroups(inNode))),
  elements.length > 0 && part('Elements', () => runElementTests(elements)),
]);

// In CI nothing may be left out quietly.
if (process.env['CI']) {
  total.failed += total.skipped;
  total.skipped = 0;
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
