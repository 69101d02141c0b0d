import type { FaultsInput } from './faults/fault.ts';
import { ODD_IDS } from './world/ids.ts';
import { berlin } from './world/seed/berlin.ts';
import { HUGE_DAYS, hugeVendors } from './world/seed/huge.ts';
import { kyoto } from './world/seed/kyoto.ts';
import { lisbon } from './world/seed/lisbon.ts';
import type { EventData, VendorData, WorldData } from './world/seed/types.ts';
import { unusualVendors } from './world/seed/unusual.ts';

const YEAR = 365;

export interface ScenarioStart {
  /** Describes the world on the sandbox's page. */
  readonly about: string;
  readonly data: WorldData;
  readonly faults: FaultsInput['faults'];
}

const cityVendors: readonly VendorData[] = [berlin, lisbon, kyoto];

/** Named worlds. They are functions, so that only the data of the chosen one is created. */
export const scenarios = {
  calm: () => ({
    about: 'three cities on a usual day',
    data: { seed: 'calm', days: YEAR, vendors: cityVendors },
    faults: [],
  }),
  busy: () => ({
    about: 'the same three cities, with few places and many dates sold out',
    data: { seed: 'busy', days: YEAR, vendors: changeEvents(makeCrowded) },
    faults: [],
  }),
  'request-only': () => ({
    about: 'the same three cities, where vendors accept every order themselves',
    data: {
      seed: 'request-only',
      days: YEAR,
      vendors: changeEvents((event) => ({ ...event, type: 'REQUEST' })),
    },
    faults: [],
  }),
  medium: () => ({
    about: '250 events with 25,000 dates',
    data: { seed: 'huge', days: HUGE_DAYS, vendors: hugeVendors(250) },
    faults: [],
  }),
  large: () => ({
    about: '500 events with 50,000 dates',
    data: { seed: 'huge', days: HUGE_DAYS, vendors: hugeVendors(500) },
    faults: [],
  }),
  huge: () => ({
    about: '2,000 events with 200,000 dates',
    data: { seed: 'huge', days: HUGE_DAYS, vendors: hugeVendors(2_000) },
    faults: [],
  }),
  giant: () => ({
    about: '5,000 events with 500,000 dates',
    data: { seed: 'huge', days: HUGE_DAYS, vendors: hugeVendors(5_000) },
    faults: [],
  }),
  unusual: () => ({
    about: 'texts, prices, currencies and nights at the edges of what is allowed',
    data: { seed: 'unusual', days: YEAR, vendors: unusualVendors },
    faults: [],
  }),
  'odd-ids': () => ({
    about: 'the same three cities, with ids of slashes, dots, quotes and 200 characters',
    data: { seed: ODD_IDS, days: YEAR, vendors: cityVendors },
    faults: [],
  }),
  down: () => ({
    about: 'the three cities, but the platform responds with 503 to everything',
    data: { seed: 'calm', days: YEAR, vendors: cityVendors },
    faults: [{ kind: 'error-before', status: 503 }],
  }),
} as const satisfies Record<string, () => ScenarioStart>;

export type Scenario = keyof typeof scenarios;

export function isScenario(name: string): name is Scenario {
  return Object.hasOwn(scenarios, name);
}

function changeEvents(change: (event: EventData) => EventData): VendorData[] {
  return cityVendors.map((vendor) => ({ ...vendor, events: vendor.events.map(change) }));
}

/** Smaller groups, and more demand. */
function makeCrowded(event: EventData): EventData {
  const max_participants = Math.max(event.min_participants, Math.ceil(event.max_participants / 3));
  const usual = event.demand.usual === 1 ? 1 : 1 + event.demand.usual;
  return { ...event, max_participants, demand: { ...event.demand, usual } };
}
