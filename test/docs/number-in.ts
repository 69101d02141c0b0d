import { readFileSync } from 'node:fs';

/**
 * The number that a file gives a name: `const LIMIT = 30`, `chrome: 105`, `port('PORT', 80)`; or
 * the first group of a pattern.
 */
export function numberIn(file: string, name: string | RegExp): number {
  const pattern = typeof name === 'string' ? new RegExp(`\\b${name}(?: =|:|',) ([\\d_.]+)`) : name;
  const found = pattern.exec(readFileSync(file, 'utf8'));
  if (!found?.[1]) throw new Error(`${file} has no number ${String(name)}.`);
  return Number(found[1].replaceAll('_', ''));
}

export const grouped = (value: number) => value.toLocaleString('en');
