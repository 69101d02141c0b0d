import assert from 'node:assert/strict';
import type { QuoteRequest } from '#contract/quote.schema';
import type { Attempt } from '../../src/domain/attempt.ts';
import { attemptsOf, type Step } from '../../src/state/steps.ts';
import type { Send } from '../client/proxied-client.ts';
import { cartOf, type Choice, createWorld, type World } from '../support/world.ts';
import { choose, typeDetails } from './visit.ts';

interface Options {
  between?: (proxy: Send) => Send;
  world?: World;
  storage?: Storage;
  openChannel?: () => BroadcastChannel;
}

/**
 * A customer at the checkout of a cart of two vendors. The widget's cart has one line, so its first
 * quote request is extended by the other; later requests are the widget's own.
 */
export async function checkOutTwo({ world = createWorld(), ...options }: Options = {}) {
  const one = await world.choose(isBooking);
  const other = await world.choose(
    (choice) => isBooking(choice) && choice.event.vendor_id !== one.event.vendor_id,
  );
  const cart: QuoteRequest = {
    lines: [one, other].flatMap((choice) => cartOf(choice, [2]).lines),
    products: [],
  };
  const me = await choose({ world, ...options });
  const { flow, visit, host } = me;
  const { client } = host;
  const quoted: QuoteRequest[] = [];
  host.client = {
    ...client,
    quote: (request) => {
      quoted.push(quoted.length === 0 ? cart : request);
      return client.quote(quoted.at(-1) ?? cart);
    },
  };
  await visit.quote();
  typeDetails(me);
  assert.equal(attemptsOf(flow.step).length, 2);
  return { ...me, one, other, quoted };
}

const isBooking = ({ event }: Choice) => event.type === 'BOOKING';

export const statesOf = (step: Step) => attemptsOf(step).map(({ state }) => state);
export const keysOf = (step: Step) => attemptsOf(step).map(({ key }) => key);

/** The attempt for an order of a choice. */
export function attemptFor(step: Step, { event }: Choice): Attempt {
  const found = attemptsOf(step).find(({ order }) => order.vendor_id === event.vendor_id);
  assert.ok(found);
  return found;
}
