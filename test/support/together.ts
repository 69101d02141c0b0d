import { resolve } from 'node:path';

/** Runs files of tests in one process, one after the other as they are named. */
for (const file of process.argv.slice(2)) await import(resolve(file));
