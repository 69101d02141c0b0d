import type { Config } from '../config.ts';
import { ProblemError } from '../http/problems.ts';
import type { RaiseAlarm } from '../journal/alarm.ts';
import type { Intent, Order } from '../journal/intent.ts';
import type { Platform } from '../platform/platform.ts';
import type { History, Memory } from '../store/history.ts';
import { sendTimeOf } from '../time-limits.ts';
import { ourOrder } from './reconcile.ts';

/** Checks whether the platform already has an intent's order, before this attempt sends it. */
export interface EarlierOrders {
  /**
   * An order under the reference: the platform took it although it said otherwise, or the journal
   * that recorded it was lost.
   * @throws {ProblemError} while an order that was sent may still be there
   */
  find(intent: Intent): Promise<Order | undefined>;
  /**
   * A store that has gone back since the quote was signed may have forgotten its order, so the
   * platform is asked. Finding none proves nothing while the order may still land.
   * @throws {ProblemError} while that is so
   */
  findForgotten(intent: Intent, memory: Memory): Promise<Order | undefined>;
  /** Whether an order that the store has forgotten may still land. */
  mayBeUnderWay(memory: Memory): boolean;
}

interface Parts {
  readonly platform: Pick<Platform, 'findOrders'>;
  readonly history: Pick<History, 'hasGapWithin'>;
  readonly raiseAlarm: RaiseAlarm;
}

export function createEarlierOrders(
  { platform, history, raiseAlarm }: Parts,
  { config }: { readonly config: Config },
): EarlierOrders {
  const timeToLand = sendTimeOf(config) + config.ORDER_SETTLE_SECONDS * 1000;

  function mayBeUnderWay(memory: Memory): boolean {
    return memory.hasGap() && history.hasGapWithin(timeToLand);
  }

  return {
    mayBeUnderWay,

    async find(intent) {
      const { orders, isComplete } = await platform.findOrders(intent.external_reference);
      // Nothing is sent again until a complete list shows that there is none.
      if (intent.sent_at > 0 && orders.length === 0 && !isComplete) {
        throw new ProblemError('platform-busy');
      }
      return ourOrder(orders, intent, raiseAlarm);
    },

    async findForgotten(intent, memory) {
      if (!memory.hasGap()) return undefined;
      const { orders, isComplete } = await platform.findOrders(intent.external_reference);
      const isProof = isComplete && !mayBeUnderWay(memory);
      if (orders.length === 0 && !isProof) throw new ProblemError('platform-busy');
      return ourOrder(orders, intent, raiseAlarm);
    },
  };
}
