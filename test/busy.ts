import { spawn, type ChildProcess } from 'node:child_process';

/**
 * Runs tests while six endless loops occupy the cores, because no result may depend on how busy the
 * machine is: `npm test` three times, or another command once: `npm run test:busy -- engines short`.
 */
const LOOPS = 6;
const [command, ...options] = process.argv.slice(2);
const rounds = command === undefined ? 3 : 1;
const script = command === undefined ? 'test' : `test:${command}`;

const loops: ChildProcess[] = [];
let tests: ChildProcess | undefined;

function endAll(): void {
  for (const loop of loops) loop.kill('SIGKILL');
  tests?.kill('SIGTERM');
}
process.on('exit', endAll);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => process.exit(1));
}

/** A loop ends by itself when this process has ended for any reason. */
const loop = `
  const parent = process.ppid;
  while (process.ppid === parent) for (let count = 0; count < 1e8; count += 1);
`;
for (let count = 0; count < LOOPS; count += 1) {
  loops.push(spawn(process.execPath, ['-e', loop], { stdio: 'ignore' }));
}

const total = { passed: 0, failed: 0 };
for (let round = 1; round <= rounds; round += 1) {
  console.log(`\n${script}, ${round} of ${rounds}`);
  const { passed, failed } = await runTests();
  total.passed += passed;
  total.failed += failed;
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);

function runTests(): Promise<typeof total> {
  const child = spawn('npm', ['run', '--silent', script, '--', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  tests = child;
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    process.stdout.write(chunk);
    output = (output + chunk.toString()).slice(-200);
  });
  return new Promise((resolve) => {
    child.on('close', (code) => {
      const [, passed, failed] = /(\d+) passed, (\d+) failed\s*$/.exec(output) ?? [];
      const isLost = failed === undefined || (code !== 0 && failed === '0');
      resolve({ passed: Number(passed ?? 0), failed: isLost ? 1 : Number(failed) });
    });
  });
}
