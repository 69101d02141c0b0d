import { HOUR } from '#contract/milliseconds';
import type { Create } from '../judge/evidence.ts';
import type { Dice } from '../simulation/dice.ts';
import { type Forward, listenRelay } from './relay.ts';

/** A response that showed another order than was sent. */
export interface Lie {
  /** Of the order in the platform's books. */
  readonly id: string;
  /** The number of the proxy that received it. */
  readonly proxy: number;
  /** Milliseconds since the run began. */
  readonly at: number;
}

/** A gateway for each proxy, between it and the platform. */
export interface Gateways {
  readonly urls: readonly string[];
  /** By reference: all creates, and what the gateways have done to them. */
  readonly creates: ReadonlyMap<string, readonly Create[]>;
  readonly lies: readonly Lie[];
  /** How often each kind of fault has struck. */
  readonly struck: Readonly<Record<string, number>>;
  /** From now on they lie; before, everything passes as it is. */
  disturb(): void;
  calm(): void;
  close(): Promise<void>;
}

export interface GatewaysOptions {
  readonly count: number;
  readonly platformUrl: string;
  readonly dice: Dice;
  /** Milliseconds since the run began. */
  readonly elapsed: () => number;
}

interface WireOrder {
  readonly id: string;
  readonly external_reference: string;
  readonly tickets: readonly { readonly participants: readonly unknown[] }[];
}

const REPEATED = 0.03;
const ERROR_AFTER = 0.05;
const LIED = 0.03;
const ANOTHER_REFERENCE = 0.01;
// A lie that cannot be told from the truth, so it is rare.
const DENIED = 0.005;

const YEAR = 8_760 * HOUR;
const dateErrors = [0, 0, YEAR, -YEAR, HOUR, -HOUR] as const;
/** How long a `Date` is wrong in the same way, in milliseconds. */
const DATE_CHANGES = 3_000;
const JUMPING = 0.2;

/** Milliseconds in which a response reaches a proxy before its timeout. */
const CERTAINLY_HEARD = 500;

const statuses = [400, 401, 403, 404, 409, 422, 429, 500, 502, 503] as const;
const noes = [400, 401, 404, 409, 422, 429] as const;
/** None of them is the platform's own error body (spec, Errors). */
const foreignBodies = [
  '',
  '<!doctype html><title>Bad gateway</title><h1>Bad gateway</h1>',
  JSON.stringify({ message: 'Unauthorized' }),
  JSON.stringify({ code: 'upstream_failed', message: 'The upstream has failed.' }),
  JSON.stringify([]),
] as const;

/** Gateways that repeat creates, answer in the platform's place, and set wrong dates. */
export async function openGateways(options: GatewaysOptions): Promise<Gateways> {
  const { count, platformUrl, dice, elapsed } = options;
  const creates = new Map<string, Create[]>();
  const lies: Lie[] = [];
  const struck: Record<string, number> = {};
  let isCalm = true;
  let dateError = 0;
  let dateChangesAt = 0;

  function strikes(fault: string, probability: number): boolean {
    if (isCalm || !dice.chance(probability)) return false;
    struck[fault] = (struck[fault] ?? 0) + 1;
    return true;
  }

  async function create(request: Request, forward: Forward, proxy: number): Promise<Response> {
    const receivedAt = elapsed();
    const body = await request.text();
    const { url, headers, signal } = request;
    const send = () => forward(new Request(url, { method: 'POST', headers, body, signal }));
    const { external_reference } = JSON.parse(body) as WireOrder;
    const own: Create = { sentAt: receivedAt, isDenied: false };
    const all = creates.get(external_reference) ?? [];
    creates.set(external_reference, all);
    const index = all.push(own) - 1;
    const response = await send();
    if (response.status !== 201) return response;
    if (strikes('repeated', REPEATED)) {
      all[index] = { ...own, placed: 2 };
      await (await send()).body?.cancel();
    }
    if (strikes('error-after-create', ERROR_AFTER)) {
      return refuse(response, dice.pick(statuses), dice.pick(foreignBodies));
    }
    if (strikes('denied', DENIED)) {
      all[index] = { ...own, ...all[index], isDenied: true };
      const status = dice.pick(noes);
      const error = { message: 'no', code: `${status}01`, user_message: 'No.' };
      return refuse(response, status, JSON.stringify(error));
    }
    const isOfOther = strikes('another-reference', ANOTHER_REFERENCE);
    if (!isOfOther && !strikes('lied', LIED)) return response;
    const order = (await response.json()) as WireOrder;
    const { status } = response;
    if (isOfOther) return Response.json({ ...order, external_reference: 'OTHER' }, { status });
    const isHeard = !signal.aborted && elapsed() - receivedAt < CERTAINLY_HEARD;
    if (isHeard) lies.push({ id: order.id, proxy, at: elapsed() });
    return Response.json({ ...order, ...differenceFrom(order, dice) }, { status });
  }

  /** The `Date` is wrong for some seconds, and then in another way. */
  function withDate(response: Response): Response {
    if (isCalm) return response;
    if (elapsed() > dateChangesAt) {
      dateChangesAt = elapsed() + dice.delay(DATE_CHANGES, 3 * DATE_CHANGES);
      dateError = dice.pick(dateErrors);
    }
    const error = dice.chance(JUMPING) ? dice.pick(dateErrors) : dateError;
    if (error === 0) return response;
    struck['wrong-date'] = (struck['wrong-date'] ?? 0) + 1;
    response.headers.set('Date', new Date(Date.now() + error).toUTCString());
    return response;
  }

  async function handle(request: Request, forward: Forward, proxy: number): Promise<Response> {
    const isCreate = request.method === 'POST' && new URL(request.url).pathname === '/v3/orders';
    return withDate(await (isCreate ? create(request, forward, proxy) : forward(request)));
  }

  const relays = await Promise.all(
    Array.from({ length: count }, (_, proxy) =>
      listenRelay(platformUrl, (request, forward) => handle(request, forward, proxy)),
    ),
  );
  return {
    urls: relays.map(({ url }) => url),
    creates,
    lies,
    struck,
    disturb: () => (isCalm = false),
    calm: () => (isCalm = true),
    close: async () => void (await Promise.all(relays.map((relay) => relay.close()))),
  };
}

async function refuse(response: Response, status: number, body: string): Promise<Response> {
  await response.body?.cancel();
  const isJson = /^[{[]/.test(body);
  const headers = { 'Content-Type': isJson ? 'application/json' : 'text/html' };
  return new Response(body, { status, headers });
}

function differenceFrom({ tickets }: WireOrder, dice: Dice): object {
  const [ticket] = tickets;
  return dice.pick([
    { vendor_id: 'another vendor' },
    { currency: 'CHF' },
    { total_invoice: '1.00' },
    { tickets: [{ ...ticket, date_id: 'another date' }] },
    { tickets: [{ ...ticket, participants: ticket?.participants.slice(1) }] },
    { products: [{ product_id: 'never ordered', amount: 1 }] },
  ]);
}
