export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The smallest value that this share of all values does not exceed. */
export function quantile(values: readonly number[], fraction: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * fraction) - 1)] ?? 0;
}

/** A line of a table: what it is about, then its figures, each as wide as its heading at least. */
export function row(name: string, ...figures: readonly string[]): string {
  return `  ${name.padEnd(46)}${figures.map((figure) => figure.padStart(13)).join('')}`;
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}

export function milliseconds(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 0)} ms`;
}
