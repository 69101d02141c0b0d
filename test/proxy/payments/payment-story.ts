import { MINUTE } from '#contract/milliseconds';
import type { Fetch } from '../../../proxy/ports.ts';
import { createMemoryStore } from '../../../proxy/store/memory.ts';
import type { Store } from '../../../proxy/store/store.ts';
import { type Bank, createBank } from '../../support/bank/bank.ts';
import type { PaymentFault } from '../../support/bank/faults.ts';
import {
  cartOf,
  type Choice,
  createWorld,
  newKey,
  type OrderChange,
  requestFor,
  type World,
} from '../../support/world.ts';

/** A customer's paid order, and the faults on its way. */
export interface PaymentStory {
  readonly kind?: 'BOOKING' | 'REQUEST';
  /** The money is taken before the order is placed. */
  readonly isChargedFirst?: boolean;
  /** A request holds no money: the method is kept, and charged once it is accepted. */
  readonly isSaved?: boolean;
  /** What the platform does with the create. */
  readonly create?: (request: Request, platform: Fetch) => Promise<Response>;
  /** What the provider does with its first calls. */
  readonly faults?: readonly PaymentFault[];
  /** Changes by the vendor, after the crash or a minute later. */
  readonly vendor?: readonly OrderChange[];
  /** The hold ends by itself before the vendor answers. */
  readonly lapses?: boolean;
  /** Before the order: somebody else takes all places. */
  readonly soldOut?: boolean;
  /**
   * leaves: pays and orders once. retries: sends the same request again. reloads: pays and orders
   * again after it. leaves unpaid: goes away before the payment is confirmed. leaves paid: goes away
   * between confirming and ordering. chooses again: pays another price before that under the same
   * key. pays again: what is due after the vendor has answered.
   */
  readonly customer?:
    | 'leaves'
    | 'retries'
    | 'reloads'
    | 'leaves unpaid'
    | 'leaves paid'
    | 'chooses again'
    | 'pays again';
  /** The process crashes after this number of steps, without the result of the last one. */
  readonly crashAfter?: number;
}

export interface PaymentEnd {
  /** The number of steps, each of which is a place for a crash. */
  readonly steps: number;
  readonly isChargedFirst: boolean;
  /** Of the order in the platform's books. */
  readonly status: string | undefined;
  /** What happened to each payment. */
  readonly became: Readonly<Record<string, readonly string[]>>;
  /** Payments whose money is held or whose method is kept, and neither taken nor released. */
  readonly held: readonly string[];
  /** What the order costs, and what was taken and given back, in minor units. */
  readonly price: number;
  readonly taken: number;
  readonly returned: number;
  readonly reasons: readonly string[];
}

/** By then, the quote has expired, a payment has no more time, and the settle time is over. */
const END = 75 * MINUTE;

export async function tellPaymentStory({
  kind = 'BOOKING',
  isChargedFirst = false,
  isSaved = false,
  create = (request, platform) => platform(request),
  faults = [],
  vendor = [],
  lapses = false,
  soldOut = false,
  customer = 'leaves',
  crashAfter,
}: PaymentStory): Promise<PaymentEnd> {
  const steps = createSteps(crashAfter);
  const payments = createBank();
  const left = [...faults];
  payments.faults.next = () => left.shift();
  const { provider } = payments;
  const world = createWorld({
    env: {
      PAYMENT_CHARGE: isChargedFirst ? 'first' : '',
      PAYMENT_REQUESTS: isSaved ? 'save' : '',
    },
    store: stepwise(createMemoryStore(), steps.take),
    payments: {
      ...provider,
      create: (...values) => steps.take(() => provider.create(...values)),
      capture: (...values) => steps.take(() => provider.capture(...values)),
      void: (...values) => steps.take(() => provider.void(...values)),
      refund: (...values) => steps.take(() => provider.refund(...values)),
    },
    between: (platform) => (request) => {
      const isCreate = request.method === 'POST' && new URL(request.url).pathname === '/v3/orders';
      return isCreate ? steps.take(() => create(request, platform)) : platform(request);
    },
  });
  const choice = await world.choose(({ event }: Choice) => event.type === kind);
  const cheaper = await world.quoteOne(cartOf(choice, [1]));
  const quote = await world.quoteOne(cartOf(choice, [2]));
  const quoted = requestFor(quote);
  if (soldOut) await world.take(choice.date.id, choice.date.available_slots);
  const key = newKey();
  steps.begin();

  async function run(act: () => Promise<unknown>): Promise<void> {
    if (!(await steps.hasCrashed(act))) return;
    world.restart();
    await changeOrder(world, vendor);
  }

  const pay = (what = quote) => payFor(world, payments, what, key);
  if (customer === 'chooses again') await run(() => pay(cheaper));
  if (customer === 'leaves unpaid') await run(() => world.pay(quote, key));
  else await run(() => pay());
  if (!customer.startsWith('leaves ')) await run(() => world.place(quoted, key));
  if (customer === 'retries' || customer === 'reloads') {
    world.advance(1_000);
    if (customer === 'reloads') await run(() => pay());
    await run(() => world.place(quoted, key));
  }
  for (const pause of [1_000, MINUTE, MINUTE]) {
    world.advance(pause);
    await run(world.runJobs);
  }
  // After a crash the vendor may have accepted before it, and the money may be taken.
  if (lapses) await Promise.all(payments.held().map(payments.lapse));
  await changeOrder(world, vendor);
  for (let time = 0; time < END; time += 5 * MINUTE) {
    world.advance(5 * MINUTE);
    await run(world.runJobs);
    if (customer === 'pays again') await run(() => payAgain(world, payments, key));
  }

  const [order] = await world.books();
  return {
    steps: steps.count(),
    isChargedFirst,
    status: order?.status,
    became: Object.fromEntries(payments.ids().map((id) => [id, payments.became(id)])),
    held: [...payments.held(), ...payments.kept()],
    price: quote.total,
    taken: payments.taken(),
    returned: payments.returned(),
    reasons: world.lines.flatMap((line) => /"reason":"([^"]+)"/.exec(line)?.[1] ?? []),
  };
}

/** As a customer does it in the widget: nothing is confirmed twice. */
export async function payFor(
  world: World,
  payments: Bank,
  quote: { readonly quote: string },
  key: string,
): Promise<void> {
  const { status, body } = await world.pay(quote, key);
  if (status === 200 && !body.is_confirmed) await payments.confirm(body.client_secret);
}

/** What is due, if anything is. */
async function payAgain(world: World, payments: Bank, key: string): Promise<void> {
  const { status, body } = await world.payAgain({ 'Idempotency-Key': key });
  if (status === 200 && !body.is_confirmed) await payments.confirm(body.client_secret);
}

/**
 * The fault in the end, if any: an accepted order is paid once, whatever was taken for any other is
 * given back, and no money is held. A request that waits for the vendor holds it, or has taken it.
 */
export function judge(end: PaymentEnd): string | undefined {
  const { isChargedFirst, status, became, held, price, taken, returned } = end;
  const waits = status === 'PENDING';
  const isPaid = status === 'ACCEPTED' || (isChargedFirst && waits);
  const holds = waits && !isChargedFirst;
  const captures = Object.values(became).map(
    (kinds) => kinds.filter((kind) => kind === 'capture').length,
  );
  const most = isChargedFirst ? Math.max(...captures) : captures.reduce((a, b) => a + b, 0);
  const isRight =
    taken - returned === (isPaid ? price : 0) && most <= 1 && held.length === (holds ? 1 : 0);
  const isConsistent = Object.values(became).every(
    (kinds) => !(kinds.includes('capture') && kinds.includes('void')),
  );
  return isRight && isConsistent ? undefined : JSON.stringify(end);
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
