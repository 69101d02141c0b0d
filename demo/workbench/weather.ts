/** Named conditions of the platform, and the sandbox's faults that cause them. */
export const weathers = {
  calm: { label: 'answers at once', faults: [] },
  slow: { label: 'answers after 2 s', faults: [{ kind: 'latency', milliseconds: 2000 }] },
  'very-slow': { label: 'answers after 8 s', faults: [{ kind: 'latency', milliseconds: 8000 }] },
  failing: {
    label: 'fails every third time',
    faults: [{ kind: 'error-before', status: 503, probability: 0.33 }],
  },
  down: { label: 'is down', faults: [{ kind: 'error-before', status: 503 }] },
  'too-many': {
    label: 'takes no more calls',
    faults: [{ kind: 'too-many', retry_after: 30 }],
  },
  'lost-order': {
    label: 'loses its answer to an order',
    faults: [{ kind: 'cut-after', operations: ['createOrder'], count: 1 }],
  },
} as const satisfies Record<string, { label: string; faults: readonly object[] }>;

export type Weather = keyof typeof weathers;
