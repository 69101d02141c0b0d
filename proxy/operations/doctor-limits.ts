import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { DAY } from '#contract/milliseconds';
import * as timeLimits from '../time-limits.ts';

/**
 * A line for each time limit: its name, its value with the unit, and its doc comment, so that
 * operators and developers read the same sentence. The compiler keeps the comments.
 */
export function describeLimits(): string[] {
  const file = new URL(`../time-limits${extname(import.meta.url)}`, import.meta.url);
  const constants = /\/\*\*((?:(?!\*\/)[^])*)\*\/\s*export const (\w+)/g;
  return [...readFileSync(file, 'utf8').matchAll(constants)].map(([, comment = '', name = '']) => {
    const what = comment.replaceAll(/\s+(\* )?/g, ' ').trim();
    return `${name.padEnd(26)}${valueOf(name).padEnd(16)}${what}`;
  });
}

function valueOf(name: string): string {
  const value = timeLimits[name as keyof typeof timeLimits];
  if (typeof value === 'function') throw new TypeError(`${name} is no time limit`);
  return [value].flat().map(withUnit).join(', ');
}

function withUnit(milliseconds: number): string {
  return milliseconds < DAY ? `${milliseconds / 1000} s` : `${milliseconds / DAY} days`;
}
