import { Refused } from '../refusals.ts';
import type { OrderContext } from './order-context.ts';
import { checkVendor, readMoney } from './order-context.ts';
import type { OrderInput } from './order-input.ts';
import type { FlexOffer } from './paper.ts';

/**
 * The value of a voucher that is bought. Resellers need a scope for that; a vendor's client sells
 * its own.
 */
export function checkVoucherOrder(
  context: OrderContext,
  { voucher: [voucher] }: OrderInput['voucherOrders'][number],
  path: string,
): number {
  const { client, vendor } = context;
  if (client.kind !== 'vendor' && !client.scopes.includes('orders_vouchers_write_all')) {
    throw new Refused('scopeMissing', `${path}: the token lacks orders_vouchers_write_all`);
  }
  if ((voucher?.currency ?? vendor.currency) !== vendor.currency) {
    const message = `${path}.voucher.0.currency: the vendor has ${vendor.currency}`;
    throw new Refused('currencyDiffers', message);
  }
  const value = readMoney(context, voucher?.value ?? 0, `${path}.voucher.0.value`);
  if (value === 0) throw new Refused('moneyInvalid', `${path}.voucher.0.value: is nothing`);
  return value;
}

export function checkFlexOffer(
  context: OrderContext,
  { flexOffer: [wanted] }: OrderInput['flexTickets'][number],
  path: string,
): FlexOffer {
  const offer = context.books.flexOffers.get(wanted?.id ?? '');
  if (!offer) {
    const message = `${path}.flexOffer.0.id: there is no flex offer ${wanted?.id ?? ''}`;
    throw new Refused('flexOfferUnknown', message);
  }
  checkVendor(context, offer.vendor, `${path}.flexOffer.0.id`);
  return offer;
}
