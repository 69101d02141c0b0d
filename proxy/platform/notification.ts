import { minorUnits } from '#contract/values.schema';
import type { OrderName } from './translate.ts';
import { wireNotification, type WirePayment } from './wire.ts';
import { toMinorUnits } from './wire-values.ts';

/** A payment or refund that a notification reports. */
export interface Payment {
  readonly id: string;
  /** In minor units, more than 0. */
  readonly amount: number;
  readonly is_refund: boolean;
}

/** The part of an order notification that is used (spec, Events 4). */
export interface Notification {
  /** Its id and its reference are empty if the body names none. */
  readonly order: OrderName;
  /** Read in the order's currency, because the body names none for its payments. */
  paymentsIn(currency: string): readonly Payment[];
}

/** Undefined for a body that is no order. All other fields are dropped. */
export function parseNotification(body: unknown): Notification | undefined {
  const { data } = wireNotification.safeParse(body);
  return (
    data && {
      order: { id: data.id, code: data.code, external_reference: data.external_reference },
      paymentsIn: (currency) => data.payments.flatMap((payment) => toPayment(payment, currency)),
    }
  );
}

/** A payment whose amount cannot be read is dropped. */
function toPayment({ id, value, type }: WirePayment, currency: string): Payment[] {
  const minor = toMinorUnits(value, currency) ?? 0;
  const amount = Math.abs(minor);
  if (amount === 0 || !minorUnits.safeParse(amount).success) return [];
  // A refund should be negative (spec, Events 6); a positive one of `type` refund counts too.
  return [{ id, amount, is_refund: minor < 0 || type === 'refund' }];
}
