import { ProblemError } from '../http/problems.ts';
import { withinTime } from '../http/timeout.ts';
import type { OrderCheck, OrderFacts } from '../order-check.ts';
import { ORDER_CHECK_TIMEOUT } from '../time-limits.ts';

/** @throws {ProblemError} the check's refusal */
export async function passOrderCheck(check: OrderCheck, facts: OrderFacts): Promise<void> {
  const refusal = await withinTime(check(facts), ORDER_CHECK_TIMEOUT, 'late' as const);
  if (refusal === 'late') throw new DOMException('the check took too long', 'TimeoutError');
  if (refusal) throw new ProblemError(refusal.code ?? 'order-check-failed', [], {}, refusal.detail);
}
