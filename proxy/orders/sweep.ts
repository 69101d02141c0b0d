import { toInstant } from '../clock.ts';
import type { SiteContext } from '../context.ts';
import type { IntentAddress, IntentIndex } from '../journal/intent-index.ts';
import { createSweepRow } from '../journal/sweep-row.ts';
import { describeError } from '../log.ts';
import type { Platform } from '../platform/platform.ts';
import type { OrderName } from '../platform/translate.ts';
import { SWEEP_MARGIN } from '../time-limits.ts';

/**
 * Lists a client's changed orders every few minutes, in case a notification was lost. One process
 * at a time sweeps, and only for some time after an order was placed.
 */
export interface Sweep {
  /** If a sweep is due, calls `noteChange` for each of our orders that has changed. */
  run(): Promise<void>;
}

interface Parts {
  readonly platform: Pick<Platform, 'changedOrders' | 'latestTime'>;
  readonly index: Pick<IntentIndex, 'findByOrder'>;
  /** Called for an intent whose order has changed. */
  readonly noteChange: (address: IntentAddress, order: OrderName) => Promise<void>;
}

export function createSweep({ platform, index, noteChange }: Parts, context: SiteContext): Sweep {
  const { clock, monotonic, log } = context;
  const row = createSweepRow(context);

  /** Resolves to when it began, by the platform's clock. Orders that are not ours are skipped. */
  async function sweepSince(since: number): Promise<number> {
    const beganAt = monotonic();
    const changed = await platform.changedOrders(toInstant(since - SWEEP_MARGIN), 'background');
    const took = monotonic() - beganAt;
    const platformTime = platform.latestTime() ?? clock();
    for (const order of changed) {
      const address = await index.findByOrder(order);
      if (address) await noteChange(address, order);
    }
    return platformTime - took;
  }

  return {
    async run() {
      const claim = await row.claim();
      if (!claim) return;
      try {
        await row.finish(claim, await sweepSince(claim.since));
      } catch (error) {
        log({ event: 'background-failed', ...describeError(error) });
        await row.fail();
      }
    },
  };
}
