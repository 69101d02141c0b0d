/** Named worlds. The seed decides every id, slot and stock of a world, together with the day on which it is opened. */
export const scenarios = {
  calm: { seed: 'calm' },
} as const;

export type Scenario = keyof typeof scenarios;

export function isScenario(name: string): name is Scenario {
  return Object.hasOwn(scenarios, name);
}
