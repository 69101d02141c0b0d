import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChrome } from './support/chrome.ts';

/**
 * Runs tests under a condition that no result may depend on, by
 * `npm run test:under -- CONDITION [COMMAND [WORD…]]`:
 *
 * - `busy`: beside six endless loops; without a command, `npm test` three times
 * - `one-core`: on the first core alone
 * - `noto`, `dejavu`: with these fonts alone
 * - `2028-02-29T22:50Z`, `+31d`: begun at this moment, or so much later (Debian's libfaketime)
 *
 * `npm run test:under -- +31d journeys orders` runs `npm run test:journeys -- orders` a month later.
 */
const [condition = '', command, ...words] = process.argv.slice(2);

interface Surroundings {
  /** What comes before the command that is run. */
  readonly before?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly loopsBeside?: number;
}

const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';
const DAY = 86_400;
const chrome = await findChrome();
const folder = mkdtempSync(join(tmpdir(), 'booking-under-'));

function surroundingsOf(name: string): Surroundings {
  if (name === 'busy') return { loopsBeside: 6 };
  if (name === 'one-core') return { before: ['taskset', '--cpu-list', '0'] };
  if (name === 'noto' || name === 'dejavu') return onlyFonts(`/usr/share/fonts/truetype/${name}`);
  const [, days] = /^\+(\d+)d$/.exec(name) ?? [];
  const seconds = days ? Number(days) * DAY : Math.round((Date.parse(name) - Date.now()) / 1000);
  if (!(seconds > 0)) throw new Error(`“${name}” is no condition: test/under.ts has them.`);
  return later(seconds);
}

function onlyFonts(fonts: string): Surroundings {
  requireInstalled(fonts);
  const FONTCONFIG_FILE = join(folder, 'fonts.conf');
  const text = `<fontconfig><dir>${fonts}</dir><cachedir>${folder}</cachedir></fontconfig>`;
  writeFileSync(FONTCONFIG_FILE, text);
  return { env: { FONTCONFIG_FILE } };
}

/**
 * An offset and no moment, so that processes which start later agree with those before them. Browsers
 * keep the day of the machine, because they hang with the library.
 */
function later(seconds: number): Surroundings {
  requireInstalled(FAKETIME);
  const CHROME_PATH = join(folder, 'chrome');
  writeFileSync(CHROME_PATH, `#!/bin/sh\nunset LD_PRELOAD\nexec ${chrome} "$@"\n`, { mode: 0o755 });
  const [LD_PRELOAD, FAKETIME_DONT_FAKE_MONOTONIC] = [FAKETIME, '1'];
  const clock = { LD_PRELOAD, FAKETIME: `+${seconds}`, FAKETIME_DONT_FAKE_MONOTONIC };
  return { env: { ...clock, CHROME_PATH } };
}

function requireInstalled(path: string): void {
  if (!existsSync(path)) throw new Error(`${path} is not installed.`);
}

const { before = [], env = {}, loopsBeside = 0 } = surroundingsOf(condition);
const script = command === undefined || command === 'test' ? 'test' : `test:${command}`;
const rounds = condition === 'busy' && command === undefined ? 3 : 1;

const loops: ChildProcess[] = [];
let tests: ChildProcess | undefined;
process.on('exit', () => {
  for (const loop of loops) loop.kill('SIGKILL');
  tests?.kill('SIGTERM');
  rmSync(folder, { recursive: true });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => process.exit(1));
}

/** A loop ends by itself when this process has ended for any reason. */
const endlessLoop = `
  const parent = process.ppid;
  while (process.ppid === parent) for (let count = 0; count < 1e8; count += 1);
`;
for (let count = 0; count < loopsBeside; count += 1) {
  loops.push(spawn(process.execPath, ['-e', endlessLoop], { stdio: 'ignore' }));
}

const total = { passed: 0, failed: 0 };
for (let round = 1; round <= rounds; round += 1) {
  console.log(`\n${script} ${words.join(' ')}, ${condition}, ${round} of ${rounds}`);
  const { passed, failed } = await runTests();
  total.passed += passed;
  total.failed += failed;
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);

function runTests(): Promise<typeof total> {
  const [program = '', ...given] = [...before, 'npm', 'run', '--silent', script, '--', ...words];
  const child = spawn(program, given, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
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
