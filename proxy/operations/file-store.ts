import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { wait } from '../clock.ts';
import type { ApiStore } from '../platform/index.ts';

type Entries = Record<string, { readonly value: string; readonly version: number }>;

const LOCK_PAUSE = 20;
/** A lock as old as this has lost its process. */
const STALE_LOCK = 5_000;

/**
 * The token and the count of calls in one small file, for a command that is run now and then by
 * several people's shells.
 */
export function createFileStore(path: string): ApiStore {
  const lock = `${path}.lock`;

  async function load(): Promise<Entries> {
    try {
      return JSON.parse(await readFile(path, 'utf8')) as Entries;
    } catch (error) {
      if ((error as { readonly code?: string }).code === 'ENOENT') return {};
      throw error;
    }
  }

  /** One writer at a time, of all processes. */
  async function locked<T>(task: () => Promise<T>): Promise<T> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    while (!(await take())) await wait(LOCK_PAUSE);
    try {
      return await task();
    } finally {
      await rm(lock, { force: true });
    }
  }

  async function take(): Promise<boolean> {
    try {
      await (await open(lock, 'wx')).close();
      return true;
    } catch (error) {
      if ((error as { readonly code?: string }).code !== 'EEXIST') throw error;
      const since = (await stat(lock).catch(() => undefined))?.mtimeMs ?? Date.now();
      if (Date.now() - since > STALE_LOCK) await rm(lock, { force: true });
      return false;
    }
  }

  return {
    get: async (key) => (await load())[key],

    put: (key, value, expectedVersion) =>
      locked(async () => {
        const entries = await load();
        const version = entries[key]?.version ?? 0;
        if (version !== expectedVersion) return undefined;
        const next = { ...entries, [key]: { value, version: version + 1 } };
        // Replaced as a whole, so that nobody reads half of it.
        await writeFile(`${path}.new`, JSON.stringify(next), { mode: 0o600 });
        await rename(`${path}.new`, path);
        return version + 1;
      }),
  };
}
