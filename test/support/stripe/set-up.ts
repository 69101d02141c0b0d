import type Stripe from 'stripe';
import { balanceOf, type Settlement } from './balance.ts';
import { failure } from './errors.ts';
import { listOf } from './objects.ts';
import published from './published-objects.json' with { type: 'json' };
import type { StripeServer } from './server.ts';

/** What the dashboard of an account has, besides its payments. */
export interface StripeSetUp {
  /** With all permissions. Its payments are those of the server under this key. */
  readonly secret_key: string;
  readonly publishable_key: string;
  /** Publishable keys of other accounts. */
  readonly strangers?: readonly string[];
  /** The permissions of its restricted keys, by their names in error messages. */
  readonly restricted?: Readonly<Record<string, readonly string[]>>;
  readonly charges_enabled?: boolean;
  readonly disabled_reason?: string;
  readonly default_currency?: string;
  readonly webhooks?: readonly Partial<Stripe.WebhookEndpoint>[];
  readonly settlement?: Settlement;
}

/** The permissions by path, without `_read` and `_write`, of which the latter includes the former. */
const permissions: Readonly<Record<string, string>> = {
  payment_intents: 'rak_payment_intent',
  refunds: 'rak_charge',
  customers: 'rak_customer',
  setup_intents: 'rak_setup_intent',
  payment_methods: 'rak_payment_method',
  account: 'rak_accounts_kyc_basic',
  balance_transactions: 'rak_balance',
  webhook_endpoints: 'rak_webhook',
};

/**
 * The server of payments, behind the keys of one account: its restricted keys do what they have a
 * permission for, and its publishable key reads a payment by its client secret.
 */
export function createStripeSetUp(server: StripeServer, setUp: StripeSetUp) {
  const { secret_key, publishable_key, strangers = [], restricted = {} } = setUp;

  async function respond(request: Request): Promise<Response> {
    const key = /^Bearer (\w+)$/.exec(request.headers.get('Authorization') ?? '')?.[1] ?? '';
    if (key.startsWith('pk_')) return respondToPage(request, key);
    const lacking = lackingPermission(request, restricted[key]);
    if (lacking) return refuse(403, { message: messageOf(key, lacking) });
    if (key !== secret_key && !restricted[key]) return server.respond(request);
    const headers = new Headers(request.headers);
    headers.set('Authorization', `Bearer ${secret_key}`);
    return respondToShop(new Request(request, { headers }));
  }

  /**
   * "You can retrieve a PaymentIntent client-side using a publishable key when the client_secret is in
   * the query string." (docs.stripe.com/api/payment_intents/retrieve)
   */
  async function respondToPage(request: Request, key: string): Promise<Response> {
    if (![publishable_key, ...strangers].includes(key)) {
      return refuse(401, { message: 'Invalid API Key provided' });
    }
    const { pathname, searchParams } = new URL(request.url);
    const [, id] = /^\/v1\/payment_intents\/(\w+)$/.exec(pathname) ?? [];
    const isOurs = key === publishable_key;
    const payment = server.payments(secret_key).find((one) => isOurs && one.id === id);
    if (request.method !== 'GET' || !payment) {
      return refuse(404, { code: 'resource_missing', param: 'intent' });
    }
    if (payment.client_secret !== searchParams.get('client_secret')) {
      return refuse(400, { code: 'payment_intent_invalid_parameter' });
    }
    return server.respond(readOf(payment.id));
  }

  async function respondToShop(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const call = `${request.method} ${pathname}`;
    if (call === 'GET /v1/account') return Response.json(accountOf(setUp));
    if (call === 'GET /v1/webhook_endpoints') {
      const { webhooks = [] } = setUp;
      const all = webhooks.map((own) => ({ ...published.webhook_endpoint, ...own }));
      return Response.json(listOf('/v1/webhook_endpoints', all));
    }
    if (call === 'GET /v1/balance_transactions') return Response.json(balancePage(searchParams));
    // Newest first.
    if (call === 'GET /v1/payment_intents' && !searchParams.has('customer')) {
      const newest = server.payments(secret_key).at(-1);
      const data = newest
        ? [(await (await server.respond(readOf(newest.id))).json()) as object]
        : [];
      return Response.json(listOf('/v1/payment_intents', data));
    }
    if (/^POST \/v1\/customers\/\w+$/.test(call)) {
      return refuse(404, { code: 'resource_missing', param: 'id' });
    }
    return server.respond(request);
  }

  /** At most `limit` entries, those after `starting_after`. */
  function balancePage(parameters: URLSearchParams) {
    const refundsOf = (id: string) => server.refunds(secret_key, id);
    const since = Number(parameters.get('created[gte]') ?? 0);
    const all = balanceOf(server.payments(secret_key), refundsOf, setUp.settlement);
    const recent = all.filter(({ created }) => created >= since);
    const after = recent.findIndex(({ id }) => id === parameters.get('starting_after')) + 1;
    const end = after + Number(parameters.get('limit') ?? 10);
    const isExpanded = parameters.get('expand[0]') === 'data.source';
    const data = recent
      .slice(after, end)
      .map((one) => (isExpanded ? one : { ...one, source: (one.source as { id: string }).id }));
    return { ...listOf('/v1/balance_transactions', data), has_more: end < recent.length };
  }

  function readOf(id: string): Request {
    const headers = { Authorization: `Bearer ${secret_key}` };
    return new Request(`https://api.stripe.com/v1/payment_intents/${id}`, { headers });
  }

  return { respond };
}

function lackingPermission(
  { method, url }: Request,
  given: readonly string[] | undefined,
): string | undefined {
  const [, resource = ''] = /^\/v1\/(\w+)/.exec(new URL(url).pathname) ?? [];
  const name = permissions[resource];
  if (!given || name === undefined) return undefined;
  const isAllowed =
    given.includes(`${name}_write`) || (method === 'GET' && given.includes(`${name}_read`));
  return isAllowed ? undefined : `${name}_${method === 'GET' ? 'read' : 'write'}`;
}

/** As developers report it. */
function messageOf(key: string, permission: string): string {
  return (
    `The provided key '${key}' does not have the required permissions for this endpoint on account ` +
    `'acct_1'. Having the '${permission}' permission would allow this request to continue.`
  );
}

/** Of the account's own fields, those that say whether it can charge. */
function accountOf(setUp: StripeSetUp) {
  const { charges_enabled = true, disabled_reason = null, default_currency = 'eur' } = setUp;
  return {
    id: 'acct_1',
    object: 'account',
    charges_enabled,
    default_currency,
    requirements: { disabled_reason },
  } satisfies Partial<Record<keyof Stripe.Account, unknown>>;
}

function refuse(status: number, fields: Parameters<typeof failure>[1]): Response {
  return Response.json(failure(status, fields).body, { status });
}
