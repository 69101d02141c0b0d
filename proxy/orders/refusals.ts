import type { ProblemCode } from '#contract/problem.schema';
import { ProblemError } from '../http/problems.ts';
import type { IntentEvent } from '../journal/intent.ts';
import type { Journal } from '../journal/journal.ts';
import type { EarlierOrders } from './earlier-orders.ts';
import { type OpenedOrder, type Placement, replay, type Sender } from './placement.ts';
import type { OrderSender } from './send-order.ts';

/** Refuses orders that were not sent. Both methods resolve to what the journal then says. */
export interface Refusals {
  /**
   * Refuses an order, unless the store may have forgotten that it was sent.
   * @throws {ProblemError} the refusal, if the customer may try again
   */
  refuse(error: unknown, order: OpenedOrder, sender: Sender): Promise<Placement>;
  /**
   * Records a refusal before anything was sent. If another request under this key sends or has
   * sent, the journal's response is given instead.
   */
  decline(error: unknown, sender: Sender): Promise<Placement>;
}

interface Parts {
  readonly journal: Journal;
  readonly earlierOrders: Pick<EarlierOrders, 'mayBeUnderWay'>;
  readonly orderSender: Pick<OrderSender, 'recordSending'>;
}

/**
 * Final refusals: the customer needs a new quote, and so a new key. Any other refusal, such as for
 * a busy platform or invalid input, may be retried under the same key.
 */
const finalCodes: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'event-gone',
  'date-gone',
  'date-passed',
  'price-gone',
  'price-changed',
  'sold-out',
  'too-few-participants',
  'too-many-participants',
  'product-gone',
  'product-sold-out',
  'quote-expired',
]);

export function createRefusals({ journal, earlierOrders, orderSender }: Parts): Refusals {
  /** Records the order as one that was sent without a clear response, so that it is looked up. */
  async function recordAsUnclear(order: OpenedOrder, sender: Sender): Promise<Placement> {
    const { id } = sender;
    // The store may have lost the intent too, or have an earlier one. As nothing is sent here, it
    // does not matter which.
    await journal.open(id, order.intent);
    const stored = (await journal.find(id)) ?? order.intent;
    const recorded = await orderSender.recordSending({ ...order, intent: stored }, sender);
    if (!recorded.changed) return decline(new ProblemError('platform-busy'), sender);
    const { intent } = await journal.record(id, { type: 'unclear' }, recorded.intent);
    return { intent, isFirst: false };
  }

  async function decline(
    error: unknown,
    { id, fingerprint, submission }: Sender,
  ): Promise<Placement> {
    const event: IntentEvent =
      error instanceof ProblemError && finalCodes.has(error.code)
        ? { type: 'declined', fingerprint, problem: error.problem }
        : { type: 'postponed', submission };
    const { intent } = await journal.record(id, event);
    if (intent.state === 'new') throw error;
    return replay(intent, fingerprint);
  }

  return {
    decline,

    async refuse(error, order, sender) {
      return earlierOrders.mayBeUnderWay(order.memory)
        ? recordAsUnclear(order, sender)
        : decline(error, sender);
    },
  };
}
