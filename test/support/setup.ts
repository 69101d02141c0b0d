import { relative } from 'node:path';
import { mock } from 'node:test';
import fc from 'fast-check';
import { afterEach, beforeAll, expect } from 'vitest';

// A fixed seed, so that a failure is caused by the current change.
fc.configureGlobal({ seed: Number(process.env['SEED'] ?? 1) });

// By its title, a process is known for the file that it runs: in `ps`, and in the CPU figures.
beforeAll(() => {
  process.title = relative('.', expect.getState().testPath ?? '');
});

afterEach(() => mock.reset());
