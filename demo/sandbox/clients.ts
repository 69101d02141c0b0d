export type Scope = 'calendar_read' | 'orders_read_all' | 'orders_write_all';

export interface Client {
  readonly id: string;
  readonly secret: string;
  readonly name: string;
  readonly kind: 'reseller' | 'vendor';
  readonly scopes: readonly Scope[];
}

/** The clients that the sandbox knows. Their secrets are public: they open nothing but play money. */
export const sandboxClients = {
  reseller: {
    id: 'sandbox-reseller',
    secret: 'sandbox-reseller-secret',
    name: 'Sandbox Reseller',
    kind: 'reseller',
    scopes: ['calendar_read', 'orders_read_all', 'orders_write_all'],
  },
  readOnly: {
    id: 'sandbox-read-only',
    secret: 'sandbox-read-only-secret',
    name: 'Sandbox Guidebook',
    kind: 'reseller',
    scopes: ['calendar_read'],
  },
} as const satisfies Record<string, Client>;
