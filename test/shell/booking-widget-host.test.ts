import { expect } from '@open-wc/testing';
import type { IntentResponse } from '../../src/index.ts';
import {
  between,
  fillIn,
  goToCheckout,
  ORDER,
  reload,
  type Visit,
  visit,
} from '../elements/visit.ts';
import { until } from '../support/time.ts';
import { warningsOf } from '../support/warnings.ts';

async function order(me: Visit): Promise<void> {
  await goToCheckout(me);
  await fillIn(me);
  await me.press(ORDER);
  await me.says('Booked. See you');
}

/** Changes the proxy's response about the order. */
const saying = (path: string, change: (intent: IntentResponse) => object) =>
  between(path, async (proxy, request) => {
    const response = await proxy(request);
    return Response.json(change((await response.json()) as IntentResponse), response);
  });

describe('booking-widget, asked for consent', () => {
  const { href } = location;
  beforeEach(() => {
    history.replaceState(null, '', '?utm_source=newsletter&utm_medium=e-mail&customer=ida');
  });
  afterEach(() => history.replaceState(null, '', href));

  it('does not write the page’s UTM values into the order without consent', async () => {
    const me = await visit();
    await order(me);

    const [booked] = await me.books();
    expect(booked?.sale_params ?? '').to.equal('');
  });

  it('writes its UTM values into the order once the page has consent, at any time before', async () => {
    const me = await visit({ affiliate: 'harbour' });
    await goToCheckout(me);
    await fillIn(me);
    me.el.consent = true;
    await me.press(ORDER);
    await me.says('Booked. See you');

    const [booked] = await me.books();
    expect(booked?.sale_params).to.equal('utm_source=newsletter&utm_medium=e-mail');
    expect(booked?.affiliate_id).to.equal('harbour');
    expect(JSON.stringify({ ...sessionStorage }))
      .to.contain(booked?.code)
      .but.not.match(/utm|news/);
  });

  it('accepts consent by attribute, and none after it is withdrawn or false', async () => {
    const me = await visit();
    const consents = ['', 'true', 'false', null].map((value) => {
      if (value === null) me.el.removeAttribute('consent');
      else me.el.setAttribute('consent', value);
      return me.el.consent;
    });

    expect(consents).to.deep.equal([true, true, false, false]);
  });
});

describe('booking-widget, kept from ordering by its host page', () => {
  it('shows why beside the button, sends nothing, and asks again', async () => {
    const me = await visit();
    await goToCheckout(me);
    await fillIn(me);
    const reason = 'Members only: <b>log in</b> first.';
    let isMember = false;
    me.el.addEventListener('booking-before-order', ({ detail }) => {
      if (!isMember) detail.refuse?.(reason);
    });

    await me.press(ORDER);
    await me.says(reason);
    expect(me.find('alert').textContent.trim()).to.equal(reason);
    expect(me.calls).not.to.include('POST /checkout/orders');
    await expect(me.el).to.be.accessible();

    const first = me.find('alert');
    await me.press(ORDER);
    await until(() => me.has('alert') && me.find('alert') !== first, 'it to be said anew');
    expect(me.calls).not.to.include('POST /checkout/orders');

    isMember = true;
    await me.press(ORDER);
    await me.says('Booked. See you');
    expect(me.has('alert')).to.equal(false);
    expect(me.heard.filter(({ type }) => type === 'booking-before-order')).to.have.length(3);
  });

  it('does not show it any more after the customer has gone back', async () => {
    const me = await visit();
    await goToCheckout(me);
    await fillIn(me);
    me.el.addEventListener('booking-before-order', ({ detail }) => detail.refuse?.('Not now.'));
    await me.press(ORDER);
    await me.says('Not now.');

    await me.press(/Change/);
    await me.press('Continue');
    await me.appears('heading', 'Your details');

    expect(me.text()).not.to.contain('Not now.');
  });
});

describe('booking-widget, described to search engines', () => {
  const written = () =>
    document.head.querySelector('script[type="application/ld+json"]')?.textContent ?? '';

  it('is described as long as it is in the page, also after it was moved', async () => {
    const me = await visit({ structuredData: true });
    await me.appears('button', 'Kayak on the Spree');
    await until(() => written() !== '', 'the description');
    const before = written();
    const section = document.createElement('section');
    document.body.append(section);

    section.append(me.el);
    await me.el.updateComplete;
    expect(before).to.contain('Kayak on the Spree');
    expect(written() === before).to.equal(true);

    section.remove();
    expect(written()).to.equal('');
  });

  it('is not described again by what was on its way when it was removed', async () => {
    const me = await visit({ structuredData: true });
    await me.appears('button', 'Kayak on the Spree');
    await until(() => written() !== '', 'the description');

    me.el.remove();
    me.el.requestUpdate();
    await me.el.updateComplete;

    expect(written()).to.equal('');
  });
});

describe('booking-widget, with a page for success', () => {
  /** The addresses that the window was sent to, which it does not open here. */
  let opened: string[][];
  const click = HTMLAnchorElement.prototype.click;
  beforeEach(() => {
    opened = [];
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      opened.push([this.href, this.target]);
    };
  });
  afterEach(() => {
    HTMLAnchorElement.prototype.click = click;
  });
  const successUrl = '/thanks?from=widget';

  it('opens it once in the top window with the order’s code, after the page’s event', async () => {
    const before = await visit({ successUrl });
    let toldBefore = -1;
    before.el.addEventListener('booking-order', () => (toldBefore = opened.length));
    await order(before);

    const [booked] = await before.books();
    const address = `${location.origin}/thanks?from=widget&booking-order=${booked?.code}`;
    expect(opened).to.deep.equal([[address, '_top']]);
    expect(toldBefore).to.equal(0);

    // For example after the browser's Back.
    const me = await reload(before);
    await me.says('Booked. See you');
    await me.appears('button', 'Book something else');
    expect(opened).to.have.length(1);
  });

  it('opens it for an order that was being checked once that stands, also after a reload', async () => {
    let isKnown = false;
    const checking = { state: 'checking', order: null, settled_by: null, problem: null };
    const unknown = (intent: IntentResponse) => (isKnown ? intent : { ...intent, ...checking });
    const ordering = saying('/checkout/orders', unknown);
    const asking = saying('/checkout/intent', unknown);
    const before = await visit({ successUrl }, { toProxy: (proxy) => ordering(asking(proxy)) });
    await goToCheckout(before);
    await fillIn(before);
    await before.click('button', ORDER);
    await before.appears('heading', 'We are checking your order');
    expect(opened).to.deep.equal([]);

    isKnown = true;
    const me = await reload(before);
    await me.says('Booked. See you');

    expect(opened).to.have.length(1);
  });

  it('ignores an address that is not http(s), and tells the reseller', async () => {
    const warnings = await warningsOf(async () => {
      await order(await visit({ successUrl: 'javascript:alert(1)' }));
    });

    expect(opened).to.deep.equal([]);
    expect(warnings).to.deep.equal([
      '<booking-widget> success-url="javascript:alert(1)" is not an http(s) address.',
    ]);
  });
});
