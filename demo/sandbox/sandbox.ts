import { Hono } from 'hono';
import type { ApiEnv } from './api/authentication.ts';
import { authenticate } from './api/authentication.ts';
import { ApiError, errorResponse } from './api/errors.ts';
import type { TokenRule } from './api/issued-tokens.ts';
import { createTokens, tokenRoutes } from './api/issued-tokens.ts';
import { withoutParameters } from './api/list-parameters.ts';
import type { Client } from './clients.ts';
import { sandboxClients } from './clients.ts';
import { inventoryControlRoutes } from './control/inventory.ts';
import { orderControlRoutes } from './control/orders.ts';
import { sandboxPage } from './control/page.ts';
import { controlRoutes } from './control/routes.ts';
import { describeWorld } from './control/world.ts';
import { eventsAndDatesRoutes } from './dates/events-and-dates.ts';
import { mergedDateRoutes } from './dates/merged-dates.ts';
import { dateRoutes } from './dates/routes.ts';
import { mergedEventRoutes } from './events/merged-events.ts';
import { eventRoutes } from './events/routes.ts';
import { faultsInput } from './faults/fault.ts';
import { createFaultInjector } from './faults/fault-injector.ts';
import type { Wait } from './faults/http-faults.ts';
import { injectFaults } from './faults/http-faults.ts';
import type { Fetch, ReceiverInput } from './notifications/delivery.ts';
import { receiverInput } from './notifications/delivery.ts';
import { createNotifier } from './notifications/notifier.ts';
import type { OrderContext } from './orders/changes.ts';
import { updateAvailability as defaultUpdateAvailability } from './orders/changes.ts';
import { orderRoutes } from './orders/routes.ts';
import { productRoutes } from './products/routes.ts';
import type { Scenario } from './scenarios.ts';
import { scenarios } from './scenarios.ts';
import { vendorRoutes } from './vendors/routes.ts';
import type { Clock, MovableClock } from './world/clock.ts';
import { createMovableClock } from './world/clock.ts';
import { createRandom } from './world/random.ts';
import { createScheduler } from './world/scheduler.ts';
import { createWorld } from './world/seed/create-world.ts';

export interface SandboxOptions {
  readonly clock: Clock;
  readonly scenario?: Scenario;
  /** What a second token request gets while a token is active. */
  readonly tokenRule?: TokenRule;
  readonly clients?: readonly Client[];
  /** Where notifications go; `POST /sandbox/receiver` can change it. */
  readonly receiver?: ReceiverInput;
  /** Sends the notifications. */
  readonly fetch?: Fetch;
  /** Waits for the fault `latency`. */
  readonly wait?: Wait;
  /** Called after a reset to this scenario. */
  readonly onReset?: (scenario: Scenario) => void;
  /** Replaced only by tests, to prove that they detect a wrong implementation. */
  readonly updateAvailability?: OrderContext['updateAvailability'];
}

export interface Sandbox {
  (request: Request): Promise<Response>;
  /**
   * Does what has become due by now. Every request does it first; a listener also does it between
   * requests.
   */
  tick(): void;
  /** Resolves when all notifications that are due have been sent. */
  delivered(): Promise<void>;
  /** The passed clock, plus the offset that the control API has set. */
  readonly clock: Pick<MovableClock, 'now' | 'offset'>;
}

/** The booking platform's API v3, in memory, with a control API under `/sandbox`. */
export function createSandbox({
  clock: outerClock,
  scenario: firstScenario = 'calm',
  tokenRule = 'same',
  clients = Object.values(sandboxClients),
  receiver,
  fetch = (request) => globalThis.fetch(request),
  wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
  onReset = () => {},
  updateAvailability = defaultUpdateAvailability,
}: SandboxOptions): Sandbox {
  const clock = createMovableClock(outerClock);
  const { now } = clock;
  const scheduler = createScheduler();
  const faults = createFaultInjector();
  const notifier = createNotifier(fetch, now, scheduler, faults);
  if (receiver) notifier.register(receiverInput.parse(receiver));
  const tokens = createTokens(clients, tokenRule, now);

  let scenario = firstScenario;
  const start = scenarios[scenario]();
  const world = createWorld(start.data, now());
  faults.set(faultsInput.parse({ faults: start.faults }));
  const orderContext: OrderContext = {
    world,
    scheduler,
    updateAvailability,
    notify: notifier.notify,
  };
  // With the time in the seed, a restarted sandbox never gives an order the id or code of an earlier
  // one.
  const random = createRandom(`${start.data.seed}/orders/${now()}`);

  function reset(next: Scenario): void {
    const { data, faults: initialFaults } = scenarios[next]();
    scenario = next;
    scheduler.clear();
    clock.moveBy(-clock.offset());
    faults.set(faultsInput.parse({ faults: initialFaults }));
    Object.assign(world, createWorld(data, now()));
    onReset(next);
  }

  function tick(): void {
    scheduler.runUntil(now());
  }

  const v3 = new Hono<ApiEnv>()
    .use(authenticate(tokens, world))
    .on(['POST', 'PATCH'], '*', withoutParameters)
    .route('/', vendorRoutes(world))
    .route('/', eventRoutes(world, now, random))
    .route('/', mergedEventRoutes(world, now))
    .route('/', dateRoutes(orderContext, now, random))
    .route('/', mergedDateRoutes(world, now))
    .route('/', eventsAndDatesRoutes(world, now))
    .route('/', productRoutes(world, now, random))
    .route('/', orderRoutes(orderContext, now, random));

  const control = new Hono()
    .route('/', controlRoutes({ clock, faults, notifier, tokens, reset, tick }))
    .get('/world', (c) => c.json(describeWorld(world, scenario)))
    .route('/', inventoryControlRoutes(orderContext, now))
    .route('/orders', orderControlRoutes(orderContext, now));

  const app = new Hono<ApiEnv>()
    .route('/oauth/token', tokenRoutes(tokens))
    .route('/v3', v3)
    .route('/sandbox', control)
    .get('/', (c) => c.html(sandboxPage(world, scenario, now(), new URL(c.req.url).origin)));
  app.notFound((c) =>
    errorResponse('notFound', `there is nothing at ${c.req.method} ${c.req.path}`),
  );
  app.onError((error) =>
    error instanceof ApiError
      ? errorResponse(error.errorName, error.message, error.headers)
      : errorResponse('failed', error.message),
  );

  const handle = injectFaults(faults, wait, async (request, requestFaults) => {
    tick();
    return app.fetch(request, requestFaults);
  });
  return Object.assign(async (request: Request) => dated(await handle(request), now()), {
    tick,
    delivered: notifier.delivered,
    clock,
  });
}

function dated(response: Response, now: number): Response {
  response.headers.set('Date', new Date(now).toUTCString());
  return response;
}
