import type { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Fetch, Priority } from '../ports.ts';
import type { PlatformResponse } from './client.ts';
import { connect } from './connect.ts';
import type { Credentials, PlatformContext } from './context.ts';
import { UnexpectedShape } from './errors.ts';
import { type AnyInput, type CallName, toCall, toIssues } from './operation-call.ts';
import { type Operation, type Operations, operations, type PathIds } from './operations.ts';
import { PAGE_SIZE, readPages } from './pages.ts';
import { createResilience } from './resilience.ts';
import { eventsAndDates } from './resources/date.ts';
import { toList } from './wire-list.ts';

/** Where the token and the count of calls are kept, so that all processes share them. */
export type ApiStore = PlatformContext['store'];

export interface ApiOptions {
  /** The platform's address, without `/v3`. */
  readonly url: string;
  /** The OAuth client. Its secret seals the token in the store. */
  readonly client: Credentials;
  /** The platform gives one token per client and hour, so this has to outlive the process. */
  readonly store: ApiStore;
  readonly fetch?: Fetch;
  /** Milliseconds since the epoch. */
  readonly clock?: Clock;
  /** Milliseconds since some moment, which never jumps. */
  readonly monotonic?: Clock;
  /** Takes a line per call, without anything of its content. */
  readonly log?: Log;
  /** For each request. */
  readonly timeoutSeconds?: number;
  /** The month's budget. From 80 % of it on, calls are refused by their priority. */
  readonly callsPerMonth?: number;
}

export interface CallOptions {
  /** Whom the call is for; `visitor` when left out. */
  readonly priority?: Priority;
  /**
   * Is given the items that lack what the spec promises, and leaves them out of their list. Without
   * it, one of them fails the call.
   */
  readonly onSkipped?: (item: UnexpectedShape) => void;
}

type Empty = Record<never, never>;
type ParametersOf<Of> = Of extends { parameters: infer Schema extends z.ZodType }
  ? z.input<Schema>
  : Empty;
type BodyOf<Of> = Of extends { body: infer Schema extends z.ZodType }
  ? { readonly body: z.input<Schema> }
  : Empty;

/** Identifiers of the path and query parameters by name, and the body. */
export type Input<Name extends CallName> = Readonly<
  Record<PathIds<Operations[Name]['path']>, string>
> &
  ParametersOf<Operations[Name]> &
  BodyOf<Operations[Name]>;

/** What an operation resolves to: of a list, one item. */
export type Output<Name extends CallName> = Operations[Name] extends {
  items: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : Operations[Name] extends { response: infer Schema extends z.ZodType }
    ? z.output<Schema>
    : never;

export type ListName = {
  [Name in CallName]: Operations[Name] extends { items: z.ZodType } ? Name : never;
}[CallName];

type Arguments<In> = Empty extends In
  ? [input?: In, options?: CallOptions]
  : [input: In, options?: CallOptions];
type WithFields<Name extends ListName> = Input<Name> & { readonly fields: readonly string[] };
type WithoutFields<Name extends ListName> = Input<Name> & { readonly fields?: undefined };

/** All items: of all pages, unless `limit` or `offset` asks for one. */
interface List<Name extends ListName> {
  /** With `fields`, items have these alone. */
  (input: WithFields<Name>, options?: CallOptions): Promise<Partial<Output<Name>>[]>;
  (...given: Arguments<WithoutFields<Name>>): Promise<Output<Name>[]>;
}
/** Page by page, for lists that are too long to hold. */
interface Pages<Name extends ListName> {
  (input: WithFields<Name>, options?: CallOptions): AsyncGenerator<Partial<Output<Name>>[]>;
  (...given: Arguments<WithoutFields<Name>>): AsyncGenerator<Output<Name>[]>;
}

/**
 * API v3 of the platform: a method for each operation of the table in `operations.ts`. Reads are
 * retried, writes never are. Each method rejects with an `ApiError`.
 */
export type Api = {
  readonly [Name in CallName]: Name extends ListName
    ? List<Name>
    : (...given: Arguments<Input<Name>>) => Promise<Output<Name>>;
} & {
  readonly pages: { readonly [Name in ListName]: Pages<Name> };
  readonly count: {
    /**
     * How many items a list has, which is slow (spec, Common list parameters: with_count); undefined
     * if the platform does not say.
     */
    readonly [Name in ListName]: (...given: Arguments<Input<Name>>) => Promise<number | undefined>;
  };
};

/** What the platform is publicly known to allow. */
const CALLS_PER_MONTH = 500_000;

/**
 * Runs wherever there is `fetch`, but in no page: whoever opens a page can read what is in it.
 * @throws {Error} in a page
 */
export function createApi(options: ApiOptions): Api {
  if ('document' in globalThis) {
    throw new Error('Credentials of the platform must not be in a page: call it from a server.');
  }
  return createApiAnywhere(options);
}

/** In a page too: for a client whose secret everybody may know, as those of the sandbox are. */
export function createApiAnywhere(options: ApiOptions): Api {
  const context = toContext(options);
  const client = connect(context, createResilience(context));

  async function send(
    name: CallName,
    input: AnyInput,
    { priority }: CallOptions,
  ): Promise<PlatformResponse> {
    return client.send({ ...toCall(name, input), priority });
  }

  async function* rawPages(name: ListName, input: AnyInput, options: CallOptions) {
    const { limit, offset, accept } = input;
    if (limit !== undefined || offset !== undefined) {
      yield toList((await send(name, input, options)).value);
    } else if (operations[name].items === eventsAndDates) {
      yield* summaryPages(name, input, options);
    } else {
      const call = { ...toCall(name, withId(input)), priority: options.priority };
      yield* readPages(call, client, context, accept as readonly string[] | undefined);
    }
  }

  /** Their parameters page the dates of a summary, which has no id of its own. */
  async function* summaryPages(name: ListName, input: AnyInput, options: CallOptions) {
    for (let offset = 0; ;) {
      const page = { ...input, limit: PAGE_SIZE, offset };
      const { value, hasNextPage } = await send(name, page, options);
      const summaries = toList(value);
      const dates = summaries.flatMap((item) => eventsAndDates.safeParse(item).data?.dates ?? []);
      if (offset === 0 || dates.length > 0) yield summaries;
      if (hasNextPage === false || dates.length === 0) return;
      offset += dates.length;
    }
  }

  async function* pages(name: ListName, input: AnyInput = {}, options: CallOptions = {}) {
    const { items } = operations[name];
    const schema: z.ZodType = input['fields'] ? items.partial() : items;
    for await (const page of rawPages(name, input, options)) {
      yield parseItems(schema, page, options.onSkipped);
    }
  }

  async function list(name: ListName, input?: AnyInput, options?: CallOptions): Promise<unknown[]> {
    const all: unknown[] = [];
    // One by one: spread into a single `push`, a long page would overflow the stack.
    for await (const page of pages(name, input, options)) for (const item of page) all.push(item);
    return all;
  }

  async function one(
    name: CallName,
    input: AnyInput = {},
    options: CallOptions = {},
  ): Promise<unknown> {
    const { response }: Operation = operations[name];
    const { value } = await send(name, input, options);
    return response && parse(response, value);
  }

  async function count(
    name: ListName,
    input: AnyInput = {},
    options: CallOptions = {},
  ): Promise<number | undefined> {
    return (await send(name, { ...input, with_count: true, limit: 1 }, options)).total;
  }

  const names = Object.keys(operations).filter((name) => name !== 'obtainToken') as CallName[];
  const lists = names.filter((name): name is ListName => 'items' in operations[name]);
  const methods = <Name extends CallName>(
    of: readonly Name[],
    method: (name: Name, input?: AnyInput, options?: CallOptions) => unknown,
  ) =>
    Object.fromEntries(
      of.map((name) => [
        name,
        (input?: AnyInput, options?: CallOptions) => method(name, input, options),
      ]),
    );
  return {
    ...methods(names, one),
    ...methods(lists, list),
    pages: methods(lists, pages),
    count: methods(lists, count),
    // Its types are those of the table, which the loops above cannot show to the compiler.
  } as unknown as Api;
}

function toContext({
  url,
  client,
  store,
  fetch = (request) => globalThis.fetch(request),
  clock = Date.now,
  monotonic = () => performance.now(),
  log = () => {},
  timeoutSeconds = 30,
  callsPerMonth = CALLS_PER_MONTH,
}: ApiOptions): PlatformContext {
  return {
    config: {
      PLATFORM_URL: url.replace(/\/+$/, ''),
      PLATFORM_TIMEOUT_SECONDS: timeoutSeconds,
      PLATFORM_BUDGET: callsPerMonth,
      PROXY_SECRET: client.secret,
    },
    site: { client },
    store,
    fetch,
    clock,
    monotonic,
    log,
  };
}

/** Pages are told apart by the ids of their items. */
function withId({ fields, ...input }: AnyInput): AnyInput {
  if (!Array.isArray(fields)) return input;
  return { ...input, fields: [...new Set(['id', ...(fields as unknown[])])] };
}

function parseItems(
  schema: z.ZodType,
  items: readonly unknown[],
  onSkipped: CallOptions['onSkipped'],
): unknown[] {
  if (!onSkipped) return items.map((item) => parse(schema, item));
  return items.flatMap((item) => {
    try {
      return [parse(schema, item)];
    } catch (error) {
      onSkipped(error as UnexpectedShape);
      return [];
    }
  });
}

function parse(schema: z.ZodType, value: unknown): unknown {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  throw new UnexpectedShape(value, toIssues(error));
}
