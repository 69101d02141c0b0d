import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { toInstant } from '../../../proxy/clock.ts';
import { runCommand, usage } from '../../../proxy/operations/client-command.ts';
import type { Api } from '../../../proxy/platform/index.ts';
import { type Operation, operations } from '../../../proxy/platform/operations.ts';
import type { NewOrder } from '../../../proxy/platform/order-body.ts';
import { createPlatform, type Platform } from '../../../proxy/platform/platform.ts';
import type { Fetch } from '../../../proxy/ports.ts';
import { DAY } from '../../../src/contract/milliseconds.ts';
import { orderRequest } from '../../../src/contract/order.schema.ts';
import { quotedOrder } from '../../../src/contract/quote.schema.ts';
import { filesBelow } from '../../support/files.ts';
import { createWorldOfSite, START, type World } from '../../support/world.ts';
import { fieldsOf, keyOf, type Row } from './rows.ts';
import { leavesOf, sampleOf } from './sample.ts';

/** What is asked of the platform or sent to it, by the key of its row, and by whom. */
export type Asked = ReadonlyMap<string, ReadonlySet<string>>;

type Method = Exclude<keyof Platform, 'latestTime' | 'steadyTime'>;
const [FROM, TO] = [toInstant(START), toInstant(START + 30 * DAY)];
/** An id that fits into no path, so that it is looked for in a list. */
const ODD = '..';

const orderOf = (kind: NewOrder['quote']['kind']) =>
  ({
    external_reference: 'reference',
    date: FROM,
    payment_date: FROM,
    quote: { ...(sampleOf(quotedOrder) as object), kind },
    request: sampleOf(orderRequest),
    questions: [],
  }) as unknown as NewOrder;

/** Each method of what the proxy asks of the platform, called in every way. */
const methods: { readonly [Name in Method]: (platform: Platform) => Promise<unknown>[] } = {
  events: (platform) => [platform.events()],
  changedEvents: (platform) => [platform.changedEvents(FROM)],
  eventsById: (platform) => [platform.eventsById(['1'])],
  firstDates: (platform) => [platform.firstDates()],
  products: (platform) => [platform.products()],
  productsById: (platform) => [platform.productsById(['1'])],
  changedProducts: (platform) => [platform.changedProducts(FROM)],
  datesBetween: (platform) => [platform.datesBetween(FROM, TO, 100_000)],
  changedDates: (platform) => [platform.changedDates(FROM)],
  datesOfEvent: (platform) => ['1', ODD].map((id) => platform.datesOfEvent(id, FROM, TO)),
  datesById: (platform) => [platform.datesById(['1'])],
  datesOfEventById: (platform) => [platform.datesOfEventById('1', ['1'])],
  vendor: (platform) => ['1', ODD].map((id) => platform.vendor(id)),
  findOrders: (platform) => [platform.findOrders('reference')],
  orderDetails: (platform) => [platform.orderDetails(['1'])],
  changedOrders: (platform) => [platform.changedOrders(FROM)],
  createOrder: (platform) =>
    (['BOOKING', 'REQUEST'] as const).map((kind) =>
      platform.createOrder(orderOf(kind), () => 1_000),
    ),
};

/** What the proxy asks of the platform, found by calling every method on the sandbox. */
export async function askedByProxy(vendor: string): Promise<Asked> {
  const asked = createAsked();
  const world = createWorldOfSite({ vendors: [vendor] });
  let method: Method = 'events';
  const record: Fetch = async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const [name, operation] = operationOf(request.method, pathname);
    asked.operation(name, name === 'obtainToken' ? name : method);
    asked.parameters(operation, Object.fromEntries(searchParams), method);
    if (operation.body) asked.body(operation, await request.clone().json(), method);
    const response = await respond(request, name);
    // Without it, a list has a second page.
    response.headers.delete('Link');
    return response;
  };
  /** The sandbox has no orders yet. */
  const respond = async (request: Request, name: string) =>
    name === 'listOrders' ? Response.json([{ id: '1', code: 'A' }]) : world.sandbox(request);
  const platform = createPlatform(world.context(record));
  for (method of Object.keys(methods) as Method[]) {
    // The sandbox has none of these ids.
    await Promise.allSettled(methods[method](platform));
  }
  return asked.rows;
}

/** What the client's command asks, found by running each command of its usage. */
export async function askedByCommand(): Promise<Asked> {
  const asked = createAsked();
  let command = '';
  const record = (name: string) => (input: Readonly<Record<string, unknown>>) => {
    const operation = (operations as Readonly<Record<string, Operation>>)[name];
    if (!operation) throw new Error(`There is no operation ${name}.`);
    asked.operation(name, command);
    asked.parameters(operation, input, command);
    // The file may have whatever the operation takes.
    if (operation.body) asked.wholeBody(operation, command);
    return Promise.resolve(operation.items ? [] : recordReads(operation.class));
  };
  const recordReads = (of: string) =>
    new Proxy({ id: '', processed_items: 1 } as Readonly<Record<string, unknown>>, {
      get(item, field) {
        asked.fields(of, [String(field)], command);
        return item[String(field)];
      },
    });
  const api = new Proxy({} as Api, { get: (_, name) => record(String(name)) });
  for (const [, thing = '', verb = ''] of usage.matchAll(/(\w+) (list|create|update)\b/g)) {
    command = `${thing} ${verb}`;
    const options = verb === 'list' ? ['--since', '2026-11-21', '--csv'] : ['17', '--file', 'a'];
    await runCommand([thing, verb, ...options], {
      api,
      readText: () => (thing.endsWith('s') ? '[{}]' : '{}'),
      out: (csv) => {
        if (verb === 'list') asked.fields(thing, csv.trim().split(','), command);
      },
      error: (text) => {
        throw new Error(text);
      },
    });
  }
  return asked.rows;
}

/** Which parameters of the platform's lists visitors may use on the proxy, which applies them. */
export async function allowedToVisitors(
  rows: readonly Row[],
  { get, site }: World,
): Promise<Asked> {
  const asked = createAsked();
  const [event] = (await get<{ id: string }[]>('/v3/events')).body;
  const paths: Readonly<Record<string, string>> = {
    events: '/v3/events',
    dates: `/v3/events/${event?.id}/dates`,
    products: '/v3/products',
  };
  for (const { kind, of, name, value } of rows) {
    const path = paths[of];
    if (kind !== 'parameter' || value !== undefined || !path) continue;
    const { body } = await get<object>(`${path}?${name}=1`);
    const isAllowed = !JSON.stringify(body).includes('unknown parameter');
    if (isAllowed) asked.parameter(of, name, 'visitors');
    // Not of the fields that a form has, which are another thing.
    if (of === 'events' && name !== 'fields' && name in site) asked.parameter(of, name, 'site');
  }
  return asked.rows;
}

/** The operations that the workbench and its server call by their names, by file. */
export function calledByWorkbench(): Asked {
  const asked = createAsked();
  const files = filesBelow('demo', '.ts').filter((file) => !file.startsWith('demo/sandbox/'));
  for (const file of files) {
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
    const visit = (node: ts.Node): void => {
      const name = ts.isCallExpression(node) ? calledIn(node) : '';
      if (Object.hasOwn(operations, name)) asked.operation(name, file);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return asked.rows;
}

/** `createEvent` of `api.createEvent(…)` and of `pathOf('createEvent')`. */
function calledIn({ expression, arguments: [first] }: ts.CallExpression): string {
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text;
  const isPath = ts.isIdentifier(expression) && expression.text === 'pathOf';
  return isPath && first && ts.isStringLiteral(first) ? first.text : '';
}

function createAsked() {
  const rows = new Map<string, Set<string>>();
  const add = (row: Row, by: string) => {
    const key = keyOf(row);
    rows.set(key, (rows.get(key) ?? new Set()).add(by));
  };
  const addWith = (row: Row, value: unknown, by: string) => {
    add(row, by);
    if (typeof value === 'string') add({ ...row, value }, by);
  };
  return {
    rows,
    operation: (name: string, by: string) => add({ of: '', kind: 'operation', name }, by),
    parameter: (of: string, name: string, by: string) => add({ of, kind: 'parameter', name }, by),
    parameters({ class: of, parameters }: Operation, given: object, by: string) {
      for (const [name, value] of parameters ? Object.entries(given) : []) {
        if (value !== undefined) addWith({ of, kind: 'parameter', name }, value, by);
      }
    },
    fields(of: string, names: readonly string[], by: string) {
      for (const name of names) add({ of, kind: 'field', name }, by);
    },
    body({ class: of }: Operation, body: unknown, by: string) {
      for (const [name, value] of leavesOf(body)) {
        addWith({ of, kind: 'input', name }, JSON.parse(value), by);
      }
    },
    wholeBody({ class: of, body }: Operation, by: string) {
      for (const { path: name, values } of body ? fieldsOf(body) : []) {
        for (const value of [undefined, ...values]) addWith({ of, kind: 'input', name }, value, by);
      }
    },
  };
}

function operationOf(method: string, pathname: string): [string, Operation] {
  const found = Object.entries<Operation>(operations).find(
    ([, operation]) =>
      operation.method === method &&
      new RegExp(`^${operation.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
  );
  if (!found) throw new Error(`${method} ${pathname} is no operation.`);
  return found;
}
