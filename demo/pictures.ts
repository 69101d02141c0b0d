import { type Scenario, scenarios } from './sandbox/scenarios.ts';
import { eventId } from './sandbox/world/seed/create-world.ts';

/** Picture files by the key of their event. Other events have no picture. */
const files: Readonly<Record<string, string>> = {
  kayak: 'water.svg',
  'lantern-walk': 'night.svg',
  sourdough: 'bread.svg',
  'wall-by-bike': 'bicycle.svg',
  'rooftop-bees': 'bees.svg',
  tiles: 'tiles.svg',
  tascas: 'tram.svg',
  surf: 'surf.svg',
  fado: 'candle.svg',
  sail: 'sail.svg',
  tea: 'tea.svg',
  bamboo: 'bamboo.svg',
  knife: 'forge.svg',
  indigo: 'indigo.svg',
  'bath-house': 'bath.svg',
};

/** The `images` of the demo shop's site, which its page serves. */
export function picturesOf(scenario: Scenario, page: string): Record<string, string[]> {
  const { seed } = scenarios[scenario]().data;
  return Object.fromEntries(
    Object.entries(files).map(([key, file]) => [eventId(seed, key), [`${page}/pictures/${file}`]]),
  );
}
