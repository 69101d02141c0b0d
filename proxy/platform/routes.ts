/** Paths of the platform. Those that the spec fixes (Table A), and those that are only publicly documented. */
export const platformRoutes = {
  token: '/oauth/token',
  events: '/v3/events',
  products: '/v3/products',
  orders: '/v3/orders',
  /** Table B, List dates (all). */
  dates: '/v3/dates',
  /** Table B, Retrieve one vendor. */
  vendor: (id: string) => `/v3/vendors/${encodeURIComponent(id)}`,
} as const;
