/** A small error in one file, which the tests have to notice. */
export interface Mutant {
  readonly file: string;
  /** What a customer, reseller, vendor or operator would suffer. */
  readonly title: string;
  /** Occurs once in the file, and is replaced by `to`. */
  readonly from: string;
  readonly to: string;
  /** The tests that ought to fail: those whose path contains one of these words. */
  readonly tests: readonly string[];
}

/**
 * A file's source with the error. A mutant that no longer fits its file is an error itself, so that
 * none passes unnoticed as killed or survived.
 */
export function mutate(source: string, { file, title, from, to }: Mutant): string {
  const [before, after, ...more] = source.split(from);
  if (before === undefined || after === undefined || more.length > 0) {
    const count = source.split(from).length - 1;
    throw new Error(`${file}: “${from}” occurs ${count} times instead of once (${title})`);
  }
  return before + to + after;
}

export function testsOf({ tests }: Mutant, allFiles: readonly string[]): string[] {
  return allFiles.filter((file) => tests.some((word) => file.includes(word)));
}
