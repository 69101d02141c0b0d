import type { Evidence } from './evidence.ts';
import { judgeMoney } from './judge-money.ts';
import { judgeOrder } from './judge-order.ts';
import type { MoneyKind, OrderKind } from './verdict.ts';

/** The worst fault of an order, or else of its money; undefined if all is right. */
export function judge(evidence: Evidence): OrderKind | MoneyKind | undefined {
  return judgeOrder(evidence) ?? judgeMoney(evidence);
}
