import { relative, resolve } from 'node:path';
import {
  startTestRunner,
  type TestRunnerGroupConfig,
  type TestRunnerPlugin,
  type TestSession,
} from '@web/test-runner';
import { build, type Plugin } from 'vite';
import { compileSchemas } from '../../.config/vite/compile-schemas.ts';
import { type Count, noTests } from './count.ts';
import { elementReporter, quietLogger, testsOf } from './element-reporter.ts';
import {
  type ChromiumOnly,
  isListed,
  type Outcome,
  wronglyListed,
} from './engines/chromium-only.ts';
import type { Engine } from './engines/engine.ts';
import { freePorts } from './free-port.ts';
import { zones } from './zones.ts';

/** In milliseconds; only a test that hangs takes this long. */
const HANG = 120_000;

/**
 * A browser waits for frames and for the mouse half of the time, so several of them share the work,
 * as long as starting one takes less than its files.
 */
const FILES_PER_BROWSER = 20;

export interface ElementTestOptions {
  readonly plugins?: readonly TestRunnerPlugin[];
  /** Tests that are known to fail in this engine. */
  readonly listed?: readonly ChromiumOnly[];
  /** The time zones in which a file runs. */
  readonly zonesOf: (file: string) => readonly string[];
}

/** Runs the element tests in a real engine: one group per browser, each in one time zone. */
export async function runElementTests(
  files: string[],
  engine: Engine,
  { zonesOf, plugins = [], listed = [] }: ElementTestOptions,
): Promise<Count> {
  const groups: TestRunnerGroupConfig[] = [];
  for (const zone of zones) {
    const own = files.filter((file) => zonesOf(file).includes(zone));
    const browsers = Math.ceil(own.length / FILES_PER_BROWSER);
    for (let browser = 0; browser < browsers; browser += 1) {
      groups.push({
        name: `${zone} ${browser + 1}`,
        files: own.filter((_file, index) => index % browsers === browser),
        browsers: [await engine.launcher(zone)],
      });
    }
  }
  // Two runners that look for a port themselves at the same time find the same one.
  const [port = 0] = await freePorts(1);
  const runner = await startTestRunner({
    readCliArgs: false,
    readFileConfig: false,
    autoExitProcess: false,
    config: {
      // Files are named only in the groups, because `files` of the config would run again without a
      // zone.
      groups,
      port,
      plugins: [await bundle(files), pictures, ...(engine.plugins ?? []), ...plugins],
      testFramework: { config: { timeout: HANG } },
      browserStartTimeout: HANG,
      testsStartTimeout: HANG,
      // The limit for a whole file.
      testsFinishTimeout: 10 * HANG,
      reporters: [elementReporter(listed)],
      logger: quietLogger,
      concurrentBrowsers: groups.length,
      // One page per browser, because each needs the mouse and the keyboard.
      concurrency: 1,
    },
  });
  if (!runner) throw new Error('The element tests did not start.');
  await new Promise((resolve) => runner.on('stopped', resolve));
  return countResults([...runner.sessions.all()], files, listed);
}

/** Counts all tests except the listed ones; an entry that should not be listed counts as failed. */
function countResults(
  sessions: readonly TestSession[],
  files: readonly string[],
  listed: readonly ChromiumOnly[],
): Count {
  const count = noTests();
  const outcomes: Outcome[] = [];
  for (const session of sessions) {
    const file = relative('.', session.testFile);
    const tests = testsOf(session);
    // A file that could not be loaded has no tests, so the file itself is counted as failed.
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

/** Serves an empty picture of any size: `/pictures/9x90.svg`. */
const pictures: TestRunnerPlugin = {
  name: 'pictures',
  serve({ path }) {
    const [, width, height] = /^\/pictures\/(\d+)x(\d+)\.svg$/.exec(path) ?? [];
    if (!width) return undefined;
    const body = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`;
    return { body, type: 'svg' };
  },
};

const AXE = 'axe-core/axe.min.js';

/**
 * Serves each test file as one module with shared chunks. Unbundled, libraries such as date-fns
 * would be hundreds of modules to load for every page.
 */
async function bundle(files: string[]): Promise<TestRunnerPlugin> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [pageLog(files), compileSchemas()],
    build: {
      write: false,
      target: 'es2022',
      minify: false,
      // Separate files, because inline source maps would be loaded with every page, not only after
      // a failure.
      sourcemap: true,
      rolldownOptions: {
        input: files,
        // On a slow machine it warns of the time that plugins take.
        checks: { bundlerTimings: false },
        // package.json declares no side effects, but test modules have some.
        treeshake: false,
        // The runner's modules exist only on its server; axe is large and served unbundled.
        external: [/^\/__web-/, AXE],
        output: {
          entryFileNames: ({ facadeModuleId, name }) => relative('.', facadeModuleId ?? name),
          chunkFileNames: 'test/chunks/[name]-[hash].js',
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

/**
 * Every test file imports, last, what fails a test whose page logs something: so its hook comes
 * after the one that removes the test's elements.
 */
function pageLog(files: readonly string[]): Plugin {
  const hooks = JSON.stringify(resolve('test/support/page-log.ts'));
  const testFiles = new Set(files.map((file) => resolve(file)));
  return {
    name: 'page-log',
    // No line moves, so the source map stays as it is.
    transform: (code, id) =>
      testFiles.has(id) ? { code: `${code}\nimport ${hooks};`, map: null } : undefined,
  };
}
