import type Stripe from 'stripe';
import { createAccount, type Payment, type RefundStatus } from './account.ts';
import { failure, type Outcome, StripeRefusal } from './errors.ts';
import { type Form, formOf } from './form.ts';
import { type Card, createMethods } from './methods.ts';
import {
  chargeOf,
  customerOf,
  disputeOf,
  listOf,
  methodOf,
  paymentIntentOf,
  refundOf,
  setupIntentOf,
  signedEvent,
} from './objects.ts';
import type { Settings } from './settings.ts';

/**
 * What becomes of a request. It is done only where it `fails afterwards` or `loses the response`;
 * where it fails, its key leads to that failure for a day.
 */
export type Fault = 'is busy' | 'is limited' | 'fails' | 'fails afterwards' | 'loses the response';

interface Saved {
  readonly request: string;
  readonly outcome: Outcome;
}

/** The payments and saved methods of one secret key. */
interface Account {
  readonly account: ReturnType<typeof createAccount>;
  readonly methods: ReturnType<typeof createMethods>;
}

/**
 * https://docs.stripe.com/api/idempotent_requests: "Stripe saves the status code and body of the
 * first request made with a given idempotency key after endpoint execution begins. Retries with the
 * same key return the saved response, including 500 errors"; keys go after "at least 24 hours".
 */
const KEY_LIFETIME = 24 * 3_600_000;

/**
 * A server of ours in the place of Stripe, held to its published objects and rules. Each secret key
 * has an account of its own.
 */
export function createStripeServer(clock: () => number = Date.now) {
  const accounts = new Map<string, Account>();
  const saved = new Map<string, Saved & { readonly at: number }>();
  const requests: string[] = [];
  const server = {
    next: undefined as { readonly fault: Fault; readonly at: RegExp } | undefined,
    choose: (() => undefined) as () => Fault | undefined,
    before: undefined as { readonly at: RegExp; readonly act: () => void } | undefined,
  };

  function open(): Account {
    const account = createAccount(clock);
    return { account, methods: createMethods(account, clock) };
  }

  function allOf(secretKey: string): Account {
    const opened = accounts.get(secretKey) ?? open();
    accounts.set(secretKey, opened);
    return opened;
  }

  const accountOf = (secretKey: string) => allOf(secretKey).account;

  async function respond(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const text = await request.text();
    const call = `${request.method} ${pathname}`;
    requests.push(call);
    if (server.before?.at.test(call)) {
      server.before.act();
      server.before = undefined;
    }
    const isNext = server.next?.at.test(call);
    const fault = isNext ? server.next?.fault : server.choose();
    if (isNext) server.next = undefined;
    const secretKey = /^Bearer (sk_\w+)$/.exec(request.headers.get('Authorization') ?? '')?.[1];
    if (!secretKey) return toResponse(failure(401, { message: 'Invalid API Key provided' }));
    // "A request that's rate limited with a 429 can produce a different result with the same
    // idempotency key because rate limiters run before the API's idempotency layer."
    if (fault === 'is limited') return toResponse(failure(429, { code: 'rate_limit' }));
    if (fault === 'is busy') {
      const code = 'idempotency_key_in_use';
      return toResponse(failure(409, { type: 'idempotency_error', code }));
    }
    const form = formOf(request.method === 'GET' ? searchParams : new URLSearchParams(text));
    const act = () => {
      if (fault === 'fails') return failure(500, { type: 'api_error' }, true);
      const outcome = outcomeOf(() => actOn(allOf(secretKey), call, form));
      const failsNow = fault === 'fails afterwards' && outcome.isBegun;
      return failsNow ? failure(500, { type: 'api_error' }, true) : outcome;
    };
    const key = request.method === 'POST' ? request.headers.get('Idempotency-Key') : null;
    const response =
      key === null ? toResponse(act()) : once(`${secretKey} ${key}`, pathname + text, act);
    // It breaks off before its end.
    return fault === 'loses the response' ? new Response('{"id":') : response;
  }

  /** The same outcome for the same key, and an error for another request under it. */
  function once(key: string, request: string, act: () => Outcome): Response {
    const before = saved.get(key);
    if (before && clock() - before.at < KEY_LIFETIME) {
      // "To identify a previously executed response that's being replayed from the server, look for
      // the header Idempotent-Replayed: true."
      if (before.request === request) return toResponse(before.outcome, true);
      // "The idempotency layer compares incoming parameters to those of the original request and
      // errors if they're not the same."
      return toResponse(failure(400, { type: 'idempotency_error', message: 'other parameters' }));
    }
    const outcome = act();
    // "If incoming parameters fail validation", its key is not used up.
    if (outcome.isBegun) saved.set(key, { request, outcome, at: clock() });
    return toResponse(outcome);
  }

  return {
    respond,
    /** `GET /v1/payment_intents/pi_1` and so on. */
    requests,
    /** Decides what becomes of the next request, or of the next one that matches. */
    disturb(fault: Fault, at = /^/): void {
      server.next = { fault, at };
    },
    /** Decides it for each request from now on. */
    disturbAll(choose: () => Fault | undefined): void {
      server.choose = choose;
    },
    /** Something happens just before the next request that matches. */
    before(at: RegExp, act: () => void): void {
      server.before = { at, act };
    },
    /** What the customer does in the browser, through Stripe's own script. */
    confirm(
      secretKey: string,
      clientSecret: string,
      card: Card = 'succeeds',
      method: string = 'card',
    ) {
      const { account, methods } = allOf(secretKey);
      if (clientSecret.startsWith('seti_')) methods.confirm(clientSecret, card);
      else account.confirm(clientSecret, card, method);
    },
    /** Sets up the account of a key in another way. */
    set: (secretKey: string, settings: Partial<Settings>) => accountOf(secretKey).set(settings),
    /** Methods that are kept. */
    kept: (secretKey: string) => allOf(secretKey).methods.kept(),
    setups: (secretKey: string) => allOf(secretKey).methods.setups(),
    /** What somebody does in Stripe's dashboard. */
    refundByHand: (
      secretKey: string,
      id: string,
      amount: number,
      metadata: Record<string, string> = {},
    ) => accountOf(secretKey).refund(id, amount, metadata),
    cancelByHand: (secretKey: string, id: string) => accountOf(secretKey).cancel(id),
    /** What the refunds of an account are at first. */
    startRefundsAs: (secretKey: string, status: RefundStatus) =>
      accountOf(secretKey).startRefundsAs(status),
    /** What was on its way has arrived, or the customer's bank sends back what has. */
    turnRefunds(secretKey: string, id: string, status: RefundStatus): void {
      for (const refund of accountOf(secretKey).refundsOf(id)) refund.status = status;
    },
    /** Newest first. */
    refunds: (secretKey: string, id: string) => accountOf(secretKey).refundsOf(id),
    refunded: (secretKey: string, id: string) =>
      accountOf(secretKey)
        .refundsOf(id)
        .filter(({ status }) => status === 'succeeded')
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
        const isOfRefund = type.startsWith('refund') || type === 'charge.refund.updated';
        // https://docs.stripe.com/api/events/types: "data.object is a charge" for charge.refunded.
        if (!isOfRefund && type.startsWith('charge')) {
          return chargeOf(account.find(id), account.refundsOf(id));
        }
        if (!isOfRefund) return paymentIntentOf(account.find(id));
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

function toResponse({ status, body }: Outcome, isReplayed = false): Response {
  const headers = {
    'Request-Id': `req_${crypto.randomUUID().replaceAll('-', '')}`,
    ...(isReplayed && { 'Idempotent-Replayed': 'true' }),
  };
  return Response.json(body, { status, headers });
}

function actOn({ account, methods }: Account, call: string, form: Form): object {
  const [, id = '', action] =
    /(?:payment_intents|setup_intents|payment_methods)\/(\w+)(?:\/(\w+))?$/.exec(call) ?? [];
  switch (call.replace(id && `/${id}`, '')) {
    case 'POST /v1/payment_intents':
      return paymentIntentOf(create({ account, methods }, form));
    case 'GET /v1/payment_intents': {
      form.only(...(id ? ['expand'] : ['customer', 'limit']));
      if (id) {
        const isExpanded = form.list('expand').includes('latest_charge');
        if (isExpanded) account.requireReadableCharges();
        return paymentIntentOf(account.find(id), isExpanded);
      }
      const payments = account.paymentsOf(form.text('customer'));
      return listOf(
        '/v1/payment_intents',
        payments.map((one) => paymentIntentOf(one)),
      );
    }
    case 'POST /v1/payment_intents/capture':
      form.only('amount_to_capture');
      return paymentIntentOf(account.capture(id, form.integer('amount_to_capture')));
    case 'POST /v1/payment_intents/confirm':
      form.only('off_session');
      form.is('off_session', 'true');
      return paymentIntentOf(methods.charge(id, paymentIntentOf));
    case 'POST /v1/payment_intents/cancel':
      form.only();
      return paymentIntentOf(account.cancel(id));
    case 'POST /v1/customers':
      form.only('metadata');
      return customerOf(methods.createCustomer(form.map('metadata')));
    case 'POST /v1/setup_intents':
      form.only('customer', 'usage', 'allowed_payment_method_types', 'metadata');
      form.is('usage', 'off_session');
      return setupIntentOf(
        methods.createSetup({
          customer: form.text('customer'),
          methods: form.list('allowed_payment_method_types'),
          metadata: form.map('metadata'),
        }),
      );
    case 'GET /v1/setup_intents':
      form.only('expand');
      return setupIntentOf(methods.find(id), form.list('expand').includes('payment_method'));
    case 'POST /v1/setup_intents/cancel':
      form.only();
      return setupIntentOf(methods.cancel(id));
    case 'POST /v1/payment_methods/detach':
      form.only();
      return methodOf(methods.detach(id));
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

const common = ['amount', 'currency', 'allowed_payment_method_types', 'metadata'];

/** Of a saved method it is charged when it is confirmed, while the customer is away. */
function create({ account, methods }: Account, form: Form): Payment {
  const amount = form.integer('amount');
  const currency = form.text('currency');
  const types = form.list('allowed_payment_method_types');
  const given = { amount, currency, methods: types, metadata: form.map('metadata') };
  if (!form.has('customer')) {
    form.only(...common, 'capture_method');
    return account.create({ ...given, isManual: form.text('capture_method') === 'manual' });
  }
  form.only(...common, 'customer', 'payment_method');
  const customer = form.text('customer');
  const savedMethod = form.text('payment_method');
  return methods.createCharge({ ...given, customer, savedMethod, isManual: false });
}
