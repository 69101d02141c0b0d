import { median, milliseconds, quantile } from '../support/figures.ts';
import type { Loops } from '../support/loops.ts';

/** What one visit measured, by the name of the figure: milliseconds, or a layout shift. */
export type Sample = ReadonlyMap<string, number>;

/** The same visit to both builds, one right after the other. */
export interface Pair {
  readonly before: Sample;
  readonly now: Sample;
  /** And to the earlier build once more, to see by how much equal builds differ. */
  readonly again: Sample | undefined;
}

interface PairsOptions {
  /** The name of the earlier build. */
  readonly before: string;
  readonly loops: Loops;
  /** The figure by which the others are divided too. */
  readonly reference?: string | undefined;
  /** Figures whose medians are both smaller are not printed. */
  readonly least?: number | undefined;
}

/** Prints the medians of both builds and of the ratios of pairs, and how far the ratios scatter. */
export function printPairs(
  title: string,
  pairs: readonly Pair[],
  { before, loops, reference, least = 0 }: PairsOptions,
): void {
  const equal = pairs.flatMap((pair) => (pair.again ? [{ ...pair, now: pair.again }] : []));
  console.log(`\n${title}: ${pairs.length} pairs, ${equal.length} of equal builds`);
  const ofReference = reference === undefined ? [] : [`of ${reference}`];
  console.log(cells('', before, 'now', 'ratio', 'equal builds', 'in loops', ...ofReference));
  for (const name of namesIn(pairs)) {
    const [earlier, later] = [valuesOf(pairs, 'before', name), valuesOf(pairs, 'now', name)];
    if (earlier.length === 0 || later.length === 0) {
      console.log(cells(name, ...[earlier, later].map((values) => text(name, values))));
      continue;
    }
    if (Math.max(median(earlier), median(later)) < least) continue;
    const both = (show: (value: number) => string) =>
      [earlier, later].map((values) => show(median(values))).join(' → ');
    console.log(
      cells(
        name,
        text(name, earlier),
        text(name, later),
        spread(ratiosOf(pairs, name)),
        spread(ratiosOf(equal, name)),
        isTime(name) ? both(loops.in) : '',
        ...(reference === undefined ? [] : [ofOther(pairs, name, reference)]),
      ),
    );
  }
}

function namesIn(pairs: readonly Pair[]): Set<string> {
  return new Set(pairs.flatMap(({ before, now }) => [...before.keys(), ...now.keys()]));
}

function valuesOf(pairs: readonly Pair[], build: 'before' | 'now', name: string): number[] {
  return pairs.flatMap((pair) => pair[build].get(name) ?? []);
}

function ratiosOf(pairs: readonly Pair[], name: string): number[] {
  return pairs.flatMap(({ before, now }) => {
    const [earlier, later] = [before.get(name), now.get(name)];
    if (earlier === undefined || later === undefined) return [];
    // Long tasks and shifts may be none at all.
    return earlier === later ? 1 : later / earlier;
  });
}

/** Each build's own visits divide its figure. */
function ofOther(pairs: readonly Pair[], name: string, reference: string): string {
  const of = (build: 'before' | 'now') => {
    const ratio = median(valuesOf(pairs, build, name)) / median(valuesOf(pairs, build, reference));
    return ratio.toFixed(2);
  };
  return `${of('before')} → ${of('now')}`;
}

/** The median, and the half of the ratios that lies around it. */
function spread(ratios: readonly number[]): string {
  if (ratios.length === 0) return 'none';
  const [low, middle, high] = [0.25, 0.5, 0.75].map((part) => quantile(ratios, part).toFixed(2));
  return `${middle} (${low} to ${high})`;
}

const isTime = (name: string) => !name.endsWith('shift');

function text(name: string, values: readonly number[]): string {
  if (values.length === 0) return 'has none';
  return isTime(name) ? milliseconds(median(values)) : median(values).toFixed(3);
}

const WIDTHS = [12, 12, 22, 22, 18, 18];

function cells(name: string, ...figures: readonly string[]): string {
  const padded = figures.map((figure, column) => figure.padStart(WIDTHS[column] ?? 0));
  return `  ${name.padEnd(42)}${padded.join('')}`;
}
