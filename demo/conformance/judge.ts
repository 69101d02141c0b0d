import assert, { AssertionError } from 'node:assert/strict';
import { SECOND } from '#contract/milliseconds';
import { type OperationName, operations } from '../../proxy/platform/operations.ts';
import { addressOf, type Input } from './address.ts';
import { createRecorder, type Exchange } from './exchange.ts';
import { pace } from './pacing.ts';
import { type Attempt, decide } from './second-look.ts';
import { sentenceOf } from './sentences.ts';
import { Untried } from './untried.ts';

/** The platform to judge. */
export interface Candidate {
  /** Without a slash at the end, and without `/v3`. */
  readonly url: string;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly client: Credentials;
  /**
   * The token of that client, where another program has obtained it: a second request may end the
   * first token. The judge requests one itself if this is left out.
   */
  readonly token?: () => Promise<Item>;
  /** A client that acts for one vendor (Authentication 7); left out without one. */
  readonly vendorClient?: Credentials;
  /** Milliseconds since the epoch, by the platform's clock. */
  readonly now: () => number;
  /** Whether orders may be placed there. */
  readonly mayWrite: boolean;
  /** Whether a rule may wait for minutes. */
  readonly mayWait: boolean;
  /** Notifications that the platform's receiver has got; left out without a receiver. */
  readonly deliveries?: Deliveries;
  /** Is told of everything that a rule has written and that stays, with its id. */
  readonly leave?: (what: string) => void;
  /** Waits so many milliseconds before something is tried again. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

interface Credentials {
  readonly id: string;
  readonly secret: string;
}

export interface Deliveries {
  /** The first notification of an order, or undefined when none has come in time. */
  of(order_id: string): Promise<Delivery | undefined>;
}

export interface Delivery {
  readonly method: string;
  readonly contentType: string;
  readonly body: Item;
}

/** An item of a list, about which nothing is assumed. */
export type Item = Readonly<Record<string, unknown>>;

export function skip(reason: string): never {
  throw new Untried(reason);
}

/** The first that fits, without which a rule cannot be tried. */
export function need<T>(items: Iterable<T>, fits: (item: T) => boolean, what: string): T {
  for (const item of items) if (fits(item)) return item;
  return skip(`there is no ${what} here`);
}

interface Rule {
  /** `section of the spec: what it demands` */
  readonly title: string;
  readonly run: (platform: Platform) => Promise<void>;
}

const rules: Rule[] = [];

/** A demand of the spec, which any platform has to meet. */
export function rule(title: string, run: Rule['run']): void {
  rules.push({ title, run });
}

export interface Verdict {
  readonly title: string;
  readonly outcome: 'kept' | 'broken' | 'skipped';
  /** The reason why it is broken or skipped, in one line. */
  readonly reason: string;
  /** What the specification says. */
  readonly sentence: string;
  /** The calls that show it; none unless it is broken. */
  readonly exchanges: readonly Exchange[];
}

/** How many rules there are. */
export const ruleCount = () => rules.length;

/** Tries the rules on the platform, by default every one, one by one, with one token. */
export async function judge(
  candidate: Candidate,
  isTried?: (title: string) => boolean,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for await (const verdict of judgeEach(candidate, isTried)) verdicts.push(verdict);
  return verdicts;
}

/** The same, with each verdict as soon as it is known. */
export async function* judgeEach(
  candidate: Candidate,
  isTried: (title: string) => boolean = () => true,
): AsyncGenerator<Verdict> {
  const recorder = createRecorder(candidate.fetch);
  const fetch = pace(recorder.fetch, candidate);
  const { vendorClient } = candidate;
  const { token: _, ...others } = candidate;
  const platform = {
    ...openPlatform({ ...candidate, fetch }),
    vendor: vendorClient && openPlatform({ ...others, fetch, client: vendorClient }),
  };
  for (const { title, run } of rules) {
    if (!isTried(title)) continue;
    const attempt = async (): Promise<Attempt> => {
      recorder.begin();
      const failure = await failureOf(() => run(platform));
      return { failure, exchanges: recorder.exchanges() };
    };
    const readAgain = async (exchange: Exchange): Promise<string> => {
      const request = recorder.requestOf(exchange);
      recorder.begin();
      if (request) await fetch(request);
      return recorder.exchanges().at(-1)?.received ?? '';
    };
    const decision = await decide(attempt, readAgain, candidate.pause);
    yield { title, sentence: sentenceOf(title), ...decision };
  }
}

async function failureOf(run: () => Promise<void>): Promise<Error | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

/** The calls that a rule can make, as one client. */
export type Client = ReturnType<typeof openPlatform>;
export interface Platform extends Client {
  readonly vendor: Client | undefined;
}

function openPlatform(candidate: Candidate) {
  const { url, fetch, client, token, now, deliveries, pause, leave = () => {} } = candidate;
  const { mayWrite, mayWait } = candidate;
  // "Only one active token per client per hour" (Authentication 4), so all rules share it.
  let tokenResponse: Promise<Item> | undefined;
  let tokenEnds = Infinity;

  async function requestToken(changes: Input = {}): Promise<Response> {
    const { id: client_id, secret: client_secret } = client;
    const form = { grant_type: 'client_credentials', client_id, client_secret, ...changes };
    const body = new URLSearchParams(form);
    return send(operations.obtainToken.path, { method: operations.obtainToken.method, body });
  }

  async function ownToken(): Promise<Item> {
    if (token) return token();
    if (now() >= tokenEnds) tokenResponse = undefined;
    tokenResponse ??= requestToken().then(async (response) => {
      if (!response.ok) throw new Error(`the platform gave no token: ${response.status}`);
      const token = (await response.json()) as Item;
      tokenEnds = now() + Number(token['expires_in']) * SECOND;
      if (Number.isNaN(tokenEnds)) tokenEnds = Infinity;
      return token;
    });
    return tokenResponse;
  }

  /** Anything at all, as it is, without a token: wrong requests too. */
  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(new Request(url + path, init));
  }

  /** An operation by its name, with what its path and its query need, and its body. */
  async function call(name: OperationName, input: Input = {}, body?: unknown): Promise<Response> {
    const { access_token } = await ownToken().catch((error: Error) => skip(error.message));
    const { method } = operations[name];
    const response = await send(addressOf(name, input), {
      method,
      headers: {
        Authorization: `Bearer ${String(access_token)}`,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    // It may have been ended elsewhere, and is not the judge's to replace.
    if (token && response.status === 401) skip('the platform refuses the token that it gave');
    return response;
  }

  /** One response of a list. */
  async function page(name: OperationName, input: Input = {}): Promise<Item[]> {
    const { path, table } = operations[name];
    const response = await call(name, input);
    if (response.status === 403) skip(`the client may not read ${path}`);
    // The spec fixes the paths of Table A alone.
    if (table === 'B' && isMissing(response)) skip(`there is no ${path} here`);
    // "Success status codes of all operations: not shown" (Table B). Parts of lists come with 206.
    assert.ok(response.ok, `${path} responds with ${response.status}`);
    const items: unknown = await response.json();
    assert.ok(Array.isArray(items), `${path} is an array`);
    return items as Item[];
  }

  /**
   * Reads a whole list. The spec fixes no page size, so the list ends when a page brings nothing
   * new.
   */
  async function list(name: OperationName, input: Input = {}): Promise<Item[]> {
    const items = new Map<unknown, Item>();
    for (;;) {
      const before = items.size;
      const offset = before === 0 ? {} : { offset: String(before) };
      for (const item of await page(name, { ...input, ...offset })) items.set(item['id'], item);
      if (items.size === before) return [...items.values()];
    }
  }

  /** For what lists show some time after it was written. */
  async function eventually(look: () => Promise<void>): Promise<void> {
    for (const wait of [1_000, 2_000, 4_000, 8_000, 16_000, 32_000]) {
      const failure = await failureOf(look);
      if (!failure) return;
      if (!(failure instanceof AssertionError)) throw failure;
      await pause(wait);
    }
    await look();
  }

  return {
    now,
    mayWrite,
    mayWait,
    eventually,
    deliveries,
    ownToken,
    /** Whether the token is another program's. */
    isTokenGiven: token !== undefined,
    requestToken,
    send,
    call,
    page,
    list,
    pause,
    leave,
    /** Undefined where the platform does not say. */
    scopes: async () => {
      const { scope } = await ownToken();
      return typeof scope === 'string' ? scope.split(' ') : undefined;
    },
  };
}

/** Whether there is no such operation: the spec leaves paths and methods of Table B open. */
export function isMissing({ status }: Response): boolean {
  return [404, 405, 501].includes(status);
}

/** `YYYY-MM-DDThh:mm:ssZ` (Conventions). */
export function instant(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19) + 'Z';
}

export const idOf = (item: Item) => String(item['id']);
export const textOf = (item: Item, field: string) => String(item[field] ?? '');

/** Asserts the same items in any order. */
export function assertSame(actual: readonly Item[], expected: readonly Item[], what: string): void {
  assert.deepEqual(actual.map(idOf).sort(), expected.map(idOf).sort(), what);
}

export function assertWithin(some: readonly Item[], all: readonly Item[], what: string): void {
  const ids = new Set(all.map(idOf));
  for (const item of some) assert.ok(ids.has(idOf(item)), `${what}: ${idOf(item)}`);
}

/** The items of a list in a field: one object where a list is meant counts as one of them. */
export function itemsIn(item: Item, field: string): Item[] {
  const value = item[field];
  if (value === undefined || value === null || value === '') return [];
  return [value].flat() as Item[];
}
