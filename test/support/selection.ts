import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';

/** What a command's arguments select: words, and `--sample 12 --seed 7`. */
export interface Selection {
  readonly words: readonly string[];
  /** So many as `--sample` says, or `most`, chosen by the seed; all of them without it. */
  sample<T>(all: readonly T[], nameOf: (one: T) => string, most?: number): T[];
}

/** @throws {Error} for an option that it does not know */
export function readSelection(given: readonly string[]): Selection {
  const { positionals: words, values } = parseArgs({
    args: [...given],
    allowPositionals: true,
    options: { sample: { type: 'string' }, seed: { type: 'string', default: '1' } },
  });
  const { sample, seed } = values;
  const size = sample === undefined ? Infinity : Number(sample);
  if (!(size >= 1)) throw new Error(`--sample takes a number from 1, not ${sample}.`);

  return {
    words,
    sample(all, nameOf, most = size) {
      if (all.length <= most) return [...all];
      console.log(`A sample of ${most} of ${all.length} by seed ${seed}`);
      const ranked = all.map((one) => ({ one, rank: rankOf(nameOf(one), seed) }));
      ranked.sort((first, second) => first.rank.localeCompare(second.rank));
      return ranked.slice(0, most).map(({ one }) => one);
    },
  };
}

/** By name, so that a file which is added does not change which of the others are chosen. */
function rankOf(name: string, seed: string): string {
  return createHash('sha256').update(`${seed} ${name}`).digest('hex');
}
