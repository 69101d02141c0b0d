import { z } from 'zod';
import { operationNames } from './operations.ts';

/** A fault strikes every time, unless it is limited. */
const limits = {
  /** Only these operations. Notifications belong to no operation, so they are not limited by it. */
  operations: z.array(z.enum(operationNames)).min(1).optional(),
  /** Strikes at most this often. */
  count: z.int().min(1).optional(),
  probability: z.number().gt(0).max(1).default(1),
};

const seconds = z.number().min(0).max(86_400);
/** The seconds of a `Retry-After` header, which is left out without them. */
const retry_after = z.int().min(0).max(86_400).optional();

/**
 * Everything that can go wrong, by name: before the platform has handled the request, in the order
 * routes, after it was handled, and with notifications.
 */
const fault = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('latency'),
    milliseconds: z.int().min(1).max(600_000),
    ...limits,
  }),
  z.strictObject({ kind: z.literal('silence'), ...limits }),
  z.strictObject({ kind: z.literal('cut-before'), ...limits }),
  z.strictObject({
    kind: z.literal('error-before'),
    status: z.int().min(500).max(599).default(503),
    retry_after,
    ...limits,
  }),
  z.strictObject({ kind: z.literal('too-many'), retry_after, ...limits }),
  z.strictObject({ kind: z.literal('token-ended'), ...limits }),
  z.strictObject({
    kind: z.literal('html'),
    status: z.int().min(200).max(599).default(200),
    ...limits,
  }),

  z.strictObject({ kind: z.literal('late-landing'), seconds, ...limits }),
  z.strictObject({ kind: z.literal('list-lag'), seconds, ...limits }),

  z.strictObject({ kind: z.literal('cut-after'), ...limits }),
  z.strictObject({
    kind: z.literal('error-after'),
    status: z.int().min(500).max(599).default(503),
    ...limits,
  }),
  z.strictObject({
    kind: z.literal('drip'),
    /** Between two bytes. */
    milliseconds: z.int().min(1).max(600_000).default(1_000),
    ...limits,
  }),
  z.strictObject({ kind: z.literal('half-body'), ...limits }),
  z.strictObject({ kind: z.literal('wrong-content-type'), ...limits }),

  z.strictObject({ kind: z.literal('notification-lost'), ...limits }),
  z.strictObject({ kind: z.literal('notification-doubled'), ...limits }),
  z.strictObject({
    kind: z.literal('notification-shuffled'),
    seconds: seconds.default(10),
    ...limits,
  }),
  z.strictObject({ kind: z.literal('notification-late'), seconds, ...limits }),
]);

/** The body of `POST /sandbox/faults`. The same seed and the same requests give the same faults. */
export const faultsInput = z.strictObject({
  seed: z.string().default('faults'),
  faults: z.array(fault).max(50),
});

export const faultKinds = fault.options.map(({ shape }) => shape.kind.value);
export type Fault = z.output<typeof fault>;
export type FaultKind = Fault['kind'];
export type FaultsInput = z.input<typeof faultsInput>;
export type Faults = z.output<typeof faultsInput>;
