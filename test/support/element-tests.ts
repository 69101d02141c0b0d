import { relative } from 'node:path';
import {
  defaultReporter,
  startTestRunner,
  type TestRunnerGroupConfig,
  type TestResult,
  type TestRunnerPlugin,
  type TestSession,
} from '@web/test-runner';
import { build } from 'vite';
import {
  isListed,
  wronglyListed,
  type ChromiumOnly,
  type Outcome,
} from './engines/chromium-only.ts';
import type { Engine } from './engines/engine.ts';
import { zones } from './zones.ts';

export interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

/** Only what hangs takes so long, in milliseconds. */
const HANG = 120_000;

export interface ElementTestOptions {
  readonly plugins?: readonly TestRunnerPlugin[];
  /** Tests that this engine is known not to pass. */
  readonly listed?: readonly ChromiumOnly[];
  /** In which of the time zones a file is run. */
  readonly zonesOf: (file: string) => readonly string[];
}

/** Runs the element tests in a real engine: one group per time zone. */
export async function runElementTests(
  files: string[],
  engine: Engine,
  { zonesOf, plugins = [], listed = [] }: ElementTestOptions,
): Promise<Count> {
  const groups: TestRunnerGroupConfig[] = [];
  for (const zone of zones) {
    const own = files.filter((file) => zonesOf(file).includes(zone));
    if (own.length === 0) continue;
    groups.push({ name: zone, files: own, browsers: [await engine.launcher(zone)] });
  }
  const runner = await startTestRunner({
    readCliArgs: false,
    readFileConfig: false,
    autoExitProcess: false,
    config: {
      // Named in the groups alone, because files named beside them run once more, in no zone.
      groups,
      plugins: [await bundle(files), ...plugins],
      testFramework: { config: { timeout: HANG } },
      browserStartTimeout: HANG,
      testsStartTimeout: HANG,
      // Of a whole file.
      testsFinishTimeout: 10 * HANG,
      reporters: [defaultReporter({ reportTestProgress: process.stdout.isTTY === true })],
      concurrentBrowsers: groups.length,
      // One page per browser, so that each has the mouse and the keyboard.
      concurrency: 1,
    },
  });
  if (!runner) throw new Error('The element tests did not start.');
  await new Promise((resolve) => runner.on('stopped', resolve));

  const count: Count = { passed: 0, failed: 0, skipped: 0 };
  const outcomes: Outcome[] = [];
  for (const session of runner.sessions.all()) {
    const file = relative('.', session.testFile);
    const tests = testsOf(session);
    // A file that could not be loaded has no tests to count.
    const areFine = tests.every(({ passed, skipped }) => passed || skipped);
    if (!session.passed && areFine) count.failed += 1;
    for (const { name: test, passed, skipped } of tests) {
      const outcome = { file, test, passed };
      outcomes.push(outcome);
      if (isListed(listed, outcome)) continue;
      if (skipped) count.skipped += 1;
      else if (passed) count.passed += 1;
      else count.failed += 1;
    }
  }
  for (const fault of wronglyListed(listed, files, outcomes)) {
    console.log(`\n✗ ${fault} Take it off the list.`);
    count.failed += 1;
  }
  return count;
}

function testsOf({ testResults }: TestSession): TestResult[] {
  const suites = testResults ? [testResults] : [];
  const tests: TestResult[] = [];
  for (let suite = suites.pop(); suite; suite = suites.pop()) {
    suites.push(...suite.suites);
    tests.push(...suite.tests);
  }
  return tests;
}

const AXE = 'axe-core/axe.min.js';

/**
 * Serves each test file as one module with chunks that it shares with others. Left as they are,
 * date-fns and its like are hundreds of modules to load for every page.
 */
async function bundle(files: string[]): Promise<TestRunnerPlugin> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      minify: false,
      // Inside the modules, they would be read with every page and not only where a test fails.
      sourcemap: true,
      rolldownOptions: {
        input: files,
        // The package says that its modules do nothing on their own; those of the tests do.
        treeshake: false,
        // The runner's own modules are there only when it serves; axe is large and served as it is.
        external: [/^\/__web-/, AXE],
        output: {
          entryFileNames: ({ facadeModuleId, name }) => relative('.', facadeModuleId ?? name),
          chunkFileNames: 'test/elements/chunks/[name]-[hash].js',
          paths: { [AXE]: `/node_modules/${AXE}` },
        },
      },
    },
  });
  const codes = new Map<string, string>();
  for (const { output } of [result].flat().filter((built) => 'output' in built)) {
    for (const file of output) {
      codes.set(`/${file.fileName}`, file.type === 'chunk' ? file.code : String(file.source));
    }
  }
  return {
    name: 'bundle',
    serve({ path }) {
      const body = codes.get(path);
      return body === undefined ? undefined : { body, type: 'js' };
    },
  };
}
