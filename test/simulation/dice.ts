import { createRandom } from '../../demo/sandbox/world/random.ts';

/** The random numbers of one story. The same seed gives the same numbers. */
export interface Dice {
  /** True with this probability. */
  chance(probability: number): boolean;
  between(least: number, most: number): number;
  /** A delay: mostly about `usual`, rarely up to `most`. */
  delay(usual: number, most: number): number;
  pick<T>(choices: readonly T[]): T;
  /** One of the names, each as often as its weight. */
  weighted<T extends string>(weights: Readonly<Record<T, number>>): T;
}

export function createDice(seed: string): Dice {
  const random = createRandom(seed);
  const chance = (probability: number) => random() < probability;
  const between = (least: number, most: number) => least + random() * (most - least);

  return {
    chance,
    between,
    delay: (usual, most) => (chance(0.8) ? between(0, usual) : between(usual, most)),
    pick: (choices) => choices[Math.floor(random() * choices.length)] as (typeof choices)[number],

    weighted(weights) {
      const entries = Object.entries(weights) as [keyof typeof weights, number][];
      let rest = random() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [name, weight] of entries) {
        rest -= weight;
        if (rest < 0) return name;
      }
      return (entries.at(-1) as (typeof entries)[number])[0];
    },
  };
}
