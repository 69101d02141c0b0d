import assert from 'node:assert/strict';
import { test } from 'vitest';
import { ORDER } from '../../support/customer/customer.ts';
import { routers } from '../routers.ts';
import { LISTEN, SAID } from './book-on-libraries.ts';
import type { HostPlace } from './host-place.ts';

/** Counts how often the router has rendered a view. */
const countRenders = (type: string) =>
  `<script>window.renders = 0; document.addEventListener("${type}", () => { renders += 1; });</script>`;

/**
 * Tests that back and forward go step by step through the widget and then through the page, and that
 * customers can book there.
 */
export function bookThroughRouters(place: HostPlace): void {
  for (const [index, host] of routers.entries()) {
    test(`${place.engine.name}: a customer goes back and forward step by step, and books, on a page with ${host.name}`, async () => {
      const me = await place.arriveAt(
        place.pages.show(
          { ...host, head: LISTEN + countRenders(host.tellsRender) + host.head },
          place.shop.proxy,
        ),
      );
      const { tab } = place;
      const name = `Rosa the ${index}th`;
      /** What is pressed before the router has rendered would be gone with the old view. */
      const rendered = async (act: () => Promise<unknown>) => {
        const before = Number(await tab.evaluate('renders'));
        await act();
        await me.holds(`renders > ${before}`);
      };
      const move = async (way: 'back' | 'forward') => {
        const go = () => tab.evaluate(`history.${way}()`);
        if (host.rendersSteps) await rendered(go);
        else await go();
      };
      const follow = async (link: string, path: string) => {
        await rendered(() => me.click('link', link));
        await me.holds(`location.href.endsWith("${path}")`);
      };
      const choose = async () => {
        await me.clickNth('button', /2026, from/, index);
        await me.time(/left/);
        await me.add('Adult');
        await me.press('Continue');
        await me.fillIn(name);
      };
      // It is lost with the document.
      await tab.evaluate('window.isSameDocument = true');

      await follow('Tours', 'tours');
      await me.event('Kayak on the Spree');
      await choose();
      await move('back');
      await me.appears('button', 'Continue');
      await move('back');
      await me.appears('button', 'Kayak on the Spree');
      await move('back');
      await me.holds('!location.href.endsWith("tours")');
      await move('forward');
      await me.holds('location.href.endsWith("tours")');
      await me.appears('button', 'Kayak on the Spree');
      await move('forward');
      await me.appears('button', /^One less: Adult/);
      await move('forward');
      await me.fillIn(name);
      await me.press(ORDER);
      await me.says('Booked. See you');
      assert.ok((await place.names()).includes(name));

      await follow('About us', 'about');
      await move('back');
      await me.says('Booked. See you');
      await move('forward');
      await me.holds('location.href.endsWith("about")');
      assert.equal(await tab.evaluate('isSameDocument'), true);
      assert.deepEqual(await tab.evaluate(SAID), []);
    });
  }

  const [first] = routers;
  if (!first) return;
  // The control of the tests above.
  test(`${place.engine.name}: back leaves the view where history="off" leaves the steps to the router`, async () => {
    const tag = '<booking-widget lang="en" history="off"></booking-widget>';
    const me = await place.arriveAt(place.pages.show({ ...first, tag }, place.shop.proxy));
    await me.click('link', 'Tours');
    await me.holds('location.href.endsWith("tours")');
    await me.event('Kayak on the Spree');
    await me.appears('heading', 'Kayak on the Spree');

    await place.tab.evaluate('history.back()');
    await me.holds('!location.href.endsWith("tours")');
  });
}
