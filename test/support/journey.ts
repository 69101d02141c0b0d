import assert from 'node:assert/strict';
import { type Browser, chromium, type Page } from 'playwright-core';
import type { EventDate } from '#contract/date.schema';
import type { ListedEvent } from '#contract/event.schema';
import { paths, pathTo } from '#contract/paths';
import { openShop, type Shop, type ShopOptions } from '../../demo/shop.ts';
import { chromeArguments, findChrome } from './chrome.ts';
import { compareLines } from './compare-lines.ts';
import { customer } from './customer/playwright.ts';
import { freePorts } from './free-port.ts';

/**
 * A Saturday morning, when the sandbox's world begins. The browsers' own clocks are not changed.
 */
export const SATURDAY = Date.parse('2026-11-21T07:00:00Z');

/** The fields of an order in the sandbox's books that journeys check. */
export interface BookedOrder {
  code: string;
  status: string;
  total_invoice: string;
  external_reference: string;
  currency: string;
  name: string;
  email: string;
  tickets: {
    date_id: string;
    participants: { name: string; price_id: number; price_value: string; price_title: string }[];
  }[];
  products: { title: string; amount: number; price: string }[];
}

export interface VisitOptions {
  /** A path of the shop; by default its demo page. */
  path?: string;
  timezone?: string;
  width?: number;
  language?: string;
  /** Touch instead of a mouse. */
  isPhone?: boolean;
  /** Called with the page before it navigates. */
  prepare?: (page: Page) => Promise<unknown>;
}

export interface Visit {
  page: Page;
  me: ReturnType<typeof customer>;
  /** Errors and warnings of the page, and of others that it opens. */
  complaints: string[];
}

export interface Journey {
  shop: Shop;
  /** Opens a page of the shop as a customer. */
  visit(options?: VisitOptions): Promise<Visit>;
  /** Opens a page with this body on the allowed origin. */
  visitPage(body: string, headers?: Record<string, string>): Promise<Visit>;
  /** The script tag that loads the widget in such a page. */
  script: string;
  books(): Promise<BookedOrder[]>;
  /** Reads from the proxy, because the platform needs a token that only the proxy has. */
  get<T>(path: string): Promise<T>;
  eventCalled(title: string): Promise<ListedEvent>;
  /** The dates of an event that start at an instant. */
  datesAt(title: string, instant: string): Promise<EventDate[]>;
  /** Somebody else buys places. */
  take(dateId: string, slots: number): Promise<void>;
  /** Somebody else buys all places of an event at an instant. */
  takeAll(title: string, instant: string): Promise<void>;
  /** Calls the sandbox's control API: other customers, vendors, faults. */
  control(path: string, input: object): Promise<void>;
  /** Names the errors and warnings of pages in this test. Without it, there are none. */
  expectComplaints(...patterns: RegExp[]): void;
  /**
   * Closes all pages, because one that stays open goes on polling while other tests run.
   * @throws {AssertionError} if their errors and warnings are not the expected ones
   */
  leave(): Promise<void>;
  close(): Promise<void>;
}

export interface JourneyOptions extends Pick<
  ShopOptions,
  'scenario' | 'clock' | 'origins' | 'payment' | 'requests'
> {
  /** Starts another shop on these ports, in place of the demo's. */
  readonly open?: (ports: ShopOptions['ports']) => Promise<Shop>;
  /** Scrollbars take room, as on Windows and Linux. */
  readonly showsScrollbars?: boolean;
}

/** In milliseconds; only a test that hangs takes this long. */
const HANG = 120_000;

/** Starts the shop on free ports, by default with a clock that stands still, and a browser. */
export async function beginJourney({
  scenario,
  clock = () => SATURDAY,
  origins = [],
  payment,
  requests,
  open = (ports) =>
    openShop({
      ports,
      ...(scenario && { scenario }),
      clock,
      origins,
      payment,
      requests,
      log: () => undefined,
    }),
  showsScrollbars = false,
}: JourneyOptions = {}): Promise<Journey> {
  const [demo = 0, proxy = 0, sandbox = 0] = await freePorts(3);
  const shop = await open({ demo, proxy, sandbox });
  const browser: Browser = await chromium.launch({
    executablePath: await findChrome(),
    timeout: HANG,
    args: chromeArguments,
    ...(showsScrollbars && { ignoreDefaultArgs: ['--hide-scrollbars'] }),
  });

  const allComplaints: string[] = [];
  const expected: RegExp[] = [];

  async function openPage({
    timezone = 'Europe/London',
    width = 1100,
    isPhone = false,
    prepare,
  }: VisitOptions): Promise<Visit> {
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      timezoneId: timezone,
      locale: 'en-GB',
      hasTouch: isPhone,
      isMobile: isPhone,
      // What is measured must not depend on the moment; a test of motion asks for it.
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(HANG);
    const complaints: string[] = [];
    const complain = (text: string) => {
      complaints.push(text);
      allComplaints.push(text);
    };
    context.on('weberror', (error) => complain(String(error.error())));
    context.on('console', (message) => {
      if (!['error', 'warning'].includes(message.type())) return;
      const { url } = message.location();
      // The browser itself asks for it, and at some pages of the proxy there is none.
      if (url.endsWith('/favicon.ico')) return;
      const isOfBrowser = message.text().startsWith('Failed to load resource');
      complain(isOfBrowser ? `${message.text()} ${url}` : message.text());
    });
    const page = await context.newPage();
    await prepare?.(page);
    return { page, me: customer(page), complaints };
  }

  async function visit(options: VisitOptions = {}): Promise<Visit> {
    const { language = 'en', path = '' } = options;
    const visited = await openPage(options);
    await visited.page.goto(`${shop.demo}/${path}`);
    if (language !== 'en') await visited.page.getByLabel('Language').selectOption(language);
    return visited;
  }

  async function control(path: string, input: object): Promise<void> {
    const response = await fetch(`${shop.sandbox}/sandbox${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(input),
    });
    if (!response.ok) throw new Error(`The sandbox refused ${path}: ${await response.text()}`);
  }

  async function get<T>(path: string): Promise<T> {
    return (await fetch(shop.proxy + path)).json() as Promise<T>;
  }

  async function eventCalled(title: string): Promise<ListedEvent> {
    const event = (await get<ListedEvent[]>(paths.events)).find((listed) => listed.title === title);
    if (!event) throw new Error(`No event is called “${title}”.`);
    return event;
  }

  async function datesAt(title: string, instant: string): Promise<EventDate[]> {
    const { id } = await eventCalled(title);
    const range = `start_date=${instant}&end_date=${instant}`;
    return get<EventDate[]>(`${pathTo(paths.eventDates, id)}?${range}`);
  }

  const take = (dateId: string, slots: number) => control('/take', { date_id: dateId, slots });

  return {
    shop,
    visit,
    control,
    get,
    eventCalled,
    datesAt,
    take,
    script: `<script async src="${shop.proxy}/booking-widget.js"></script>`,
    async visitPage(body, headers = {}) {
      const visited = await openPage({});
      const html = `<!doctype html><html lang="en"><title>Host</title><body>${body}</body></html>`;
      // The widget may add a query.
      await visited.page.route(`${shop.demo}/host*`, (route) =>
        route.fulfill({ contentType: 'text/html', headers, body: html }),
      );
      await visited.page.goto(`${shop.demo}/host`);
      return visited;
    },
    async books() {
      const response = await fetch(`${shop.sandbox}/sandbox/orders`);
      return (await response.json()) as BookedOrder[];
    },
    async takeAll(title, instant) {
      for (const { id, available_slots: slots } of await datesAt(title, instant)) {
        if (slots > 0) await take(id, slots);
      }
    },
    expectComplaints(...patterns) {
      expected.push(...patterns);
    },
    async leave() {
      // What the browser says of a response may come after the page has shown its effect.
      const isMissing = () => compareLines(allComplaints, expected).missing.length > 0;
      const next = () => Promise.any(browser.contexts().map((one) => one.waitForEvent('console')));
      for (let comes = true; comes && isMissing();) {
        comes = await next().then(
          () => true,
          () => false,
        );
      }
      await Promise.all(browser.contexts().map((context) => context.close()));
      const fault = compareLines(allComplaints.splice(0), expected.splice(0));
      assert.deepEqual(fault, { unexpected: [], missing: [] });
    },
    async close() {
      await browser.close();
      await shop.close();
    },
  };
}

/** Delays matching requests until they are released. */
export async function hold(
  page: Page,
  url: string,
): Promise<{ asked: Promise<void>; release: () => void }> {
  let release = () => {};
  let ask = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const asked = new Promise<void>((resolve) => (ask = resolve));
  await page.route(url, async (route) => {
    ask();
    await released;
    await route.continue();
  });
  return { asked, release };
}
