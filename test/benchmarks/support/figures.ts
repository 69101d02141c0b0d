export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The smallest value that this fraction of all values does not exceed. */
export function quantile(values: readonly number[], fraction: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * fraction) - 1)] ?? 0;
}

/** A row of a table: its name, then its figures, each padded to its heading. */
export function row(name: string, ...figures: readonly string[]): string {
  return `  ${name.padEnd(46)}${figures.map((figure) => figure.padStart(13)).join('')}`;
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}

export function milliseconds(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 0)} ms`;
}
