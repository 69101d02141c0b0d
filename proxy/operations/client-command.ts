import { parseArgs } from 'node:util';
import { type Api, isApiError, type Output } from '../platform/index.ts';
import { toIssues } from '../platform/operation-call.ts';
import { createDraft } from './create-draft.ts';
import type { Column } from './csv.ts';
import { eventDraft } from './event-draft.ts';
import { formatList, sinceTime, toJson, WrongUse } from './lists.ts';
import { describe, type Done, type RowResult, writeDates } from './write-dates.ts';

export const usage = `booking-platform: lists and writes through API v3.

  events list, dates list, products list    [--since TIME]: changed since
  orders list                               [--since TIME]: placed since; of every status
  event create, product create              --file FILE: a JSON object, the body of the operation
  event create                              --file FILE: also a draft of the workbench, which has its
                                            dates, pricelists and products in the same file
  event update ID, product update ID        --file FILE
  date update ID                            --file FILE
  dates create, dates update                --file FILE: a JSON array, sent in batches of 1,000

Each takes --json, the lists --csv too. TIME is 2026-11-21 or 2026-11-21T09:00:00Z, UTC.
PLATFORM_URL, PLATFORM_CLIENT_ID and PLATFORM_CLIENT_SECRET (or PLATFORM_CLIENT_SECRET_FILE) say whose
API it is. --store FILE keeps the token, of which the platform gives one an hour.
`;

/** What the command reads and writes besides the API. */
export interface Surroundings {
  readonly api: Api;
  readonly readText: (path: string) => string;
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
}

interface Options {
  readonly file?: string | undefined;
  readonly since?: string | undefined;
  readonly csv?: boolean | undefined;
  readonly json?: boolean | undefined;
}

export function parseCommand(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        file: { type: 'string' },
        since: { type: 'string' },
        store: { type: 'string' },
        csv: { type: 'boolean' },
        json: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new WrongUse((error as Error).message);
  }
}

/** Runs one command. Resolves to the exit code: 1 if something failed. */
export async function runCommand(args: readonly string[], around: Surroundings): Promise<number> {
  try {
    const { positionals, values } = parseCommand(args);
    return await run(positionals, values, around);
  } catch (error) {
    if (error instanceof WrongUse) around.error(`${error.message}\n\n${usage}`);
    else if (isApiError(error)) around.error(`${describe(error)}\n`);
    else throw error;
    return error instanceof WrongUse ? 2 : 1;
  }
}

async function run(
  [thing = '', verb = '', id]: readonly string[],
  options: Options,
  around: Surroundings,
): Promise<number> {
  const { api } = around;
  const { since } = options;
  const delta_since = since === undefined ? undefined : sinceTime(since);
  switch (`${thing} ${verb}`) {
    case 'events list':
      return printList(await api.listEvents({ type: 'ALL', delta_since }), events, options, around);
    case 'dates list':
      return printList(
        await api.listDates({ available: false, delta_since }),
        dates,
        options,
        around,
      );
    case 'products list':
      return printList(await api.listProducts({ delta_since }), products, options, around);
    case 'orders list':
      return printList(
        await api.listOrders({ status: 'ALL', start_date: delta_since }),
        orders,
        options,
        around,
      );
    case 'event create': {
      const body = bodyOf<unknown>(options, around);
      if (isDraft(body)) return printDraft(body, options, around);
      return printOne(await api.createEvent({ body: body as NewEvent }), options, around);
    }
    case 'event update':
      return printOne(
        await api.updateEvent({ id: given(id), body: bodyOf(options, around) }),
        options,
        around,
      );
    case 'product create':
      return printOne(await api.createProduct({ body: bodyOf(options, around) }), options, around);
    case 'product update':
      return printOne(
        await api.updateProduct({ id: given(id), body: bodyOf(options, around) }),
        options,
        around,
      );
    case 'date update':
      return printOne(
        await api.updateDate({ id: given(id), body: bodyOf(options, around) }),
        options,
        around,
      );
    case 'dates create':
      return writeRows('created', options, around);
    case 'dates update':
      return writeRows('updated', options, around);
    default:
      throw new WrongUse(`there is no command “${[thing, verb].join(' ').trim()}”`);
  }
}

type NewEvent = Parameters<Api['createEvent']>[0]['body'];

/** The body of an operation has no field of this name. */
function isDraft(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'event' in body;
}

async function printDraft(body: unknown, options: Options, around: Surroundings): Promise<number> {
  const { data: draft, error } = eventDraft.safeParse(body);
  if (!draft) throw new WrongUse(`the draft cannot be used: ${toIssues(error).join('; ')}`);
  const { api, out, error: complain } = around;
  const vendor_id = draft.event.vendor_id ?? (await onlyVendor(api));
  const result = await createDraft(api, draft, vendor_id);
  const { event, dates, pricelists, products, failures } = result;
  if (options.json) {
    out(toJson(result));
    return failures.length > 0 || failedOf(dates, 'created').length > 0 ? 1 : 0;
  }
  out(`${event.id}\n`);
  const code = printRows(dates, options, around);
  if (draft.pricelists.length > 0) {
    out(`${pricelists.length} of ${draft.pricelists.length} pricelists created\n`);
  }
  if (draft.products.length > 0) {
    out(`${products.length} of ${draft.products.length} products created\n`);
  }
  for (const failure of failures) complain(`${failure}\n`);
  return failures.length > 0 ? 1 : code;
}

async function onlyVendor(api: Api): Promise<string> {
  const [vendor, ...others] = await api.listVendors();
  if (vendor && others.length === 0) return vendor.id;
  throw new WrongUse('event.vendor_id is missing: this client has more vendors than one');
}

const events: readonly Column<Output<'listEvents'>>[] = [
  { name: 'id', value: (event) => event.id },
  { name: 'root_event_id', value: (event) => event.root_event_id },
  { name: 'type', value: (event) => event.type },
  { name: 'duration', value: (event) => event.duration },
  { name: 'vendor_id', value: (event) => event.vendor_id },
  { name: 'title', value: (event) => event.title },
];
const dates: readonly Column<Output<'listDates'>>[] = [
  { name: 'id', value: (date) => date.id },
  { name: 'event_id', value: (date) => date.event_id },
  { name: 'date', value: (date) => date.date },
  { name: 'available_slots', value: (date) => date.available_slots },
  { name: 'total_slots', value: (date) => date.total_slots },
];
const products: readonly Column<Output<'listProducts'>>[] = [
  { name: 'id', value: (product) => product.id },
  { name: 'available', value: (product) => product.available },
  { name: 'total', value: (product) => product.total },
  { name: 'price', value: (product) => product.price },
  { name: 'currency', value: (product) => product.currency },
  { name: 'name', value: (product) => product.name },
];
const orders: readonly Column<Output<'listOrders'>>[] = [
  { name: 'id', value: (order) => order.id },
  { name: 'code', value: (order) => order.code },
  { name: 'external_reference', value: (order) => order.external_reference },
  { name: 'date', value: (order) => order.date },
  { name: 'status', value: (order) => order.status },
  { name: 'total_invoice', value: (order) => order.total_invoice },
  { name: 'currency', value: (order) => order.currency },
  { name: 'name', value: (order) => order.name },
  { name: 'email', value: (order) => order.email },
];

function printList<Item>(
  items: readonly Item[],
  columns: readonly Column<Item>[],
  options: Options,
  { out }: Surroundings,
): number {
  out(formatList(columns, items, options));
  return 0;
}

function printOne(item: { readonly id: string }, { json }: Options, { out }: Surroundings): number {
  out(json ? toJson(item) : `${item.id}\n`);
  return 0;
}

/** Creates or updates the dates in the file. */
async function writeRows(done: Done, options: Options, around: Surroundings): Promise<number> {
  const rows = bodyOf<unknown>(options, around);
  if (!Array.isArray(rows)) throw new WrongUse('the file has to be a JSON array of dates');
  return printRows(await writeDates(around.api, rows, done), options, around, done);
}

/** How many rows were written, and each of the others with the reason. */
function printRows(
  results: readonly RowResult[],
  { json }: Options,
  around: Surroundings,
  done: Done = 'created',
): number {
  const failed = failedOf(results, done);
  if (json) around.out(toJson(results));
  else around.out(`${results.length - failed.length} of ${results.length} dates ${done}\n`);
  for (const { row, outcome, message } of json ? [] : failed) {
    around.error(`row ${row} ${outcome}: ${message}\n`);
  }
  return failed.length > 0 ? 1 : 0;
}

function failedOf(results: readonly RowResult[], done: Done): readonly RowResult[] {
  return results.filter(({ outcome }) => outcome !== done);
}

/** The body in the file; the API checks it, field by field. */
function bodyOf<Body>({ file }: Options, { readText }: Surroundings): Body {
  if (file === undefined) throw new WrongUse('--file is missing');
  try {
    return JSON.parse(readText(file)) as Body;
  } catch (error) {
    throw new WrongUse(`${file} cannot be used: ${(error as Error).message}`);
  }
}

function given(id: string | undefined): string {
  if (id === undefined) throw new WrongUse('the id is missing');
  return id;
}
