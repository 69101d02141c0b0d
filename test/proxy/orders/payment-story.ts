import type { Fetch } from '../../../proxy/ports.ts';
import { createMemoryStore } from '../../../proxy/store/memory.ts';
import type { Store } from '../../../proxy/store/store.ts';
import { createFakePayments, type PaymentFault } from '../../support/fake-payments.ts';
import {
  type Choice,
  cartOf,
  createWorld,
  newKey,
  type OrderChange,
  requestFor,
  type World,
} from '../../support/world.ts';

/** A customer's paid order, and the faults on its way. */
export interface PaymentStory {
  readonly kind?: 'BOOKING' | 'REQUEST';
  /** What the platform does with the create. */
  readonly create?: (request: Request, platform: Fetch) => Promise<Response>;
  /** What the provider does with its first calls. */
  readonly faults?: readonly PaymentFault[];
  /** Changes by the vendor, after the crash or a minute later. */
  readonly vendor?: readonly OrderChange[];
  /** Before the order: somebody else takes all places. */
  readonly soldOut?: boolean;
  /**
   * leaves: sends once. retries: sends the same request again. reloads: sends it with another
   * authorisation.
   */
  readonly customer?: 'leaves' | 'retries' | 'reloads';
  /** The process crashes after this number of steps, without the result of the last one. */
  readonly crashAfter?: number;
}

export interface PaymentEnd {
  /** The number of steps, each of which is a place for a crash. */
  readonly steps: number;
  /** Of the order in the platform's books. */
  readonly status: string | undefined;
  /** What happened to each authorisation that the journal knows. */
  readonly became: Readonly<Record<string, readonly string[]>>;
  readonly reasons: readonly string[];
}

const MINUTE = 60_000;
/** By then, the quote has expired and the settle time is over. */
const END = 60 * MINUTE;

export async function tellPaymentStory({
  kind = 'BOOKING',
  create = (request, platform) => platform(request),
  faults = [],
  vendor = [],
  soldOut = false,
  customer = 'leaves',
  crashAfter,
}: PaymentStory): Promise<PaymentEnd> {
  const steps = createSteps(crashAfter);
  const payments = createFakePayments();
  const left = [...faults];
  payments.faults.next = () => left.shift();
  const { capture, void: release } = payments.provider;
  const world = createWorld({
    store: stepwise(createMemoryStore(), steps.take),
    payments: {
      capture: (...values) => steps.take(() => capture(...values)),
      void: (...values) => steps.take(() => release(...values)),
    },
    between: (platform) => (request) => {
      const isCreate = request.method === 'POST' && new URL(request.url).pathname === '/v3/orders';
      return isCreate ? steps.take(() => create(request, platform)) : platform(request);
    },
  });
  const choice = await world.choose(({ event }: Choice) => event.type === kind);
  const quoted = requestFor(await world.quoteOne(cartOf(choice, [2])));
  if (soldOut) await world.take(choice.date.id, choice.date.available_slots);
  const key = newKey();
  steps.begin();

  async function run(act: () => Promise<unknown>): Promise<void> {
    if (!(await steps.hasCrashed(act))) return;
    world.restart();
    await changeOrder(world, vendor);
  }

  await run(() => world.place({ ...quoted, payment: 'first' }, key));
  if (customer !== 'leaves') {
    world.advance(1_000);
    const payment = customer === 'retries' ? 'first' : 'second';
    await run(() => world.place({ ...quoted, payment }, key));
  }
  for (const pause of [1_000, MINUTE, MINUTE]) {
    world.advance(pause);
    await run(world.runJobs);
  }
  await changeOrder(world, vendor);
  for (let time = 0; time < END; time += 5 * MINUTE) {
    world.advance(5 * MINUTE);
    await run(world.runJobs);
  }

  const [order] = await world.books();
  const heard = await authorisationsIn(world.store);
  return {
    steps: steps.count(),
    status: order?.status,
    became: Object.fromEntries(heard.map((id) => [id, payments.became(id)])),
    reasons: world.lines.flatMap((line) => /"reason":"([^"]+)"/.exec(line)?.[1] ?? []),
  };
}

/** The fault in the end, if any: an existing order has to be paid once, and nothing else. */
export function judge({ status, became }: PaymentEnd): string | undefined {
  const all = Object.values(became);
  const isPaid = status === 'ACCEPTED' && all.length > 0;
  const captured = all.filter((happened) => happened.join() === 'capture').length;
  const voided = all.filter((happened) => happened.join() === 'void').length;
  if (captured === (isPaid ? 1 : 0) && captured + voided === all.length) return undefined;
  return `${status ?? 'no order'}: ${JSON.stringify(became)}`;
}

/** Repeats the story with a crash before the first step, and after each one. */
export async function crashEverywhere(story: PaymentStory, check = judge): Promise<string[]> {
  const undisturbed = await tellPaymentStory(story);
  const wrong = [check(undisturbed)];
  for (let crashAfter = 0; crashAfter <= undisturbed.steps; crashAfter += 1) {
    const fault = check(await tellPaymentStory({ ...story, crashAfter }));
    wrong.push(fault && `a crash after ${crashAfter} steps: ${fault}`);
  }
  return wrong.filter((fault) => fault !== undefined);
}

/** Counts the steps at which a process changes something and may crash. */
function createSteps(crashAfter: number | undefined) {
  let isCounting = false;
  let isDown = false;
  let hadCrash = false;
  let taken = 0;
  let tell: (outcome: 'crashed') => void;
  const crashed = new Promise<'crashed'>((resolve) => (tell = resolve));
  const never = () => new Promise<never>(() => {});

  function crash(): Promise<never> {
    isDown = true;
    isCounting = false;
    tell('crashed');
    return never();
  }

  return {
    async take<T>(act: () => Promise<T>): Promise<T> {
      if (isDown) return never();
      if (!isCounting) return act();
      if (taken === crashAfter) return crash();
      taken += 1;
      if (taken !== crashAfter) return act();
      await act().catch(() => {});
      return crash();
    },
    begin: () => (isCounting = true),
    count: () => taken,
    /** Resolves when `act` is done or the process has crashed. */
    async hasCrashed(act: () => Promise<unknown>): Promise<boolean> {
      if (hadCrash) {
        await act();
        return false;
      }
      hadCrash = (await Promise.race([act(), crashed])) === 'crashed';
      isDown = false;
      return hadCrash;
    },
  };
}

/** Only rows of orders and payments are steps, not those of the cache and the token. */
const counted = /^(intent|payment|open)\//;

function stepwise(store: Store, take: <T>(act: () => Promise<T>) => Promise<T>): Store {
  const write = <T>(key: string, act: () => Promise<T>) => (counted.test(key) ? take(act) : act());
  return {
    ...store,
    get: (key) => store.get(key),
    put: (key, value, version) => write(key, () => store.put(key, value, version)),
    delete: (key, version) => write(key, () => store.delete(key, version)),
    list: (prefix, page) => store.list(prefix, page),
    close: () => store.close(),
  };
}

async function changeOrder(world: World, changes: readonly OrderChange[]): Promise<void> {
  const [order] = await world.books();
  for (const change of changes) if (order) await world.tryChange(order.id, change);
}

async function authorisationsIn(store: Store): Promise<string[]> {
  const rows = await store.list('intent/');
  return rows.flatMap(({ value }) => {
    const { authorisations = [] } = JSON.parse(value) as {
      readonly authorisations?: readonly { readonly id: string }[];
    };
    return authorisations.map(({ id }) => id);
  });
}
