import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { HOUR, MINUTE } from '#contract/milliseconds';
import { createStripeProvider } from '../../../proxy/payments/stripe.ts';
import type { Store } from '../../../proxy/store/store.ts';
import { createBank } from '../../support/bank/bank.ts';
import { listenStripe } from '../../support/stripe/listen.ts';
import { createStripeServer } from '../../support/stripe/server.ts';
import {
  cartOf,
  createWorld,
  newKey,
  requestFor,
  START,
  variables,
  type World,
  type WorldOptions,
} from '../../support/world.ts';

/** A store of an engine that can be backed up and restored as the README says it. */
export interface BackedUpStore {
  readonly url: string;
  open(): Promise<Store>;
  /** Takes a real backup while proxies use the store. */
  backUp(): Promise<void>;
  /** Puts it back, with no proxy on the store. */
  restore(): Promise<void>;
}

/** A payment provider, and what it shows of the only payment. */
interface Shop {
  readonly options: WorldOptions;
  confirm(clientSecret: string): Promise<unknown>;
  /** What was taken and not given back, in minor units. */
  money(): number;
}

export const providers: Readonly<Record<string, () => Promise<Shop & { close(): unknown }>>> = {
  async 'the test provider'() {
    const bank = createBank();
    return {
      options: { payments: bank.provider },
      confirm: (clientSecret) => bank.confirm(clientSecret),
      money: () => bank.taken() - bank.returned(),
      close: () => {},
    };
  },

  async Stripe() {
    const key = 'sk_live_restored';
    const server = createStripeServer(() => START);
    const { fetch, close } = await listenStripe(server);
    return {
      options: {
        createStripe: (keys, { clock }) => createStripeProvider(keys, { fetch, clock }),
        env: { STRIPE_SECRET_KEY: key, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' },
      },
      confirm: async (clientSecret) => server.confirm(key, clientSecret),
      money() {
        const [payment] = server.payments(key);
        return (payment?.received ?? 0) - server.refunded(key, payment?.id ?? '');
      },
      close,
    };
  },
};

/** What the customer is told in the end, the platform's order and the money that was kept. */
export interface RestoredEnd {
  readonly told: string;
  readonly code: string | undefined;
  readonly booked: string | undefined;
  readonly total: number;
  readonly kept: readonly [before: number, after: number];
  readonly alarms: readonly string[];
}

/**
 * A backup is taken while a customer is at the card fields. The order is paid and placed; eight hours
 * later the backup is put back, `npm run restored` is run, and a proxy starts.
 */
export async function tellRestoredOrder(
  backedUp: BackedUpStore,
  { options, confirm, money }: Shop,
): Promise<RestoredEnd> {
  const opened = await backedUp.open();
  // The world keeps this object, and gets the functions of the store that is opened after it.
  const store = { ...opened };
  const world = createWorld({ ...options, store });
  const quote = await world.quoteOne(cartOf(await world.choose(), [2]));
  const key = newKey();
  const { body: payment } = await world.pay(quote, key);
  await backedUp.backUp();
  await confirm(payment.client_secret);
  const placed = await world.place(requestFor(quote), key);
  await pass(world, 8 * HOUR);
  const before = money();

  await opened.close();
  await backedUp.restore();
  await runRestored(backedUp.url);
  const restored = await backedUp.open();
  Object.assign(store, restored);
  world.lines.splice(0);
  world.restart();
  await pass(world, 2 * HOUR);

  const told = (await world.find(key)).body;
  const [order] = await world.books();
  const alarms = world.lines.filter((line) => line.includes('"event":"order-alarm"'));
  await restored.close();
  return {
    told: `${placed.body.state}, then ${told.state}`,
    code: told.order?.code,
    booked: order?.code,
    total: quote.total,
    kept: [before, money()],
    alarms,
  };
}

async function pass(world: World, milliseconds: number): Promise<void> {
  for (let time = 0; time < milliseconds; time += 10 * MINUTE) {
    world.advance(10 * MINUTE);
    await world.runJobs();
  }
}

async function runRestored(url: string): Promise<void> {
  const args = ['--import', 'tsx', 'proxy/operations/restored.ts'];
  const env = { PATH: process.env['PATH'], ...variables, STORE_URL: url };
  await promisify(execFile)(process.execPath, args, { env });
}
