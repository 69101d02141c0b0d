import type { WireOrderDetails } from './wire.ts';
import { toMinorUnits } from './wire-values.ts';

interface Part {
  readonly amount: number;
  readonly price?: string | number | undefined;
  /** Percent, contained in the price; null if the platform names none. */
  readonly vat: number | null;
}

/**
 * The VAT that the total contains, in minor units; undefined unless tickets and products make up
 * all of the total, and each names its rate.
 */
export function toOrderVat(
  total: number | undefined,
  { currency, tickets, products }: Pick<WireOrderDetails, 'currency' | 'tickets' | 'products'>,
): number | undefined {
  if (!currency) return undefined;
  const participants = tickets.flatMap((ticket) => ticket.participants);
  const parts: Part[] = [
    ...participants.filter(isStanding).map(({ price_value: price, vat }) => ({
      amount: 1,
      price,
      vat,
    })),
    ...products.filter(isStanding),
  ];
  let sum = 0;
  let contained = 0;
  for (const { amount, price = '', vat } of parts) {
    const value = toMinorUnits(price, currency);
    if (value === undefined || vat === null) return undefined;
    sum += value * amount;
    contained += (value * amount * vat) / (100 + vat);
  }
  return sum === total ? Math.round(contained) : undefined;
}

function isStanding({ status }: { readonly status: string | null }): boolean {
  return status !== 'CANCELED';
}
