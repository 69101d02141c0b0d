import '../support/request-streams.ts';
import { paths } from '#contract/paths';
import { sandboxClients } from '../../demo/sandbox/clients.ts';
import { createSandbox } from '../../demo/sandbox/sandbox.ts';
import { createProxy } from '../../proxy/app.ts';
import { type Config, readConfig } from '../../proxy/config.ts';
import type { PaymentProvider } from '../../proxy/payments/provider.ts';
import type { SiteConfig } from '../../proxy/sites.ts';
import { createMemoryStore } from '../../proxy/store/memory.ts';
import type { ServedResponses } from '../../src/client/first-page.ts';
import { type BookingEvent, bookingEvents, innerEvents } from '../../src/events.ts';
import type { BookingWidget, EventDate, ListedEvent, MergedEvent } from '../../src/index.ts';
import de from '../../src/messages/de.json' with { type: 'json' };
import informal from '../../src/messages/de-x-informal.json' with { type: 'json' };
import { defaults } from '../../src/shell/defaults.ts';
import { customerAt } from '../support/customer/in-page.ts';
import { holdTime, until } from '../support/time.ts';
import { mount } from './mount.ts';

export type Proxy = (request: Request) => Promise<Response>;

interface Options {
  /** Settings of the site, or of several. */
  readonly site?: Partial<SiteConfig> | readonly Partial<SiteConfig>[];
  /** Wraps the connection from the widget to the proxy. */
  readonly toProxy?: (proxy: Proxy) => Proxy;
  /** Wraps the connection from the proxy to the platform. */
  readonly toPlatform?: (platform: Proxy) => Proxy;
  /** The messages of further languages, by the name of their file. */
  readonly messages?: Readonly<Record<string, object>>;
  /** The proxy's payment provider. */
  readonly payments?: PaymentProvider;
  /** Whether the widget's script has the proxy's first responses in it. */
  readonly embeds?: boolean;
}

/** The fields of an order in the sandbox's books that tests check. */
export interface BookedOrder {
  readonly id: string;
  readonly code: string;
  readonly status: string;
  readonly lang: string;
  readonly total_invoice: string;
  readonly currency: string;
  readonly name: string;
  readonly email: string;
  readonly phone?: string;
  readonly affiliate_id: string;
  readonly sale_params?: string;
  readonly additional_information?: readonly { readonly title: string; readonly value: string }[];
  readonly tickets: readonly {
    readonly date_id: string;
    readonly participants: readonly { readonly name: string; readonly price_value: string }[];
  }[];
  readonly products: readonly { readonly title: string; readonly amount: number }[];
}

/** A Saturday morning in Berlin. */
const NOW = Date.parse('2026-11-21T07:00:00Z');
const PLATFORM = 'https://platform.example';

const SCRIPT = paths.script.slice(1);

/** What a proxy writes into a script that consists of nothing else. */
async function firstResponsesOf(proxy: Proxy, servedBy: string): Promise<ServedResponses> {
  // The script does not wait for events that are not in memory yet.
  await read(proxy, servedBy + paths.site);
  const responses = JSON.parse(await read<string>(proxy, servedBy + paths.script));
  return { servedBy, responses };
}

const german = {
  'messages/de.json': de,
  'messages/de-x-informal.json': { ...de, ...informal },
};

const asText = (files: Readonly<Record<string, object>>) =>
  Object.fromEntries(Object.entries(files).map(([name, file]) => [name, JSON.stringify(file)]));

const unchanged = (proxy: Proxy) => proxy;

/**
 * Opens the widget with the real proxy and the sandbox behind it, all in this page. Time stands
 * still until the test lets it pass.
 */
export async function visit(
  properties: Partial<BookingWidget> = {},
  {
    site = {},
    toProxy = unchanged,
    toPlatform = unchanged,
    messages = {},
    payments,
    embeds = false,
  }: Options = {},
) {
  const time = holdTime();
  // Every test starts like a new tab, at the top of the page.
  sessionStorage.clear();
  const { booking } = (history.state ?? {}) as { booking?: object };
  if (booking) history.replaceState(null, '');
  scrollTo(0, 0);
  const clock = () => NOW + time.passed();
  const sandbox = createSandbox({ clock });
  const config: { -readonly [Key in keyof Config]: Config[Key] } = readConfig({
    PLATFORM_URL: PLATFORM,
    PLATFORM_CLIENT_ID: sandboxClients.reseller.id,
    PLATFORM_CLIENT_SECRET: sandboxClients.reseller.secret,
    PUBLIC_URL: 'https://book.example',
    ALLOWED_ORIGINS: location.origin,
    PROXY_SECRET: 'a secret of thirty-two characters',
    STORE_URL: 'memory:',
    ...(payments && { PAYMENT: 'optional' }),
  });
  config.sites = [site]
    .flat()
    .flatMap((changes) => config.sites.map((settings) => ({ ...settings, ...changes })));
  const calls: string[] = [];
  const jobs: (() => unknown)[] = [];
  const opened = createProxy({
    every: (_interval, job) => void jobs.push(job),
    config,
    clock,
    monotonic: clock,
    fetch: toPlatform(sandbox),
    store: createMemoryStore(),
    assets: { ...asText({ ...german, ...messages }), [SCRIPT]: '"__BOOKING_FIRST_RESPONSES__"' },
    log: () => undefined,
    ...(payments && { payments }),
  });
  const proxy: Proxy = async (request) => opened(request);
  const control = async (path: string, input: object): Promise<void> => {
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' } };
    const body = JSON.stringify(input);
    const done = await sandbox(new Request(`${PLATFORM}/sandbox${path}`, { ...init, body }));
    if (!done.ok) throw new Error(await done.text());
  };
  const eventCalled = async (title: string): Promise<ListedEvent | undefined> => {
    const events = await read<ListedEvent[]>(proxy, `${config.PUBLIC_URL}/v3/events`);
    return events.find((listed) => listed.title === title);
  };
  const fetchProxy = toProxy((request) => {
    calls.push(`${request.method} ${new URL(request.url).pathname}`);
    return proxy(request);
  });

  defaults.firstResponses = embeds ? await firstResponsesOf(proxy, config.PUBLIC_URL) : undefined;

  const heard: BookingEvent[] = [];
  const escaped: string[] = [];
  for (const type of Object.values(bookingEvents)) {
    document.addEventListener(type, (event) => heard.push(event as BookingEvent));
  }
  for (const type of innerEvents) document.addEventListener(type, () => escaped.push(type));

  const settings: Partial<BookingWidget> = {
    proxy: config.PUBLIC_URL,
    clock,
    lang: 'en',
    fetch: (input, init) => fetchProxy(new Request(input, init)),
    ...properties,
  };

  return {
    ...(await open(settings)),
    settings,
    timers: time,
    /** The widget's requests that reached the proxy. */
    calls,
    /** The public events that the host page received. */
    heard,
    /** Inner events that leaked out of the widget. */
    escaped,
    /** Runs each background job of the proxy once. */
    async runJobs(): Promise<void> {
      for (const job of jobs) await job();
    },
    books: () => read<BookedOrder[]>(sandbox, `${PLATFORM}/sandbox/orders`),
    /** The vendor accepts what was requested. */
    accept: (orderId: string) => control(`/orders/${orderId}/accept`, {}),
    /** When a date begins that the platform has sold. */
    async startOf(dateId: string): Promise<string> {
      return (await read<EventDate>(sandbox, `${PLATFORM}/sandbox/dates/${dateId}`)).date;
    },
    /** Somebody else buys all places of an event at an instant. */
    async takeAll(title: string, date: string): Promise<void> {
      const event = await eventCalled(title);
      const range = `start_date=${date}&end_date=${date}`;
      const dates = await read<EventDate[]>(
        proxy,
        `${config.PUBLIC_URL}/v3/events/${event?.id}/dates?${range}`,
      );
      for (const { id, available_slots } of dates) {
        await control('/take', { date_id: id, slots: available_slots });
      }
    },
    /** The vendor changes a price of an event on all days. */
    async changePrice(title: string, price: string, value: number): Promise<void> {
      const event = await eventCalled(title);
      const merged = await read<MergedEvent>(
        proxy,
        `${config.PUBLIC_URL}/v3/merged_events/${event?.id}`,
      );
      for (const { event_id, prices } of merged.price_groups) {
        const id = prices.find((other) => other.title === price)?.id;
        await control(`/events/${event_id}/prices/${id}`, { value });
      }
    },
  };
}

/** Puts a widget into the page. */
async function open(settings: Partial<BookingWidget>) {
  const el = await mount('booking-widget', settings);
  return { ...customerAt(el), el };
}

/** Reloads the page: a new widget with the same proxy, in the same tab. */
export async function reload(me: Visit): Promise<Visit> {
  me.el.remove();
  return { ...me, ...(await open(me.settings)) };
}

/** Passes requests below a path to `otherwise` instead of the proxy. */
export const between =
  (path: string, otherwise: (proxy: Proxy, request: Request) => Promise<Response>) =>
  (proxy: Proxy): Proxy =>
  (request) =>
    new URL(request.url).pathname.startsWith(path) ? otherwise(proxy, request) : proxy(request);

/** Keeps responses back until they are let go: those after the first ones, up to the last one. */
export function hold(path: string, first = 0, last = Infinity) {
  let letGo = () => {};
  const free = new Promise<void>((resolve) => (letGo = resolve));
  let count = 0;
  const toProxy = between(path, async (proxy, request) => {
    count += 1;
    if (count > first && count <= last) await free;
    return proxy(request);
  });
  return { toProxy, letGo };
}

async function read<T>(from: Proxy, url: string): Promise<T> {
  const response = await from(new Request(url));
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as T;
}

export type Visit = Awaited<ReturnType<typeof visit>>;

export { ORDER } from '../support/customer/customer.ts';

/** Whether a request places or creates an order. */
export const isOrder = ({ method, url }: Request) => method === 'POST' && url.endsWith('/orders');

/** Two participants on Saturday, 28 November at two, and a picnic. */
export async function choose(me: Visit): Promise<void> {
  await me.event('Kayak on the Spree');
  await me.day(/28 November 2026, from/);
  await me.time(/^14:00/);
  await me.add('Adult');
  await me.add('Child, 8 to 14 years');
  await me.add('Picnic for two');
}

export async function goToCheckout(me: Visit): Promise<void> {
  await choose(me);
  await me.press('Continue');
  await me.appears('heading', 'Your details');
}

/** Adds one adult at that time to the visit, and waits for the new total. */
export async function addToVisit(
  me: Visit,
  title: string,
  day: RegExp,
  time: RegExp,
): Promise<void> {
  await me.event(title);
  await me.day(day);
  await me.time(time);
  await me.press(/^One more: Adult/);
  await me.press('Add to your selection');
  await me.appears('heading', 'Your selection');
  await priced(me);
}

export const priced = (me: Visit) =>
  until(() => !me.within('region', 'Total').text().includes('…'), 'the total');

/** Fills in everything that is required when no participant names are asked. */
export async function fillInContact(me: Visit): Promise<void> {
  await me.fillIn('Ida Meyer', 'ida@example.com');
}

export async function fillIn(me: Visit): Promise<void> {
  await fillInContact(me);
  await me.within('group', 'Adult 1').fill('Name', 'Ida');
}
