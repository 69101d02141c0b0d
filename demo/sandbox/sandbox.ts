import { Hono } from 'hono';
import { createAgenda } from './agenda.ts';
import { openBooks } from './catalogue/open-books.ts';
import type { Client } from './clients.ts';
import { sandboxClients } from './clients.ts';
import type { Clock } from './clock.ts';
import { createMovableClock } from './clock.ts';
import { createDial } from './faults/dial.ts';
import type { Wait } from './faults/disturb.ts';
import { disturb } from './faults/disturb.ts';
import { faultsInput } from './faults/fault.ts';
import type { Env } from './guard.ts';
import { authenticate } from './guard.ts';
import type { Fetch } from './notifications/deliver.ts';
import { createNotifier } from './notifications/notifier.ts';
import type { ReceiverInput } from './notifications/receiver.ts';
import { receiverInput } from './notifications/receiver.ts';
import { countOrder } from './orders/count-order.ts';
import type { Ledger } from './orders/ledger.ts';
import { createRandom } from './random.ts';
import { refusalResponse, Refused } from './refusals.ts';
import { createOrderRoutes } from './routes/create-order.ts';
import { dateRoutes } from './routes/dates.ts';
import { eventDateRoutes } from './routes/event-dates.ts';
import { eventRoutes } from './routes/events.ts';
import { mergedDateRoutes } from './routes/merged-dates.ts';
import { mergedEventRoutes } from './routes/merged-events.ts';
import { orderListRoutes } from './routes/order-lists.ts';
import { productRoutes } from './routes/products.ts';
import { sandboxOrderRoutes } from './routes/sandbox-orders.ts';
import { sandboxWorldRoutes } from './routes/sandbox-world.ts';
import { sandboxRoutes } from './routes/sandbox.ts';
import { settingRoutes } from './routes/settings.ts';
import { tokenRoutes } from './routes/token.ts';
import { vendorRoutes } from './routes/vendors.ts';
import { writeDateRoutes } from './routes/write-dates.ts';
import { writeEventRoutes } from './routes/write-events.ts';
import { writeProductRoutes } from './routes/write-products.ts';
import type { Scenario } from './scenarios.ts';
import { scenarios } from './scenarios.ts';
import type { TokenRule } from './tokens.ts';
import { createTokens } from './tokens.ts';

export interface SandboxOptions {
  readonly clock: Clock;
  readonly scenario?: Scenario;
  /** What a second token request is answered with while a token lives. */
  readonly tokenRule?: TokenRule;
  readonly clients?: readonly Client[];
  /** Where notifications go; also to be set by `POST /sandbox/receiver`. */
  readonly receiver?: ReceiverInput;
  /** By which notifications leave. */
  readonly fetch?: Fetch;
  /** How latency is waited for. */
  readonly wait?: Wait;
  /**
   * Keeps count of places, stock and vouchers. The laws of the books are shown to fail without it.
   */
  readonly count?: Ledger['count'];
}

export interface Sandbox {
  (request: Request): Promise<Response>;
  /**
   * Does what has become due by now. Every request does it first; a listener also does it while
   * nobody asks.
   */
  tick(): void;
  /** Resolves when all notifications that are due have been sent. */
  delivered(): Promise<void>;
}

/** The booking platform's API v3, in memory. */
export function createSandbox({
  clock,
  scenario = 'calm',
  tokenRule = 'same',
  clients = Object.values(sandboxClients),
  receiver,
  fetch = (request) => globalThis.fetch(request),
  wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
  count = countOrder,
}: SandboxOptions): Sandbox {
  const time = createMovableClock(clock);
  const { now } = time;
  const agenda = createAgenda();
  const dial = createDial();
  const notifier = createNotifier(fetch, now, agenda, dial);
  if (receiver) notifier.register(receiverInput.parse(receiver));
  let opened = scenario;
  const { world, faults } = scenarios[scenario]();
  const books = openBooks(world, now());
  dial.set(faultsInput.parse({ faults }));
  const ledger: Ledger = { books, agenda, count, wrote: notifier.notify };
  const tokens = createTokens(clients, tokenRule, now);
  // Ids and codes of orders depend on the moment of opening, so that a restarted sandbox never
  // hands out an old one.
  const random = createRandom(`${world.seed}/orders/${now()}`);

  function reset(name: Scenario): void {
    const next = scenarios[name]();
    opened = name;
    agenda.clear();
    time.moveBy(-time.offset());
    dial.set(faultsInput.parse({ faults: next.faults }));
    Object.assign(books, openBooks(next.world, now()));
  }

  function tick(): void {
    agenda.runUntil(now());
  }

  const v3 = new Hono<Env>()
    .use(authenticate(tokens, books))
    .route('/', vendorRoutes(books))
    .route('/', eventRoutes(books, now))
    .route('/', mergedEventRoutes(books, now))
    .route('/', dateRoutes(books, now))
    .route('/', mergedDateRoutes(books, now))
    .route('/', eventDateRoutes(books, now))
    .route('/', productRoutes(books))
    .route('/', orderListRoutes(books, now))
    .route('/', createOrderRoutes(ledger, now, random))
    .route('/', writeDateRoutes(books, now, random))
    .route('/', writeEventRoutes(books, now, random))
    .route('/', writeProductRoutes(books, now, random));

  const app = new Hono<Env>()
    .route('/oauth/token', tokenRoutes(tokens))
    .route('/v3', v3)
    .route('/sandbox', settingRoutes(books, tokens))
    .route('/sandbox/orders', sandboxOrderRoutes(ledger, now))
    .route('/sandbox', sandboxWorldRoutes({ time, dial, notifier, reset, tick }))
    .route(
      '/',
      sandboxRoutes(ledger, () => opened, now),
    );
  app.notFound((c) =>
    refusalResponse('notFound', `there is nothing at ${c.req.method} ${c.req.path}`),
  );
  app.onError((error) =>
    error instanceof Refused
      ? refusalResponse(error.refusal, error.message, error.headers)
      : refusalResponse('failed', error.message),
  );
  const handle = disturb(dial, wait, async (request, disturbance) => {
    tick();
    return app.fetch(request, disturbance);
  });
  return Object.assign(async (request: Request) => handle(request), {
    tick,
    delivered: notifier.delivered,
  });
}
