import { type Column, toCsv } from './csv.ts';

/** Arguments that a command does not know, or a file that it cannot use. */
export class WrongUse extends Error {
  override readonly name = 'WrongUse';
}

/** How a list is written: as a table, unless the operator says so. */
export interface ListFormat {
  readonly csv?: boolean | undefined;
  readonly json?: boolean | undefined;
}

export function formatList<Item>(
  columns: readonly Column<Item>[],
  items: readonly Item[],
  { csv, json }: ListFormat,
): string {
  if (json) return toJson(items);
  return csv ? toCsv(columns, items) : toTable(columns, items);
}

export function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function toTable<Item>(columns: readonly Column<Item>[], items: readonly Item[]): string {
  const rows = [
    columns.map(({ name }) => name),
    ...items.map((item) => columns.map(({ value }) => String(value(item) ?? ''))),
  ];
  const widths = columns.map((_, index) =>
    rows.reduce((width, row) => Math.max(width, row[index]?.length ?? 0), 0),
  );
  return rows
    .map((row) => row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  '))
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

/** A time in UTC; a day begins at midnight. @throws {WrongUse} */
export function sinceTime(since: string): string {
  const time = /^\d{4}-\d\d-\d\d$/.test(since) ? `${since}T00:00:00Z` : since;
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(time)) {
    throw new WrongUse(`--since is no time: ${since}`);
  }
  return time;
}
