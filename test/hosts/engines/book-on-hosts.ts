import assert from 'node:assert/strict';
import { test } from 'vitest';
import { testCustomer } from '../../support/customer/contract.ts';
import type { WebDriverCustomer } from '../../support/customer/webdriver.ts';
import { embeddings } from '../embeddings.ts';
import { FALLBACK, type Host, TRIGGER } from '../host.ts';
import { policies } from '../policies.ts';
import type { HostPlace } from './host-place.ts';

/**
 * Host pages that depend on how a browser loads scripts. The others are tested only in Chromium.
 */
const hosts = [...embeddings, ...policies].map(withoutFrame);

/** The drivers cannot look into frames. The page's own CSP forbids the same things. */
function withoutFrame({ sandbox, ...host }: Host): Host {
  if (sandbox === undefined) return host;
  return { ...host, headers: { 'Content-Security-Policy': `sandbox ${sandbox}` } };
}

/** Tests that customers with this browser can book on these pages, or see why not. */
export function bookOnHosts(place: HostPlace): void {
  const { engine } = place;

  testCustomer(
    (title, run) => test(`${engine.name}: ${title}`, run),
    () => place.arriveAt(place.pages.show({ name: 'a page with nothing else' }, place.shop.proxy)),
  );

  for (const [index, host] of hosts.entries()) {
    const whatHappens = host.says ? 'it is said why nobody books' : 'a customer books';
    test(`${engine.name}: ${whatHappens} on a page with ${host.name}`, async () => {
      const { arriveAt, names, pages, shop } = place;
      const me = await arriveAt(pages.show(host, shop.proxy));
      if (host.says) {
        // Page and script have loaded, so a link that is visible now stays.
        await me.says(FALLBACK);
        return;
      }
      await openFlow(me, host);
      await book(me, host.name, index);
      assert.ok((await names()).includes(host.name));
    });
  }

  for (const { kind, shown, ...snippetHost } of workbenchKinds) {
    test(`${engine.name}: the workbench’s snippet of a ${kind} books on a page that has nothing else`, async () => {
      const { arriveAt, names, pages, shop, tab } = place;
      const link = 'https://vendor.example/tickets';
      const vendor = await arriveAt(`${shop.demo}/workbench/?kind=${kind}&link=${link}`);
      const find = `((__name) => ${String(findThrough)})((target) => target)`;
      await vendor.holds(
        `${find}(${find}(document, "iframe")?.contentDocument, "${shown}") !== null`,
      );
      const snippet = `${find}(document, 'pre[aria-labelledby="title"]').textContent`;

      const me = await arriveAt(pages.showBare((await tab.evaluate(snippet)) as string));
      await openFlow(me, snippetHost);
      await book(me, `A ${kind} of the workbench`, hosts.length);
      assert.ok((await names()).includes(`A ${kind} of the workbench`));
    });
  }
}

/** The kinds of tags in the workbench, and how each opens. */
const workbenchKinds: readonly (Pick<Host, 'opensFrom'> & { kind: string; shown: string })[] = [
  { kind: 'widget', shown: 'article' },
  { kind: 'div', shown: 'article' },
  { kind: 'button', shown: 'button', opensFrom: 'button' },
];

/** Runs in the page. The first matching element, through every shadow root. */
function findThrough(root: ParentNode | null | undefined, selector: string): Element | null {
  for (const element of root?.querySelectorAll('*') ?? []) {
    const found = element.matches(selector) ? element : findThrough(element.shadowRoot, selector);
    if (found) return found;
  }
  return null;
}

async function openFlow(
  me: WebDriverCustomer,
  { opensFrom, nth }: Pick<Host, 'opensFrom' | 'nth'>,
): Promise<void> {
  if (opensFrom) {
    // Before that, the link would leave the page.
    await me.holds('customElements.get("booking-dialog") !== undefined');
    await me.click(opensFrom, TRIGGER);
  }
  if (nth !== undefined) me.lookBelow(`document.querySelectorAll("booking-widget")[${nth}]`);
}

async function book(me: WebDriverCustomer, name: string, index: number): Promise<void> {
  await me.event('Kayak on the Spree');
  // Each test books another day, so that there are places for all of them.
  const days = await me.count('button', /2026, from/);
  await me.clickNth('button', /2026, from/, index % days);
  await me.time(/left/);
  await me.add('Adult');
  await me.press('Continue');
  await me.order(name);
}
