import type Stripe from 'stripe';
import { createAccount, type Payment, type RefundStatus } from './account.ts';
import { failure, type Outcome, StripeRefusal } from './errors.ts';
import { type Form, formOf } from './form.ts';
import { type Card, createMethods } from './methods.ts';
import {
  customerOf,
  disputeOf,
  listOf,
  methodOf,
  paymentIntentOf,
  refundOf,
  setupIntentOf,
  signedEvent,
} from './objects.ts';

/** What becomes of the next request: it is not done, or done with its response lost. */
export type Fault = 'is busy' | 'fails' | 'loses the response';

interface Saved {
  readonly request: string;
  readonly outcome: Outcome;
}

/** The payments and saved methods of one secret key. */
interface Account {
  readonly account: ReturnType<typeof createAccount>;
  readonly methods: ReturnType<typeof createMethods>;
}

/** Stripe keeps the outcome of a call under its key for at least a day. */
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
    if (fault === 'is busy') {
      const code = 'idempotency_key_in_use';
      return toResponse(failure(409, { type: 'idempotency_error', code }));
    }
    if (fault === 'fails') return toResponse(failure(500, { type: 'api_error' }));
    const form = formOf(request.method === 'GET' ? searchParams : new URLSearchParams(text));
    const act = () => actOn(allOf(secretKey), `${request.method} ${pathname}`, form);
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
    confirm(secretKey: string, clientSecret: string, card: Card = 'succeeds') {
      const { account, methods } = allOf(secretKey);
      if (clientSecret.startsWith('seti_')) methods.confirm(clientSecret, card);
      else account.confirm(clientSecret, card);
    },
    /** Methods that are kept. */
    kept: (secretKey: string) => allOf(secretKey).methods.kept(),
    setups: (secretKey: string) => allOf(secretKey).methods.setups(),
    /** What somebody does in Stripe's dashboard. */
    refundByHand: (secretKey: string, id: string, amount: number) =>
      accountOf(secretKey).refund(id, amount, {}),
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

function toResponse({ status, body }: Outcome): Response {
  const headers = { 'Request-Id': `req_${crypto.randomUUID()}` };
  return Response.json(body, { status, headers });
}

function actOn({ account, methods }: Account, call: string, form: Form): object {
  const [, id = '', action] =
    /(?:payment_intents|setup_intents|payment_methods)\/(\w+)(?:\/(\w+))?$/.exec(call) ?? [];
  switch (call.replace(id && `/${id}`, '')) {
    case 'POST /v1/payment_intents':
      return paymentIntentOf(create({ account, methods }, form));
    case 'GET /v1/payment_intents': {
      form.only(...(id ? [] : ['customer', 'limit']));
      if (id) return paymentIntentOf(account.find(id));
      const payments = account.paymentsOf(form.text('customer'));
      return listOf('/v1/payment_intents', payments.map(paymentIntentOf));
    }
    case 'POST /v1/payment_intents/capture':
      form.only('amount_to_capture');
      return paymentIntentOf(account.capture(id, form.integer('amount_to_capture')));
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

/** Of a saved method it is confirmed at once, while the customer is away. */
function create({ account, methods }: Account, form: Form): Payment {
  const amount = form.integer('amount');
  const currency = form.text('currency');
  const isThreeDecimal = /^(bhd|jod|kwd|omr|tnd)$/.test(currency);
  if (amount < 1 || (isThreeDecimal && amount % 10 !== 0)) {
    throw new StripeRefusal(400, { code: 'parameter_invalid_integer', param: 'amount' });
  }
  const types = form.list('allowed_payment_method_types');
  const given = { amount, currency, methods: types, metadata: form.map('metadata') };
  if (!form.has('customer')) {
    form.only(...common, 'capture_method');
    return account.create({ ...given, isManual: form.text('capture_method') === 'manual' });
  }
  form.only(...common, 'customer', 'payment_method', 'confirm', 'off_session');
  form.is('confirm', 'true');
  form.is('off_session', 'true');
  const customer = form.text('customer');
  return methods.charge(form.text('payment_method'), { ...given, customer, isManual: false });
}
