/** One column of a list: its head, and the value of an item. */
export interface Column<Item> {
  readonly name: string;
  readonly value: (item: Item) => string | number | undefined;
}

/** A spreadsheet takes a cell that begins so for a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^[+-]?\d+(\.\d+)?$/;

/**
 * A list as CSV (RFC 4180). What customers type may begin like a formula, which a spreadsheet would
 * run, so such a text begins with an apostrophe.
 */
export function toCsv<Item>(columns: readonly Column<Item>[], items: readonly Item[]): string {
  const head = columns.map(({ name }) => toCell(name));
  const rows = items.map((item) => columns.map(({ value }) => toCell(value(item))));
  return [head, ...rows].map((cells) => `${cells.join(',')}\r\n`).join('');
}

function toCell(value: string | number | undefined): string {
  const text = String(value ?? '');
  const harmless = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
