import { type Story, type StoryOptions, tellStory } from './story.ts';

/** The outcomes of many orders. */
export interface Summary {
  readonly stories: number;
  /** The number of orders by verdict and by what the customer was told. */
  readonly counts: Readonly<Record<string, number>>;
  /** The number of orders that met each hostility. */
  readonly met: Readonly<Record<string, number>>;
  /** The first stories that went wrong. */
  readonly wrong: readonly (Story & { readonly seed: string })[];
}

interface SimulateOptions extends StoryOptions {
  readonly seed: string;
  readonly first?: number;
  readonly stories: number;
  /** Stops after the first story that went wrong. */
  readonly untilWrong?: boolean;
}

/** Stories that run in one turn of the event loop. */
const AT_ONCE = 5;
const MOST_WRONG = 10;

/** Simulates the stories `first` to `first + stories` of a seed. Each has its own seed. */
export async function simulate({
  seed,
  first = 0,
  stories,
  untilWrong = false,
  ...options
}: SimulateOptions): Promise<Summary> {
  const counts: Record<string, number> = {};
  const met: Record<string, number> = {};
  const wrong: (Story & { seed: string })[] = [];
  let told = 0;
  while (told < stories && !(untilWrong && wrong.length > 0)) {
    const size = Math.min(AT_ONCE, stories - told);
    const seeds = Array.from({ length: size }, (_, index) => `${seed}/${first + told + index}`);
    const batch = await Promise.all(seeds.map((one) => tellStory(one, options)));
    told += size;
    batch.forEach((story, index) => {
      const name = `${story.verdict}: ${story.state ?? 'unrecorded'}, told ${story.told}`;
      counts[name] = (counts[name] ?? 0) + 1;
      for (const hostility of story.met) met[hostility] = (met[hostility] ?? 0) + 1;
      if (story.verdict === 'right' || wrong.length === MOST_WRONG) return;
      wrong.push({ ...story, seed: seeds[index] ?? '' });
    });
  }
  return { stories: told, counts, met, wrong };
}

export function countWrong({ counts }: Summary): number {
  const wrong = Object.entries(counts).filter(([name]) => !name.startsWith('right'));
  return wrong.reduce((sum, [, count]) => sum + count, 0);
}
