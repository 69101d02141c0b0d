import { afterAll, beforeAll } from 'vitest';
import { openShop, type Shop } from '../../../demo/shop.ts';
import { customerIn, type WebDriverCustomer } from '../../support/customer/webdriver.ts';
import type { Engine } from '../../support/engines/engine.ts';
import { openTab, type Tab } from '../../support/engines/tab.ts';
import { freePorts } from '../../support/free-port.ts';
import { type BookedOrder, SATURDAY } from '../../support/journey.ts';
import { type HostPages, openHostPages } from '../host-pages.ts';

/** A shop, pages of resellers, and a tab of a browser, for all tests of a file. */
export interface HostPlace {
  readonly engine: Engine;
  readonly pages: HostPages;
  readonly shop: Shop;
  readonly tab: Tab;
  /** With empty storage, as a new customer. */
  arriveAt(address: string): Promise<WebDriverCustomer>;
  /** The names in the platform's books. */
  names(): Promise<string[]>;
}

/** What it has is there as soon as the tests run. */
export function hostPlace(engine: Engine): HostPlace {
  const place = {
    engine,
    async arriveAt(address) {
      await place.tab.goto(place.pages.showBare(''));
      await place.tab.evaluate('sessionStorage.clear()');
      await place.tab.goto(address);
      return customerIn(place.tab);
    },
    async names() {
      const response = await fetch(`${place.shop.sandbox}/sandbox/orders`);
      return ((await response.json()) as BookedOrder[]).map(({ name }) => name);
    },
  } as { -readonly [Key in keyof HostPlace]: HostPlace[Key] };
  let closeBrowser: () => Promise<void>;
  beforeAll(async () => {
    place.pages = await openHostPages();
    const [demo = 0, proxy = 0, sandbox = 0] = await freePorts(3);
    place.shop = await openShop({
      ports: { demo, proxy, sandbox },
      clock: () => SATURDAY,
      origins: [place.pages.origin],
      log: () => undefined,
    });
    ({ tab: place.tab, close: closeBrowser } = await openTab(engine));
  });
  afterAll(async () => {
    await closeBrowser();
    await place.shop.close();
    await place.pages.close();
  });
  return place;
}
