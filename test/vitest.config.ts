import './support/production.ts';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { HOUR } from '#contract/milliseconds';
import { compileSchemas } from '../.config/vite/compile-schemas.ts';
import { filesBelow } from './support/files.ts';
import { inZones, zones } from './support/zones.ts';

const all = filesBelow('test', '.test.ts');

/**
 * Node's tests and the journeys: `test/run.ts` chooses the files. A file named `….zones.test.ts`
 * runs in several time zones, any other one in UTC.
 */
export default defineConfig({
  plugins: [compileSchemas()],
  test: {
    pool: 'forks',
    // Files share the processes of their time zone: loading the modules anew takes longer than most
    // files do.
    isolate: false,
    maxWorkers: availableParallelism() + 1,
    // Only a test that hangs takes this long. A limit that a busy machine exceeds would be a result
    // that depends on the machine.
    testTimeout: HOUR / 6,
    hookTimeout: HOUR / 6,
    silent: 'passed-only',
    setupFiles: ['test/support/refuse-output.ts', 'test/support/setup.ts'],
    execArgv: [
      // Node 20 warns of its own timers for tests.
      '--disable-warning=ExperimentalWarning',
    ],
    // Two host pages at the same time.
    maxConcurrency: 2,
    projects: [
      {
        extends: true,
        test: { name: 'UTC', include: all.filter((file) => !inZones(file)), env: { TZ: 'UTC' } },
      },
      ...zones.map((zone) => ({
        extends: true as const,
        test: { name: zone, include: all.filter(inZones), env: { TZ: zone } },
      })),
    ],
  },
});
