import assert from 'node:assert/strict';
import { afterAll, afterEach, beforeAll, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { beginJourney, hold, type Journey } from '../support/journey.ts';

/** What the widget loads after its list, when that comes late, or not at all. */

let journey: Journey;
beforeAll(async () => {
  journey = await beginJourney();
});
afterEach(() => journey.leave());
afterAll(() => journey.close());

const SECOND = '**/booking-widget-second-*';
const LINK = '<a href="https://call.example/">Call us</a>';
const MISSING = 'This part of the booking could not be loaded.';

/** What the widget itself says, without what the browser says. */
const assertToldOnce = (complaints: string[]) =>
  eventually(() => {
    const [first = '', ...others] = complaints.filter((text) => /<booking-widget>/.test(text));
    assert.match(first, /cannot load its second script/);
    assert.deepEqual(others, []);
  });

type Held = Awaited<ReturnType<typeof hold>>;

test('an event pressed before the second script is there shows its title at once, and is booked', async () => {
  let held: Held | undefined;
  const { page, me } = await journey.visit({
    prepare: async (fresh) => {
      held = await hold(fresh, SECOND);
    },
  });
  await me.event('Kayak on the Spree');
  await held?.asked;
  await me.appears('heading', 'Kayak on the Spree');
  await me.says('Loading');
  held?.release();

  await me.day(/28 November 2026, from/);
  assert.equal(
    await page.evaluate(() => document.activeElement?.localName),
    'booking-widget',
    'the focus is in the widget',
  );
  await me.time(/^14:00/);
  await me.add('Adult');
  await me.press('Continue');
  await me.order('Late Customer');
});

test('without the second script the list works, and an event says what is wrong and goes on when it comes', async () => {
  journey.expectComplaints(/cannot load its second script/, /net::ERR_FAILED/);
  let isBlocked = true;
  const { page, me, complaints } = await journey.visit({
    prepare: (fresh) =>
      fresh.route(SECOND, (route) => (isBlocked ? route.abort() : route.continue())),
  });
  await me.event('Kayak on the Spree');
  await me.says(MISSING);
  await me.press('‹ All experiences');
  await me.appears('button', 'Sourdough morning');
  await me.event('Kayak on the Spree');
  await me.says(MISSING);

  isBlocked = false;
  await me.press('Try again');
  await me.appears('button', /28 November 2026, from/);
  await me.appears('heading', 'Kayak on the Spree');
  await assertToldOnce(complaints);
  assert.doesNotMatch(page.url(), /try=/);
});

test('before the second script, and without it, a day is chosen in the browser’s own field', async () => {
  journey.expectComplaints(/net::ERR_FAILED/, /cannot load its second script/);
  const { me } = await journey.visit({
    prepare: (fresh) => fresh.route(SECOND, (route) => route.abort()),
  });
  await me.widget.getByText('Any day').click();
  await me.field('Choose a day').fill('2026-11-28');
  await me.says('with places for 1 participant');
});

for (const [why, headers, prepare] of [
  ['a policy of the page forbids it', { 'Content-Security-Policy': 'POLICY' }, undefined],
  ['it is of a release that is gone', {}, true],
] as const) {
  test(`where ${why}, the customer reads it beside the page’s own link, and the console names it once`, async () => {
    journey.expectComplaints(
      /cannot load its second script/,
      prepare ? /status of 404/ : /Content Security Policy/,
    );
    const { proxy } = journey.shop;
    const policy = `default-src 'none'; style-src 'unsafe-inline'; img-src *; connect-src ${proxy}; script-src ${proxy}/booking-widget.js`;
    const given = 'Content-Security-Policy' in headers ? { 'Content-Security-Policy': policy } : {};
    const { page, me, complaints } = await journey.visitPage('', given);
    if (prepare) {
      await page.route('**/booking-widget.js', async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replace(/(?<=second-)\w{16}/, '0'.repeat(16));
        await route.fulfill({ response, body });
      });
    }
    await page.evaluate(
      ([html, src]) => {
        document.body.innerHTML = html ?? '';
        const script = Object.assign(document.createElement('script'), { src });
        document.head.append(script);
      },
      [`<booking-widget>${LINK}</booking-widget>`, `${proxy}/booking-widget.js`],
    );
    await me.event('Kayak on the Spree');
    await me.says(MISSING);
    await page.getByRole('link', { name: 'Call us' }).waitFor();
    await assertToldOnce(complaints);
  });
}

test('a tag that names an event asks for the second script at once', async () => {
  const { id } = await journey.eventCalled('Kayak on the Spree');
  const { page, me } = await journey.visitPage('');
  const held = await hold(page, '**/v3/merged_events/*');
  const second = page.waitForRequest(SECOND);
  await page.setContent(`<booking-widget event="${id}"></booking-widget>${journey.script}`);
  await held.asked;
  await second;
  held.release();
  await me.appears('button', /28 November 2026, from/);
});
