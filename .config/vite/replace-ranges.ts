export interface Replacement {
  start: number;
  end: number;
  text: string;
}

export function replaceRanges(code: string, replacements: Replacement[]): string {
  // From the end, so that what is before stays where it is.
  const fromTheEnd = replacements.toSorted((one, other) => other.start - one.start);
  return fromTheEnd.reduce(
    (result, { start, end, text }) => result.slice(0, start) + text + result.slice(end),
    code,
  );
}
