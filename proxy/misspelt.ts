import { ConfigError } from './config-error.ts';

/** Shorter names may resemble those of other programs. */
const SHORTEST = 8;
const MOST_EDITS = 2;

/** @throws {ConfigError} for a name that is nearly a known one, and would have no effect */
export function refuseMisspelt(names: readonly string[], known: readonly string[]): void {
  const long = known.filter(({ length }) => length >= SHORTEST);
  for (const name of names) {
    const meant = long.find((one) => isWithin(MOST_EDITS, name, one));
    if (meant === undefined || known.includes(name)) continue;
    throw new ConfigError(
      `${name} is wrong: there is no such variable; call it ${meant}, or leave it out`,
    );
  }
}

/** Whether one becomes the other by so many letters that are added, left out or replaced. */
function isWithin(edits: number, one: string, other: string): boolean {
  if (one === other) return true;
  if (edits === 0 || Math.abs(one.length - other.length) > edits) return false;
  const same = [...one].findIndex((letter, index) => letter !== other[index]);
  const start = same < 0 ? one.length : same;
  const [restOfOne, restOfOther] = [one.slice(start), other.slice(start)];
  return (
    isWithin(edits - 1, restOfOne.slice(1), restOfOther) ||
    isWithin(edits - 1, restOfOne, restOfOther.slice(1)) ||
    isWithin(edits - 1, restOfOne.slice(1), restOfOther.slice(1))
  );
}
