import { relative } from 'node:path';
import { defaultReporter, startTestRunner, type TestRunnerPlugin } from '@web/test-runner';
import { chromeLauncher } from '@web/test-runner-chrome';
import { build } from 'vite';
import { chromeArguments, findChrome } from './chrome.ts';
import { zones, zonesOf } from './zones.ts';

export interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

/** Only what hangs takes so long, in milliseconds. */
const HANG = 120_000;

/** Runs the element tests in real browsers: one group per time zone, and one for the rest. */
export async function runElementTests(files: string[]): Promise<Count> {
  const executablePath = await findChrome();
  const chromeIn = (timezone: string) =>
    chromeLauncher({
      launchOptions: { executablePath, args: chromeArguments },
      async createPage({ context }) {
        const page = await context.newPage();
        await page.emulateTimezone(timezone);
        // A contrast that breathes would be judged by the moment of the audit.
        await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
        // Browsers side by side: each takes the keyboard to be its own.
        await page.emulateFocusedPage(true);
        return page;
      },
    });
  const groups = [...zones, 'UTC']
    .map((zone) => [zone, files.filter((file) => zonesOf(file).includes(zone))] as const)
    .filter(([, own]) => own.length > 0);
  const runner = await startTestRunner({
    readCliArgs: false,
    readFileConfig: false,
    autoExitProcess: false,
    config: {
      // Named in the groups alone, because files named beside them run once more, in no zone.
      groups: groups.map(([zone, own]) => ({
        name: zone,
        files: own,
        browsers: [chromeIn(zone)],
      })),
      plugins: [await bundle(files)],
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
  const passed = await new Promise<boolean>((resolve) => runner.on('stopped', resolve));
  const count: Count = { passed: 0, failed: 0, skipped: 0 };
  for (const session of runner.sessions.all()) {
    const suites = session.testResults ? [session.testResults] : [];
    for (let suite = suites.pop(); suite; suite = suites.pop()) {
      suites.push(...suite.suites);
      for (const test of suite.tests) {
        if (test.skipped) count.skipped += 1;
        else if (test.passed) count.passed += 1;
        else count.failed += 1;
      }
    }
  }
  // A file that could not be loaded has no tests to count.
  if (!passed && count.failed === 0) count.failed = 1;
  return count;
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
