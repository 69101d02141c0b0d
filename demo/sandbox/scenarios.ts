import { berlin } from './catalogue/berlin.ts';
import { HUGE_DAYS, hugeVendors } from './catalogue/huge.ts';
import { kyoto } from './catalogue/kyoto.ts';
import { lisbon } from './catalogue/lisbon.ts';
import type { EventData, VendorData, World } from './catalogue/types.ts';
import { unusualVendors } from './catalogue/unusual.ts';
import type { FaultsInput } from './faults/fault.ts';

const YEAR = 365;

export interface Opening {
  /** For people: what is the matter with this world. */
  readonly about: string;
  readonly world: World;
  readonly faults: FaultsInput['faults'];
}

const cities: readonly VendorData[] = [berlin, lisbon, kyoto];

/** Named worlds, made when they are asked for. */
export const scenarios = {
  calm: () => ({
    about: 'three cities on a usual day',
    world: { seed: 'calm', days: YEAR, vendors: cities },
    faults: [],
  }),
  busy: () => ({
    about: 'the same three cities, with few places and many dates sold out',
    world: { seed: 'busy', days: YEAR, vendors: withEvents(crowd) },
    faults: [],
  }),
  'request-only': () => ({
    about: 'the same three cities, where vendors accept every order themselves',
    world: {
      seed: 'request-only',
      days: YEAR,
      vendors: withEvents((event) => ({ ...event, type: 'REQUEST' })),
    },
    faults: [],
  }),
  huge: () => ({
    about: '2,000 events with 200,000 dates',
    world: { seed: 'huge', days: HUGE_DAYS, vendors: hugeVendors() },
    faults: [],
  }),
  unusual: () => ({
    about: 'texts, prices, currencies and nights at the edges of what is allowed',
    world: { seed: 'unusual', days: YEAR, vendors: unusualVendors },
    faults: [],
  }),
  down: () => ({
    about: 'the three cities, but the platform answers 503 to everything',
    world: { seed: 'calm', days: YEAR, vendors: cities },
    faults: [{ kind: 'error-before', status: 503 }],
  }),
} as const satisfies Record<string, () => Opening>;

export type Scenario = keyof typeof scenarios;

export function isScenario(name: string): name is Scenario {
  return Object.hasOwn(scenarios, name);
}

function withEvents(change: (event: EventData) => EventData): VendorData[] {
  return cities.map((vendor) => ({ ...vendor, events: vendor.events.map(change) }));
}

/** Smaller groups, and more people who want to come than there are places. */
function crowd(event: EventData): EventData {
  const max_participants = Math.max(event.min_participants, Math.ceil(event.max_participants / 3));
  const usual = event.demand.usual === 1 ? 1 : 1 + event.demand.usual;
  return { ...event, max_participants, demand: { ...event.demand, usual } };
}
