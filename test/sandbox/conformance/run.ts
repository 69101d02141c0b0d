import { readdirSync } from 'node:fs';

/**
 * The whole suite in one process, so that it asks for one token: for a platform by network (see
 * `platform.ts`).
 */
const here = new URL('./', import.meta.url);
for (const name of readdirSync(here).sort()) {
  if (name.endsWith('.test.ts')) await import(new URL(name, here).href);
}
