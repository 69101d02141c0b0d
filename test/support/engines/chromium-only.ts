/** A test of an element that other engines cannot pass, because of what they or their drivers lack. */
export interface ChromiumOnly {
  readonly file: string;
  readonly test: string;
  readonly because: string;
  /** The only engine that cannot pass it; by default all others than Chromium. */
  readonly engine?: string;
}

/**
 * The list of these tests. Tests that emulate a medium (forced colours, print) belong here, but not
 * those that use the mouse or keys, which are real in every engine. Listed tests still run, so that
 * one that passes is reported.
 */
const withoutTree = [
  'has a space between the words of every name, on every screen',
  'says no sign that only decorates',
].map((test) => ({
  file: 'test/shell/booking-widget-names.test.ts',
  test,
  because: 'only the driver of Chromium gives its accessibility tree',
}));

const snappedTooFar = [71, 80, 110, 122].map((width) => ({
  file: 'test/elements/parts/day-strip.test.ts',
  test: `shows a day whole that was chosen where it is cut off, in rtl, ${width} px wide`,
  because: 'WebKit snaps a row from right to left 9 px further than it was scrolled',
  engine: 'WebKit',
}));

const underBars: ChromiumOnly = {
  file: 'test/support/press-point.test.ts',
  test: 'scrolls all that cuts the element off, in both directions',
  because: 'WebKit leaves what it scrolls into view under the bars of a box that scrolls both ways',
  engine: 'WebKit',
};

export const chromiumOnly: readonly ChromiumOnly[] = [...withoutTree, ...snappedTooFar, underBars];

/** What an engine cannot pass. */
export const listedFor = (name: string) =>
  chromiumOnly.filter(({ engine = name }) => engine === name);

export interface Outcome {
  readonly file: string;
  readonly test: string;
  readonly passed: boolean;
}

/** Entries to remove from the list: tests that pass, and tests that do not exist. */
export function wronglyListed(
  list: readonly ChromiumOnly[],
  files: readonly string[],
  outcomes: readonly Outcome[],
): string[] {
  return list
    .filter(({ file }) => files.includes(file))
    .flatMap((entry) => {
      const own = outcomes.filter((outcome) => isSameTest(outcome, entry));
      if (own.length === 0) return [`${entry.file} has no test “${entry.test}”.`];
      return own.some(({ passed }) => passed) ? [`“${entry.test}” passes here too.`] : [];
    });
}

export function isListed(list: readonly ChromiumOnly[], outcome: Outcome): boolean {
  return list.some((entry) => isSameTest(outcome, entry));
}

function isSameTest(
  one: Pick<Outcome, 'file' | 'test'>,
  other: Pick<Outcome, 'file' | 'test'>,
): boolean {
  return one.file === other.file && one.test === other.test;
}
