import type { Asked } from './asked.ts';
import { keyOf, type Row } from './rows.ts';
import type { Traces } from './trace.ts';

/** What runs have shown, by the keys of rows. */
export interface Found {
  readonly traces: Traces;
  readonly proxy: Asked;
  readonly command: Asked;
  readonly visitors: Asked;
  readonly workbench: Asked;
}

/** Whether somebody besides developers has it. */
export function hasPlace(row: Row, { traces, ...asked }: Found): boolean {
  const key = keyOf(row);
  return traces.has(key) || Object.values(asked).some((by) => by.has(key));
}

/** Why nobody else has some of it. A key may end with `*`. */
export interface Reason {
  readonly why: string;
  readonly keys: readonly string[];
}

/** Rows with neither a place nor a reason, and reasons for what has a place, or is no row. */
export function faultsOf(rows: readonly Row[], found: Found, reasons: readonly Reason[]): string[] {
  const patterns = reasons.flatMap(({ keys }) => keys);
  const faults = rows.flatMap((row) => {
    const key = keyOf(row);
    const given = patterns.filter((pattern) => covers(pattern, key)).length;
    if (hasPlace(row, found)) return given > 0 ? [`${key} has a place, and a reason`] : [];
    if (given === 0) return [`${key} has neither a place nor a reason`];
    return given > 1 ? [`${key} has several reasons`] : [];
  });
  const strays = patterns.filter((pattern) => !rows.some((row) => covers(pattern, keyOf(row))));
  return [...faults, ...strays.map((key) => `${key} has a reason, and is no row`)];
}

export function reasonOf(row: Row, reasons: readonly Reason[]): string {
  const found = reasons.find(({ keys }) => keys.some((pattern) => covers(pattern, keyOf(row))));
  return found?.why ?? '';
}

function covers(pattern: string, key: string): boolean {
  return pattern.endsWith('*') ? key.startsWith(pattern.slice(0, -1)) : pattern === key;
}
