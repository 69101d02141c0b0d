import { expect } from '@open-wc/testing';
import { toProblem } from '../../proxy/http/problems.ts';
import { english } from '../../src/messages/words.ts';
import {
  between,
  choose,
  fillIn,
  goToCheckout,
  isOrder,
  ORDER,
  type Proxy,
  visit,
} from '../elements/visit.ts';
import { page } from '../support/page.ts';
import { expectLog } from '../support/page-log.ts';
import { warningsOf } from '../support/warnings.ts';

/** Passes every request on except an order, which goes to `otherwise`. */
const atOrder =
  (otherwise: (proxy: Proxy, request: Request) => Promise<Response>) =>
  (proxy: Proxy): Proxy =>
  (request) =>
    isOrder(request) ? otherwise(proxy, request) : proxy(request);

/** Rewrites the text of every response. */
const rewriting =
  (rewrite: (text: string) => string) =>
  (proxy: Proxy): Proxy =>
  async (request) => {
    const response = await proxy(request);
    const { status, headers } = response;
    return new Response(rewrite(await response.text()), { status, headers });
  };

describe('booking-widget, when something goes wrong', () => {
  it('warns which built-in a script of the page has broken', async () => {
    const { getRandomValues } = crypto;
    const warnings = await warningsOf(async () => {
      const me = await visit();
      await choose(me);
      crypto.getRandomValues = () => {
        throw new RangeError('of another script');
      };
      await me.press('Continue');
      await me.says('Something broke on our side.');
    });
    crypto.getRandomValues = getRandomValues;

    expect(warnings).to.deep.equal(['<booking-widget> has failed: RangeError: of another script.']);
  });

  it('is accessible and says so while the proxy cannot be reached, and goes on when it can', async () => {
    expectLog(/cannot reach its proxy/);
    let isUp = false;
    const toProxy =
      (proxy: Proxy): Proxy =>
      (request) =>
        isUp ? proxy(request) : Promise.reject(new TypeError('Failed to fetch'));
    const me = await visit({}, { toProxy });
    await me.appears('alert');

    await expect(me.el).to.be.accessible();
    expect(page(me.find('alert')).text()).to.contain('No answer from the booking service.');
    isUp = true;
    await me.press('Try again');
    me.timers.fly();
    await me.appears('button', 'Kayak on the Spree');

    expect(me.has('alert')).to.equal(false);
  });

  it('tells the page of a list and of an event that cannot be loaded, once for each try', async () => {
    expectLog(/cannot reach its proxy/);
    let isDown = true;
    const toProxy =
      (proxy: Proxy): Proxy =>
      (request) =>
        isDown ? Promise.reject(new TypeError('Failed to fetch')) : proxy(request);
    const me = await visit({}, { toProxy });
    const problems = () =>
      me.heard.filter(({ type }) => type === 'booking-problem').map(({ detail }) => detail.code);
    await me.appears('alert');
    me.el.requestUpdate();
    await me.el.updateComplete;
    expect(problems()).to.deep.equal(['ConnectionError']);

    isDown = false;
    await me.press('Try again');
    me.timers.fly();
    await me.appears('button', 'Kayak on the Spree');
    isDown = true;
    await me.event('Kayak on the Spree');
    await me.appears('alert');
    expect(problems()).to.deep.equal(['ConnectionError', 'ConnectionError']);
  });

  for (const code of ['platform-down', 'internal-error', 'too-many-calls'] as const) {
    it(`tells the reseller in the console what the proxy says about ${code}, and the customer in place`, async () => {
      const refusal = toProblem(code, [{ code, field: 'site', detail: 'of this test' }]);
      const warnings = await warningsOf(async () => {
        const me = await visit(
          { site: 'default' },
          {
            toProxy: between('/v3/events', async () =>
              Response.json(refusal, { status: refusal.status }),
            ),
          },
        );
        await me.says(english.problem(code));
        expect(me.text()).not.to.contain(refusal.title);
      });

      expect(warnings).to.include(
        `<booking-widget> ${code}: ${refusal.title} site="default": of this test.`,
      );
    });
  }

  it('warns that its proxy is not an absolute address, and what it resolves to', async () => {
    const warnings = await warningsOf(async () => {
      const me = await visit({ proxy: 'book.example.com/v1' });
      await me.appears('alert');
    });

    expect(warnings).to.include(
      `<booking-widget> proxy="book.example.com/v1" has no https:// before it, and is ${new URL('book.example.com/v1', document.baseURI).href} on this page.`,
    );
  });

  it('leaves out events whose time zone the browser does not know', async () => {
    const toProxy = rewriting((text) => text.replaceAll('Europe/Lisbon', 'Europe/Nowhere'));
    const me = await visit({}, { toProxy });
    await me.appears('button', 'Kayak on the Spree');

    expect(me.has('button', 'Tile painting in Graça')).to.equal(false);
    expect(me.has('button', 'Kayak on the Spree')).to.equal(true);
  });

  it('does not call the list empty when every event has an unknown time zone', async () => {
    expectLog(/what no booking proxy says/);
    const toProxy = rewriting((text) =>
      text.replaceAll(/Europe\/\w+|Asia\/\w+/g, 'Europe/Nowhere'),
    );
    const me = await visit({}, { toProxy });
    await me.appears('alert');

    expect(page(me.find('alert')).text()).to.contain('something that cannot be read');
  });

  it('says so when an opened event has an unknown time zone', async () => {
    const isEvent = (text: string) => text.startsWith('{');
    const toProxy = rewriting((text) =>
      isEvent(text) ? text.replaceAll('Europe/Berlin', 'Europe/Nowhere') : text,
    );
    const me = await visit({}, { toProxy });
    await me.event('Kayak on the Spree');
    await me.appears('alert');

    expect(page(me.find('alert')).text()).to.contain('something that cannot be read');
  });

  it('says so in place, and once in the console, when a part cannot be rendered', async () => {
    let isWrong = true;
    const toProxy = rewriting((text) =>
      isWrong ? text.replaceAll(/"first_date":"[^"]+"/g, '"first_date":"one day"') : text,
    );
    const warnings = await warningsOf(async () => {
      const me = await visit({}, { toProxy });
      me.el.innerHTML = '<a href="#elsewhere">Book at the vendor’s</a>';
      await me.appears('alert');

      expect(page(me.find('alert')).text()).to.contain('Something broke on our side.');
      expect(page(me.el).has('link', 'Book at the vendor’s')).to.equal(true);
      await expect(me.el).to.be.accessible();
      isWrong = false;
      await me.press('Try again');
      await me.appears('button', 'Kayak on the Spree');

      expect(me.has('alert')).to.equal(false);
      expect(page(me.el).has('link', 'Book at the vendor’s')).to.equal(false);
    });

    expect(warnings).to.have.length(1);
    expect(warnings[0]).to.match(
      /^<booking-widget> cannot show booking-event-list: RangeError: .*\.$/,
    );
  });

  it('does not lead to another seller when an order cannot be rendered', async () => {
    expectLog(/cannot show booking-confirmation/);
    const toProxy = atOrder(async () =>
      Response.json({ state: 'checking', order: null, settled_by: 'one day' }, { status: 202 }),
    );
    const me = await visit({}, { toProxy });
    me.el.innerHTML = '<a href="#elsewhere">Book at the vendor’s</a>';
    await goToCheckout(me);
    await fillIn(me);
    await me.press(ORDER);
    await me.says('Something broke on our side.');

    expect(me.el.querySelector('a')?.checkVisibility()).to.equal(false);
  });

  it('falls back to English if the messages of a language cannot be loaded', async () => {
    const toProxy =
      (proxy: Proxy): Proxy =>
      (request) =>
        request.url.includes('/messages/')
          ? Promise.reject(new TypeError('Failed to fetch'))
          : proxy(request);

    const me = await visit({ lang: 'de' }, { toProxy });
    await me.appears('button', 'Kayak on the Spree');

    expect(me.has('searchbox', /Search/)).to.equal(true);
  });

  it('says which time is gone, keeps what was typed, and books another one', async () => {
    expectLog(/sold-out/);
    const me = await visit();
    await goToCheckout(me);
    await fillIn(me);
    await me.takeAll('Kayak on the Spree', '2026-11-28T13:00:00Z');

    await me.press(ORDER);
    await me.appears('button', 'Take 11:00');
    expect(page(me.find('alert')).text()).to.match(/^14:00 has sold out\./);
    expect(me.heard.at(-1)).to.have.property('type', 'booking-problem');
    expect(me.heard.at(-1)?.detail).to.deep.equal({ code: 'sold-out' });
    await me.press('Take 11:00');
    await me.gone('alert');

    expect(me.find<HTMLInputElement>('textbox', 'Full name').value).to.equal('Ida Meyer');
    expect(me.within('group', 'Adult 1').find<HTMLInputElement>('textbox', 'Name').value).to.equal(
      'Ida',
    );
    await me.press(ORDER);
    await me.says('Booked. See you');
    expect(await me.books()).to.have.length(1);
  });

  it('waits for an order whose response was lost, and shows the tickets that came of it', async () => {
    const toPlatform = atOrder(async (platform, request) => {
      await platform(request);
      throw new TypeError('Failed to fetch');
    });
    const me = await visit({}, { toPlatform });
    await goToCheckout(me);
    await fillIn(me);

    await me.press(ORDER);
    await me.says('Do not order it a second time');
    me.timers.fly();
    await me.says('Booked. See you');

    const [order, ...rest] = await me.books();
    expect(rest).to.deep.equal([]);
    expect(me.text()).to.contain(`Code ${order?.code}`);
    expect(me.heard.at(-1)?.detail.transaction_id).to.equal(order?.code);
  });
});
