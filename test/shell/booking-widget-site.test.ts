import { expect } from '@open-wc/testing';
import {
  between,
  choose,
  fillIn,
  goToCheckout,
  ORDER,
  type Proxy,
  type Visit,
  visit,
} from '../elements/visit.ts';
import { page } from '../support/page.ts';
import { expectLog } from '../support/page-log.ts';
import { warningsOf } from '../support/warnings.ts';

const questions = [
  { id: 'hotel', title: 'Which hotel?', type: 'text', required: true, options: [] },
  { id: 'swim', title: 'Can you swim?', type: 'choice', required: true, options: ['Yes', 'No'] },
  { id: 'photo', title: 'Send me a photo', type: 'checkbox', required: false, options: [] },
] as const;
const site = {
  questions: questions.map((question) => ({ ...question, options: [...question.options] })),
  prices_include_vat: false,
};

const stale = async (proxy: Proxy, request: Request) => {
  const response = await proxy(request);
  response.headers.set('Booking-Stale', 'true');
  return response;
};

describe('booking-widget with the settings of a site', () => {
  it('asks its questions, keeps the answers on the way back, and books them', async () => {
    const me = await visit({}, { site });
    await goToCheckout(me);
    await expect(me.el).to.be.accessible();
    await me.fill('Which hotel?', 'Adlon');
    await me.time('Yes');

    await me.press(/Change date or participants/);
    await me.press('Continue');
    await me.appears('heading', 'Your details');

    expect(me.find<HTMLInputElement>('textbox', 'Which hotel?').value).to.equal('Adlon');
    expect(me.find<HTMLInputElement>('radio', 'Yes').checked).to.equal(true);
    await me.fill('Full name', 'Ida Meyer');
    await me.fill('E-mail', 'ida@example.com');
    await me.click('checkbox', /^I accept/);
    await me.press(ORDER);
    await me.says('Booked. See you');
    const [order] = await me.books();
    expect(order?.additional_information?.map(({ title, value }) => [title, value])).to.deep.equal([
      ['Which hotel?', 'Adlon'],
      ['Can you swim?', 'Yes'],
    ]);
  });

  it('prefills the page’s customer data, and books the customer’s changes', async () => {
    const me = await visit({ prefillName: 'Ida Meyer', prefillEmail: 'ida@example.com' });
    me.el.prefill = { email: 'meyer@example.com', phone: '+49 30 1' };
    await goToCheckout(me);
    const value = (name: string | RegExp) => me.find<HTMLInputElement>('textbox', name).value;
    expect([value('Full name'), value('E-mail'), value(/^Phone/)]).to.deep.equal([
      ...['Ida Meyer', 'meyer@example.com', '+49 30 1'],
    ]);

    await me.fill('Full name', 'Ada Lindqvist');
    await me.fill(/^Phone/, '');
    await me.click('checkbox', /^I accept/);
    await me.press(ORDER);
    await me.says('Booked. See you');

    const [order] = await me.books();
    expect([order?.name, order?.email]).to.deep.equal(['Ada Lindqvist', 'meyer@example.com']);
    expect(order?.phone ?? '').to.equal('');
    expect(Object.values(sessionStorage).join()).not.to.match(/Meyer|meyer@|Lindqvist/);
  });

  it('asks a new question when the proxy requires it, and books then', async () => {
    expectLog(/invalid-request: .* the question hotel needs an answer/);
    let isOld = true;
    const toProxy = between('/site', async (proxy, request) => {
      const response = await proxy(request);
      if (!isOld) return response;
      return Response.json({ ...(await response.json()), questions: [] });
    });
    const me = await visit({}, { site: { questions: site.questions.slice(0, 1) }, toProxy });
    await goToCheckout(me);
    await fillIn(me);
    isOld = false;

    await me.press(ORDER);
    await me.appears('textbox', 'Which hotel?');
    await me.press('Go to the field');
    await me.fill('Which hotel?', 'Adlon');
    await me.press(ORDER);
    await me.says('Booked. See you');

    expect(await me.books()).to.have.length(1);
  });

  it('says beside every price and total that VAT is added', async () => {
    const me = await visit({}, { site });
    await me.says('plus VAT');
    await choose(me);
    expect(me.text()).to.contain('Prices plus VAT');

    await me.press('Continue');
    await me.appears('heading', 'Your details');

    expect(me.text()).to.contain('Total plus VAT');
    expect(me.text()).not.to.contain('incl.');
  });

  it('says politely that the data may be outdated when the proxy could not refresh it', async () => {
    const me = await visit({}, { toProxy: between('/v3/', stale) });
    await me.appears('button', 'Kayak on the Spree');
    await expect(me.el).to.be.accessible();
    expect(me.text()).to.contain('Prices and dates may have changed.');

    await choose(me);
    expect(me.text()).to.contain('Prices and dates may have changed.');
    await me.press('Continue');
    await me.appears('heading', 'Your details');

    expect(me.text()).not.to.contain('may have changed');
  });

  it('does not say so when the data is fresh', async () => {
    const me = await visit();
    await choose(me);

    expect(me.text()).not.to.contain('may have changed');
  });

  it('says when to try again after too many requests, and does not retry by itself', async () => {
    expectLog(/too-many-requests/);
    let asked = 0;
    const toProxy = between('/v3/events', async () => {
      asked += 1;
      const problem = { type: '', title: '', status: 429, code: 'too-many-requests', errors: [] };
      return Response.json(problem, { status: 429, headers: { 'Retry-After': '20' } });
    });
    const me = await visit({}, { toProxy });
    // They may arrive after the failure, and move the layout.
    await me.appears('group', 'Categories');
    await me.appears('alert');

    expect(page(me.find('alert')).text()).to.contain('Try again in 20 seconds.');
    expect(asked).to.equal(1);
    await me.press('Try again');
    await me.appears('alert');
    expect(asked).to.equal(2);
  });

  it('explains a 503 of a gateway in between', async () => {
    expectLog(/what no booking proxy says/);
    const toProxy = between('/v3/events', () =>
      Promise.resolve(new Response('<h1>Slow down</h1>', { status: 503 })),
    );
    const me = await visit({}, { toProxy });
    await me.appears('alert');

    expect(page(me.find('alert')).text()).to.contain('Booking is not available right now.');
  });
});

describe('booking-widget on a proxy with several sites', () => {
  const severalSites = { site: [{ key: 'museum' }, { key: 'harbour' }] };

  for (const [written, site] of [
    ['names none of them', ''],
    ['misspells its site', 'muesum'],
  ] as const) {
    it(`says that booking is not set up, and not that nothing is on sale, if its tag ${written}`, async () => {
      let me: Visit | undefined;
      const warnings = await warningsOf(async () => {
        me = await visit({ site }, severalSites);
        await me.appears('alert');
      });

      expect(me?.text()).to.contain('Booking is not set up for this site.');
      expect(me?.text()).not.to.contain('nothing to book');
      expect(warnings.join()).to.contain(site ? `site="${site}"` : 'site="…"');
    });
  }

  it('shows the list of the site that its tag names', async () => {
    const me = await visit({ site: 'museum' }, severalSites);

    await me.appears('button', 'Kayak on the Spree');
  });
});
