import type { SitePromises } from '#contract/site.schema';
import { type Scenario, scenarios } from './sandbox/scenarios.ts';
import { vendorId } from './sandbox/world/seed/create-world.ts';

/** Until how many hours before the start each vendor's terms have the full price returned. */
const freeCancellation: Readonly<Record<string, number>> = { berlin: 24, lisbon: 48, kyoto: 72 };

/** The `promises` of the demo shop's site: what its vendors' terms say. */
export function promisesOf(scenario: Scenario): SitePromises {
  const { seed } = scenarios[scenario]().data;
  const vendors = Object.entries(freeCancellation).map(([key, free_cancellation_hours]) => [
    vendorId(seed, key),
    [{ free_cancellation_hours }],
  ]);
  return { orders: [], vendors: Object.fromEntries(vendors) as SitePromises['vendors'] };
}
