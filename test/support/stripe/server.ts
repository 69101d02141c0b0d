import type Stripe from 'stripe';
import { createAccount, type Payment } from './account.ts';
import { failure, type Outcome, StripeRefusal } from './errors.ts';
import { type Form, formOf } from './form.ts';
import { disputeOf, listOf, paymentIntentOf, refundOf, signedEvent } from './objects.ts';

/** What becomes of the next request: it is not done, or done with its response lost. */
export type Fault = 'is busy' | 'fails' | 'loses the response';

interface Saved {
  readonly request: string;
  readonly outcome: Outcome;
}

/** Stripe keeps the outcome of a call under its key for at least a day. */
const KEY_LIFETIME = 24 * 3_600_000;

/**
 * A server of ours in the place of Stripe, held to its published objects and rules. Each secret key
 * has an account of its own.
 */
export function createStripeServer(clock: () => number = Date.now) {
  const accounts = new Map<string, ReturnType<typeof createAccount>>();
  const saved = new Map<string, Saved & { readonly at: number }>();
  const requests: string[] = [];
  const server = { next: undefined as Fault | undefined };

  function accountOf(secretKey: string) {
    const account = accounts.get(secretKey) ?? createAccount(clock);
    accounts.set(secretKey, account);
    return account;
  }

  async function respond(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const text = await request.text();
    requests.push(`${request.method} ${pathname}`);
    const fault = server.next;
    server.next = undefined;
    const secretKey = /^Bearer (sk_\w+)$/.exec(request.headers.get('Authorization') ?? '')?.[1];
    if (!secretKey) return toResponse(failure(401, { message: 'Invalid API Key provided' }));
    if (fault === 'is busy') {
      const code = 'idempotency_key_in_use';
      return toResponse(failure(409, { type: 'idempotency_error', code }));
    }
    if (fault === 'fails') return toResponse(failure(500, { type: 'api_error' }));
    const form = formOf(request.method === 'GET' ? searchParams : new URLSearchParams(text));
    const act = () => actOn(accountOf(secretKey), `${request.method} ${pathname}`, form);
    const key = request.method === 'POST' ? request.headers.get('Idempotency-Key') : null;
    const outcome =
      key === null ? outcomeOf(act) : once(`${secretKey} ${key}`, pathname + text, act);
    // It breaks off before its end.
    if (fault === 'loses the response') return new Response('{"id":');
    return toResponse(outcome);
  }

  /** The same outcome for the same key, and an error for another request under it. */
  function once(key: string, request: string, act: () => object): Outcome {
    const before = saved.get(key);
    if (before && clock() - before.at < KEY_LIFETIME) {
      if (before.request === request) return before.outcome;
      return failure(400, { type: 'idempotency_error', message: 'other parameters' });
    }
    const outcome = outcomeOf(act);
    // A request whose parameters are wrong is not begun, so its key is not used up.
    if (outcome.isBegun) saved.set(key, { request, outcome, at: clock() });
    return outcome;
  }

  return {
    respond,
    /** `GET /v1/payment_intents/pi_1` and so on. */
    requests,
    /** Decides what becomes of the next request. */
    disturb(fault: Fault): void {
      server.next = fault;
    },
    /** What the customer does in the browser, through Stripe's own script. */
    confirm: (secretKey: string, clientSecret: string, card?: 'succeeds' | 'is declined') =>
      accountOf(secretKey).confirm(clientSecret, card),
    /** What somebody does in Stripe's dashboard. */
    refundByHand: (secretKey: string, id: string, amount: number) =>
      accountOf(secretKey).refund(id, amount, {}),
    refunded: (secretKey: string, id: string) =>
      accountOf(secretKey)
        .refundsOf(id)
        .reduce((sum, { amount }) => sum + amount, 0),
    payments: (secretKey: string) => accountOf(secretKey).payments(),
    /** An event about a payment, as it is sent to the site's address. */
    event: (
      type: Stripe.Event.Type,
      secretKey: string,
      id: string,
      webhook: { readonly secret: string; readonly at?: number },
    ) => {
      const account = accountOf(secretKey);
      const objectOf = () => {
        if (type.startsWith('charge.dispute')) return disputeOf(account.find(id));
        if (!type.startsWith('refund')) return paymentIntentOf(account.find(id));
        return refundOf(account.refundsOf(id)[0] ?? account.refund(id, 1, {}));
      };
      const object = objectOf();
      return signedEvent(type, object, { at: clock(), ...webhook });
    },
  };
}
export type StripeServer = ReturnType<typeof createStripeServer>;

function outcomeOf(act: () => object): Outcome {
  try {
    return { status: 200, body: act(), isBegun: true };
  } catch (error) {
    if (error instanceof StripeRefusal) return error.outcome;
    throw error;
  }
}

function toResponse({ status, body }: Outcome): Response {
  const headers = { 'Request-Id': `req_${crypto.randomUUID()}` };
  return Response.json(body, { status, headers });
}

function actOn(account: ReturnType<typeof createAccount>, call: string, form: Form): object {
  const [, id = '', action] = /payment_intents\/(\w+)(?:\/(\w+))?$/.exec(call) ?? [];
  switch (call.replace(id && `/${id}`, '')) {
    case 'POST /v1/payment_intents':
      return paymentIntentOf(create(account, form));
    case 'GET /v1/payment_intents':
      form.only();
      return paymentIntentOf(account.find(id));
    case 'POST /v1/payment_intents/capture':
      form.only('amount_to_capture');
      return paymentIntentOf(account.capture(id, form.integer('amount_to_capture')));
    case 'POST /v1/payment_intents/cancel':
      form.only();
      return paymentIntentOf(account.cancel(id));
    case 'POST /v1/refunds':
      form.only('payment_intent', 'amount', 'metadata');
      return refundOf(
        account.refund(form.text('payment_intent'), form.integer('amount'), form.map('metadata')),
      );
    case 'GET /v1/refunds': {
      form.only('payment_intent', 'limit');
      const refunds = account.refundsOf(form.text('payment_intent'));
      return listOf('/v1/refunds', refunds.map(refundOf));
    }
    default:
      throw new StripeRefusal(404, { message: `Unrecognized request URL ${call} ${action ?? ''}` });
  }
}

function create(account: ReturnType<typeof createAccount>, form: Form): Payment {
  form.only('amount', 'currency', 'capture_method', 'allowed_payment_method_types', 'metadata');
  const amount = form.integer('amount');
  const currency = form.text('currency');
  const isThreeDecimal = /^(bhd|jod|kwd|omr|tnd)$/.test(currency);
  if (amount < 1 || (isThreeDecimal && amount % 10 !== 0)) {
    throw new StripeRefusal(400, { code: 'parameter_invalid_integer', param: 'amount' });
  }
  const isManual = form.text('capture_method') === 'manual';
  const methods = form.list('allowed_payment_method_types');
  const metadata = form.map('metadata');
  return account.create({ amount, currency, isManual, methods, metadata });
}
