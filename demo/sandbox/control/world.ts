import type { Event } from '../events/event.ts';
import { type Scenario, scenarios } from '../scenarios.ts';
import type { World } from '../world/world.ts';

/** The scenario, its vendors and its events. The pricelists of a merged event name their root. */
export function describeWorld({ vendors, events }: World, scenario: Scenario) {
  return {
    scenario,
    scenarios: Object.keys(scenarios),
    vendors: [...vendors.values()].map(({ id, name, currency }) => ({ id, name, currency })),
    events: [...events.values()].filter(({ active }) => active === 1).map(describeEvent),
  };
}

function describeEvent({ id, root_event_id, title, type, vendor }: Event) {
  return { id, root_event_id, title, type, vendor_id: vendor.id };
}
