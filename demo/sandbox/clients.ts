/** Every scope of the spec (Authentication 8), in the spec's sequence. */
export type Scope =
  | 'calendar_read'
  | 'calendar_write'
  | 'orders_read_owned'
  | 'orders_write_owned'
  | 'orders_read_all'
  | 'orders_write_all'
  | 'orders_custom_prices'
  | 'orders_vouchers_write_all'
  | 'order_read_fees'
  | 'inventory_write'
  | 'inventory_write_prices'
  | 'write_payments_on_site'
  | 'write_payments_mobile_app'
  | 'write_payments_third_party'
  | 'users_read'
  | 'voucher_validation_owned'
  | 'vouchers_read'
  | 'coupons_read'
  | 'invoice_details'
  | 'booking_channel_read'
  | 'bk_fee_write';

/** A reseller's client sees all vendors; a vendor's client sees one, the first of the world. */
export interface Client {
  readonly id: string;
  readonly secret: string;
  readonly name: string;
  readonly kind: 'reseller' | 'vendor';
  readonly scopes: readonly Scope[];
}

/** The sandbox's own clients. Their secrets are public. */
export const sandboxClients = {
  reseller: {
    id: 'sandbox-reseller',
    secret: 'sandbox-reseller-secret',
    name: 'Sandbox Reseller',
    kind: 'reseller',
    scopes: ['calendar_read', 'orders_read_all', 'orders_write_all'],
  },
  vendor: {
    id: 'sandbox-vendor',
    secret: 'sandbox-vendor-secret',
    name: 'Sandbox Vendor',
    kind: 'vendor',
    scopes: [
      'calendar_read',
      'calendar_write',
      'orders_read_owned',
      'orders_write_owned',
      'orders_custom_prices',
      'inventory_write',
      'inventory_write_prices',
    ],
  },
  readOnly: {
    id: 'sandbox-read-only',
    secret: 'sandbox-read-only-secret',
    name: 'Sandbox Guidebook',
    kind: 'reseller',
    scopes: ['calendar_read'],
  },
} as const satisfies Record<string, Client>;
