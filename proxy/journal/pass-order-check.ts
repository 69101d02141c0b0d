import type { SiteContext } from '../context.ts';
import { ProblemError } from '../http/problems.ts';
import { withinTime } from '../http/timeout.ts';
import type { OrderFacts } from '../order-check.ts';
import { ORDER_CHECK_TIMEOUT } from '../time-limits.ts';
import type { Intent } from './intent.ts';
import type { Journal } from './journal.ts';

/**
 * Asks the operator's own check about a step of an intent, unless it has let that step pass before:
 * the token of a challenge is mostly good for one request. @throws {ProblemError} its refusal
 */
export type PassOrderCheck = (facts: Omit<OrderFacts, 'site'>, intent: Intent) => Promise<void>;

export function createOrderCheckGate(
  { journal }: { readonly journal: Pick<Journal, 'record'> },
  { site, checkOrder }: Pick<SiteContext, 'site' | 'checkOrder'>,
): PassOrderCheck {
  return async (facts, { checked = [] }) => {
    const { id, step } = facts;
    if (!checkOrder || checked.includes(step)) return;
    const asked = checkOrder({ ...facts, site: site.key });
    const refusal = await withinTime(asked, ORDER_CHECK_TIMEOUT, 'late' as const);
    if (refusal === 'late') throw new DOMException('the check took too long', 'TimeoutError');
    if (refusal) {
      throw new ProblemError(refusal.code ?? 'order-check-failed', [], {}, refusal.detail);
    }
    await journal.record(id, { type: 'checked', step });
  };
}
