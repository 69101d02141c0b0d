import { Hono } from 'hono';
import { openBooks } from './catalogue/open-books.ts';
import type { Clock } from './clock.ts';
import type { Env } from './guard.ts';
import { authenticate } from './guard.ts';
import { expireOrders } from './orders/expire-orders.ts';
import { createRandom } from './random.ts';
import { refusalResponse, Refused } from './refusals.ts';
import { dateRoutes, eventDateRoutes } from './routes/dates.ts';
import { eventRoutes } from './routes/events.ts';
import { orderRoutes } from './routes/orders.ts';
import { productRoutes } from './routes/products.ts';
import { sandboxRoutes } from './routes/sandbox.ts';
import { tokenRoutes } from './routes/token.ts';
import { vendorRoutes } from './routes/vendors.ts';
import type { Scenario } from './scenarios.ts';
import { scenarios } from './scenarios.ts';
import { createTokens } from './tokens.ts';

export interface SandboxOptions {
  readonly clock: Clock;
  readonly scenario?: Scenario;
}

/** The booking platform's API v3, in memory. */
export function createSandbox({ clock, scenario = 'calm' }: SandboxOptions) {
  const { seed } = scenarios[scenario];
  const books = openBooks(seed, clock());
  const tokens = createTokens(clock);
  // Ids and codes of orders depend on the moment of opening, so that a restarted sandbox never hands out an old one.
  const random = createRandom(`${seed}/orders/${clock()}`);

  const v3 = new Hono<Env>()
    .use(authenticate(tokens))
    .route('/events', eventRoutes(books, clock))
    .route('/events', eventDateRoutes(books, clock))
    .route('/dates', dateRoutes(books, clock))
    .route('/products', productRoutes(books))
    .route('/vendors', vendorRoutes(books))
    .route('/orders', orderRoutes(books, clock, random));

  const app = new Hono()
    .use(async (_, next) => {
      expireOrders(books, clock());
      await next();
    })
    .route('/oauth/token', tokenRoutes(tokens))
    .route('/v3', v3)
    .route('/', sandboxRoutes(books, clock));
  app.notFound((c) =>
    refusalResponse('notFound', `there is nothing at ${c.req.method} ${c.req.path}`),
  );
  app.onError((error) =>
    error instanceof Refused
      ? refusalResponse(error.refusal, error.message)
      : refusalResponse('failed', error.message),
  );
  return async (request: Request): Promise<Response> => app.fetch(request);
}
