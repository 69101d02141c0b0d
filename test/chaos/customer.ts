import type { IntentResponse, OrderRequest } from '#contract/order.schema';
import { IDEMPOTENCY_KEY, paths } from '#contract/paths';
import type { PaymentResponse } from '#contract/payment.schema';
import type { Problem } from '#contract/problem.schema';
import type { QuotedOrder, QuoteResponse } from '#contract/quote.schema';
import { newKey } from '../../src/visit/key.ts';
import type { Heard, Word } from '../judge/evidence.ts';
import type { Dice } from '../simulation/dice.ts';
import type { Bank } from './bank.ts';
import type { CustomerFacts } from './check.ts';
import type { Connection, JsonResponse } from './connection.ts';
import type { Offer, Offers } from './offers.ts';

export interface CustomerContext {
  readonly dice: Dice;
  readonly email: string;
  readonly offers: Offers;
  readonly connection: Connection;
  /** Undefined where nothing has to be paid. */
  readonly bank: Bank | undefined;
  /** Milliseconds since the run began. */
  readonly elapsed: () => number;
}

export interface Customer {
  /** The key of the order. */
  readonly key: string;
  readonly facts: Omit<CustomerFacts, 'now'>;
}

type Response = JsonResponse<unknown> | 'lost';

const MOST_REQUESTS = 12;
const MOST_QUOTES = 500;
const MOST_PAYMENTS = 10;
/**
 * What the status of a problem means. All others mean that nothing was sent and the customer may
 * try again.
 */
const wordOfProblem: Readonly<Record<number, Word>> = {
  409: 'refused',
  422: 'unclear',
  500: 'unclear',
};
const wordOfState: Readonly<Record<IntentResponse['state'], Word>> = {
  open: 'not-sent',
  checking: 'checking',
  placed: 'placed',
  refused: 'refused',
  absent: 'absent',
};
const outcomes: ReadonlySet<Word> = new Set<Word>(['placed', 'refused', 'absent']);

/**
 * Places one order as a customer in the widget does: sends it again under the same key until there
 * is a clear response, reloads the page and only polls from then on, or leaves. Some then try to
 * order the same quote under another key.
 */
export async function book(context: CustomerContext): Promise<Customer> {
  const { dice, email, connection, elapsed } = context;
  const key = newKey();
  const chosen = await chooseAndQuote(context);
  const headers = { [IDEMPOTENCY_KEY]: key };
  const heard: Heard[] = [];
  const from = elapsed();
  const price = await pay(context, chosen, headers);
  const isPatient = dice.chance(0.5);
  let isUnclear = false;
  let hasReloaded = false;

  function hear(response: Response): void {
    const { word, code } = wordOf(response);
    // A page keeps an outcome that it has shown, even if the journal has forgotten it.
    if (!outcomes.has(word) && heard.some((before) => outcomes.has(before.word))) return;
    if (word === 'unclear' || word === 'checking') isUnclear = true;
    // An order that may have been sent stays unclear until the journal has an outcome.
    const isCleared = word === 'checking' || outcomes.has(word) || !isUnclear;
    const source = response === 'lost' ? response : response.source;
    heard.push({ word: isCleared ? word : 'unclear', code, source, at: elapsed() });
  }

  async function act(submission: number): Promise<void> {
    const last = heard.at(-1)?.word;
    if (dice.chance(0.15) && last !== undefined) hasReloaded = true;
    const asks = last !== undefined && last !== 'not-sent' && dice.chance(0.5);
    if (asks || hasReloaded) {
      const response = await connection.get(paths.intent, headers);
      // If a poll fails, the page keeps showing the last state.
      if (response !== 'lost' && response.status === 200) hear(response);
      return;
    }
    const request = { ...orderRequest(chosen, email), submission };
    hear(await connection.postTwice(paths.orders, request, headers));
  }

  for (let submission = 1; submission <= MOST_REQUESTS; submission += 1) {
    await act(submission);
    const last = heard.at(-1)?.word;
    const isOver = last !== undefined && outcomes.has(last);
    // Some customers poll again after the outcome, and some leave before it.
    if (isOver && (hasReloaded || dice.chance(0.7))) break;
    if (isOver) hasReloaded = true;
    else if (dice.chance(isPatient ? 0.02 : 0.2)) break;
    await connection.pause(dice.delay(700, 3_000));
  }
  const wasTaken = heard.some(({ word }) => word === 'placed' || word === 'checking');
  // A quote is good for one order, so this one must not become a second.
  if (wasTaken && dice.chance(0.3)) {
    const again = { ...orderRequest(chosen, email), submission: MOST_REQUESTS + 1 };
    await connection.postTwice(paths.orders, again, { [IDEMPOTENCY_KEY]: newKey() });
  }
  await connection.idle();
  const { offer, places, product_id } = chosen;
  return {
    key,
    facts: {
      email,
      date_id: offer.date_id,
      places,
      product_id,
      price,
      from,
      until: elapsed(),
      heard,
    },
  };
}

/** Most customers pay at once, some with another card at first, and a few not at all. */
async function pay(
  { dice, bank, connection }: CustomerContext,
  { order: { quote, total } }: Chosen,
  headers: Readonly<Record<string, string>>,
): Promise<CustomerFacts['price']> {
  if (!bank || total === 0) return undefined;
  for (let attempt = 1; attempt <= MOST_PAYMENTS; attempt += 1) {
    const response = await connection.postTwice(paths.payments, { quote }, headers);
    if (response !== 'lost' && response.status === 200) {
      const { reference, client_secret, is_confirmed } = response.body as PaymentResponse;
      const isWilling = !dice.chance(0.05);
      if (!is_confirmed && isWilling) await bank.confirm(client_secret, { dice, connection });
      return { reference, total };
    }
    await connection.pause(dice.delay(300, 2_000));
  }
  return undefined;
}

function wordOf(response: Response): { word: Word; code?: string | undefined } {
  if (response === 'lost') return { word: 'unclear' };
  const { status, body } = response;
  if (status < 300) {
    const { state, order } = body as IntentResponse;
    return { word: wordOfState[state], code: order?.code };
  }
  return { word: wordOfProblem[status] ?? 'not-sent' };
}

interface Chosen {
  readonly offer: Offer;
  readonly places: number;
  readonly product_id: string | undefined;
  readonly order: QuotedOrder;
}

/** Chooses until there is a quote; a sold-out date is replaced by another one. */
async function chooseAndQuote({ dice, offers, connection }: CustomerContext): Promise<Chosen> {
  let wantsProduct = dice.chance(0.1);
  for (let attempt = 1; attempt <= MOST_QUOTES; attempt += 1) {
    const offer = offers.pick(dice);
    const places = offer.least + (dice.chance(0.4) ? 1 : 0);
    const product_id = wantsProduct ? offers.scarceProduct(offer)?.id : undefined;
    const { event_id, date_id, price_id } = offer;
    const response = await connection.post(paths.quotes, {
      lines: [{ event_id, date_id, prices: [{ price_id, amount: places }] }],
      products: product_id === undefined ? [] : [{ product_id, amount: 1 }],
    });
    if (response !== 'lost' && response.status === 200) {
      const [order] = (response.body as QuoteResponse).orders;
      // The customer hesitates, so that another one may take the places.
      await connection.pause(dice.delay(500, 2_000));
      if (order) return { offer, places, product_id, order };
    }
    if (response === 'lost' || response.status !== 409) {
      await connection.pause(dice.between(100, 1_000));
    } else if ((response.body as Problem).code.startsWith('product')) {
      wantsProduct = false;
    } else if (places === offer.least) {
      offers.remove(offer);
    }
  }
  throw new Error('nothing could be quoted');
}

function orderRequest({ offer, places, order }: Chosen, email: string): OrderRequest {
  const { date_id, price_id } = offer;
  const participants = Array.from({ length: places }, () => ({ price_id }));
  const address = { street: 'Lichtkai', streetnr: '7', zip: '10245', city: 'Berlin' };
  const shipping = { name: 'Ida Meyer', ...address, country: 'DE' };
  return {
    quote: order.quote,
    lines: [{ date_id, participants }],
    contact: { name: 'Ida Meyer', email },
    ...(order.shipping_address && { shipping }),
    lang: 'de',
  };
}
