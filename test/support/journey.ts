import { chromium, type Browser, type Page } from 'playwright-core';
import { openShop, type Shop, type ShopOptions } from '../../demo/shop.ts';
import { chromeArguments, findChrome } from './chrome.ts';
import { customer } from './customer.ts';
import { freePorts } from './free-port.ts';

/** A Saturday morning; the sandbox's year begins here, and browsers are told nothing of it. */
export const SATURDAY = Date.parse('2026-11-21T07:00:00Z');

/** One line of an order in the sandbox's books; what a journey looks at. */
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
  timezone?: string;
  width?: number;
  language?: string;
  /** Sees the page before it goes anywhere. */
  prepare?: (page: Page) => Promise<unknown>;
}

export interface Visit {
  page: Page;
  me: ReturnType<typeof customer>;
  /** What the page complained about. */
  complaints: string[];
}

export interface Journey {
  shop: Shop;
  /** Opens the demo page as a customer whose computer is in that time zone. */
  visit(options?: VisitOptions): Promise<Visit>;
  /** Opens a page of one's own, on the allowed origin, with that in its body. */
  visitPage(body: string, headers?: Record<string, string>): Promise<Visit>;
  /** Loads the widget into such a page. */
  script: string;
  books(): Promise<BookedOrder[]>;
  /** Somebody else buys places. */
  take(dateId: string, slots: number): Promise<void>;
  /** What the sandbox's control API can do: other customers, vendors, faults. */
  control(path: string, input: object): Promise<void>;
  close(): Promise<void>;
}

/** Only what hangs takes so long, in milliseconds. */
const HANG = 120_000;

/** The shop, listening on free ports, by default with a clock that stands still, and a browser. */
export async function beginJourney({
  scenario,
  clock = () => SATURDAY,
  origins = [],
}: Pick<ShopOptions, 'scenario' | 'clock' | 'origins'> = {}): Promise<Journey> {
  const [demo = 0, proxy = 0, sandbox = 0] = await freePorts(3);
  const shop = await openShop({
    ports: { demo, proxy, sandbox },
    ...(scenario && { scenario }),
    clock,
    origins,
    log: () => undefined,
  });
  const browser: Browser = await chromium.launch({
    executablePath: await findChrome(),
    timeout: HANG,
    args: chromeArguments,
  });

  async function openPage({
    timezone = 'Europe/London',
    width = 1100,
    prepare,
  }: VisitOptions): Promise<Visit> {
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      timezoneId: timezone,
      locale: 'en-GB',
    });
    context.setDefaultTimeout(HANG);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    await prepare?.(page);
    return { page, me: customer(page), complaints };
  }

  async function visit(options: VisitOptions = {}): Promise<Visit> {
    const { language = 'en' } = options;
    const visited = await openPage(options);
    await visited.page.goto(shop.demo);
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

  return {
    shop,
    visit,
    control,
    script: `<script async src="${shop.proxy}/booking-widget.js"></script>`,
    async visitPage(body, headers = {}) {
      const visited = await openPage({});
      const html = `<!doctype html><html lang="en"><title>Host</title><body>${body}</body></html>`;
      // With whatever query the widget gives it.
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
    take: (dateId, slots) => control('/take', { date_id: dateId, slots }),
    async close() {
      await browser.close();
      await shop.close();
    },
  };
}

/** Keeps what matches from the page until it is released. */
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
