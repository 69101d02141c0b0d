import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { WebDriverCustomer } from '../../support/customer/webdriver.ts';
import type { Tab } from '../../support/engines/tab.ts';
import { TRIGGER } from '../host.ts';
import { type Deed, type LibraryHost, npmLibraries } from '../npm-libraries.ts';
import type { HostPlace } from './host-place.ts';

/** Keeps what the console says. */
export const LISTEN =
  '<script>window.said = []; for (const way of ["warn", "error"]) { const own = console[way]; console[way] = (...words) => { said.push(words.join(" ")); own.apply(console, words); }; }</script>';
export const SAID = 'said.filter((text) => text.includes("<booking-widget>"))';
const DIALOG = 'document.querySelector("booking-dialog").shadowRoot.querySelector("dialog")';
/** Where the page is, however a library scrolls it. */
const PAGE = 'document.body.firstElementChild.getBoundingClientRect().top';
/**
 * A wheel is turned by several, because Firefox may undo the first one: a while after the dialog has
 * left its history entry, it puts the page where it was before.
 */
const NOTCHES = 20;
/** The text of the focused field. */
const FIELD =
  '((__name) => { let field = document.activeElement; while (field.shadowRoot) field = field.shadowRoot.activeElement; return field.value; })()';

/**
 * Tests that customers can book with mouse, wheel, keys and clipboard beside libraries from npm, and
 * that the page’s own part still works.
 */
export function bookOnLibraries(place: HostPlace): void {
  for (const [index, host] of npmLibraries.entries()) {
    test(`${place.engine.name}: a customer books by hand beside ${host.name}`, async () => {
      const address = place.pages.show({ ...host, head: LISTEN + host.head }, place.shop.proxy);
      const me = await place.arriveAt(address);
      const { tab } = place;
      // Short enough to be seen, and selected, as a whole.
      const name = `Ida the ${index}th`;
      if (host.first) await act(me, tab, host.first);
      if (host.opensFrom) await openDialog(me, tab, host);

      await me.event('Kayak on the Spree');
      const days = await me.count('button', /2026, from/);
      await me.clickNth('button', /2026, from/, index % days);
      await me.time(/left/);
      await me.add('Adult');
      await me.press('Continue');
      await me.click('textbox', 'E-mail');
      await tab.keyboard.type('ida@example.com');
      await me.click('textbox', 'Full name');
      await tab.keyboard.type(name);
      await me.holds(`${FIELD} === ${JSON.stringify(name)}`);
      await cutAndPaste(me, tab, name);
      await me.click('checkbox', /I accept the terms/);
      await me.press('Order with obligation to pay');
      await me.says('Booked. See you');

      assert.ok((await place.names()).includes(name));
      if (host.opensFrom) {
        me.lookBelow('document.body');
        await tab.keyboard.press('Escape');
        // Then the browser has left the dialog's history entry too.
        await me.holds(`!${DIALOG}.open && !history.state?.booking?.dialog`);
      }
      await act(me, tab, host.then);
      const said = (await tab.evaluate(SAID)) as string[];
      assert.equal(said.length, host.takesWheel ? 1 : 0, said.join());
    });
  }
}

/** Opens the dialog, and scrolls it, while the page behind it stays where it is. */
async function openDialog(me: WebDriverCustomer, tab: Tab, host: LibraryHost): Promise<void> {
  // Before that, the link would leave the page.
  await me.holds('customElements.get("booking-dialog") !== undefined');
  await me.click(host.opensFrom!, TRIGGER);
  await me.appears('button', 'Kayak on the Spree');
  me.lookBelow('document.querySelector("booking-dialog")');
  const middle = await me.find('dialog');
  const where = `[${DIALOG}.scrollTop, ${PAGE}]`;
  const [scrolled, page] = (await tab.evaluate(where)) as [number, number];
  await turnWheel(tab, middle);
  if (host.takesWheel) await me.holds(`${SAID}.some((text) => ${host.takesWheel}.test(text))`);
  else await me.holds(`${DIALOG}.scrollTop > ${scrolled}`);
  assert.equal(await tab.evaluate(PAGE), page);
}

/** With the mouse and the clipboard. */
async function cutAndPaste(me: WebDriverCustomer, tab: Tab, text: string): Promise<void> {
  const { x, y, width } = await me.find('textbox', 'Full name');
  const half = Math.floor(width / 2) - 2;
  await tab.mouse.move(x - half, y);
  await tab.mouse.down();
  await tab.mouse.move(x + half, y);
  await tab.mouse.up();
  await pressControl(tab, 'x');
  await me.holds(`${FIELD} === ""`);
  await pressControl(tab, 'v');
  await me.holds(`${FIELD} === ${JSON.stringify(text)}`);
}

async function pressControl(tab: Tab, key: string): Promise<void> {
  await tab.keyboard.down('Control');
  await tab.keyboard.press(key);
  await tab.keyboard.up('Control');
}

async function act(me: WebDriverCustomer, tab: Tab, { press, key, wheel, shows }: Deed) {
  if (press) await me.click(...press);
  if (key) await tab.keyboard.press(key);
  const isShown = `Boolean(${shows})`;
  for (let notch = 0; wheel && notch < NOTCHES && !(await tab.evaluate(isShown)); notch += 1) {
    await turnWheel(tab, { x: 400, y: 400 });
  }
  await me.holds(isShown);
}

async function turnWheel(
  tab: Tab,
  { x, y }: { readonly x: number; readonly y: number },
): Promise<void> {
  await tab.mouse.move(x, y);
  await tab.mouse.wheel({ deltaY: 300 });
}
