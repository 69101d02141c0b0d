import type { FaultsInput } from '../../demo/sandbox/faults/fault.ts';

type FaultInput = FaultsInput['faults'][number];

/**
 * The longest that each fault delays an order or its appearance in lists, in seconds. All of them
 * may strike one order.
 */
const LATENCY = 1.1;
const LATE_LANDING = 1;
const LIST_LAG = 0.8;

/** Seconds after which an order that was sent has landed and is listed, or never will be. */
export const LATEST_LANDING = LATENCY + LATE_LANDING + LIST_LAG;

const creating = { operations: ['createOrder'] } satisfies Partial<FaultInput>;
const listingOrders = { operations: ['listOrders'] } satisfies Partial<FaultInput>;
const reading = {
  operations: ['listEvents', 'listDates', 'listProducts', 'listOrders'],
} satisfies Partial<FaultInput>;

/** All faults of the sandbox, for about one create in three and one read in eight. */
export function chaosFaults(seed: string): FaultsInput {
  const faults: FaultInput[] = [
    { kind: 'latency', milliseconds: LATENCY * 1000, probability: 0.04, ...creating },
    { kind: 'silence', probability: 0.02, ...creating },
    { kind: 'cut-before', probability: 0.02, ...creating },
    { kind: 'error-before', status: 500, probability: 0.01, ...creating },
    { kind: 'error-before', status: 503, probability: 0.02, ...creating },
    { kind: 'error-before', status: 503, retry_after: 1, probability: 0.003, ...creating },
    { kind: 'too-many', probability: 0.02, ...creating },
    { kind: 'too-many', retry_after: 1, probability: 0.003, ...creating },
    { kind: 'token-ended', probability: 0.03, ...creating },
    { kind: 'html', probability: 0.015, ...creating },
    { kind: 'html', status: 403, probability: 0.01, ...creating },
    { kind: 'late-landing', seconds: 0.3, probability: 0.03, ...creating },
    { kind: 'late-landing', seconds: LATE_LANDING, probability: 0.03, ...creating },
    { kind: 'cut-after', probability: 0.04, ...creating },
    { kind: 'error-after', status: 502, probability: 0.03, ...creating },
    { kind: 'drip', milliseconds: 20, probability: 0.02, ...creating },
    { kind: 'half-body', probability: 0.03, ...creating },
    { kind: 'wrong-content-type', probability: 0.02, ...creating },

    { kind: 'list-lag', seconds: LIST_LAG, probability: 0.2, ...listingOrders },
    { kind: 'latency', milliseconds: 300, probability: 0.04, ...reading },
    { kind: 'silence', probability: 0.005, ...reading },
    { kind: 'cut-before', probability: 0.01, ...reading },
    { kind: 'error-before', status: 500, probability: 0.005, ...reading },
    { kind: 'error-before', status: 503, probability: 0.015, ...reading },
    { kind: 'too-many', probability: 0.005, ...reading },
    { kind: 'token-ended', probability: 0.01, ...reading },
    { kind: 'html', probability: 0.01, ...reading },
    { kind: 'cut-after', probability: 0.005, ...reading },
    { kind: 'drip', milliseconds: 20, probability: 0.005, ...reading },
    { kind: 'half-body', probability: 0.01, ...reading },
    { kind: 'wrong-content-type', probability: 0.005, ...reading },
  ];
  return { seed, faults };
}
