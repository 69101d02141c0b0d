import { expect } from '@open-wc/testing';
import type { IntentResponse } from '../../src/index.ts';
import {
  addToVisit,
  between,
  fillIn,
  fillInContact,
  goToCheckout,
  ORDER,
  type Visit,
  visit,
} from '../elements/visit.ts';
import { expectLog } from '../support/page-log.ts';

const KAYAK = 'Kayak on the Spree';
const TEA = 'Tea ceremony in a town house';

/** Orders a cart of two vendors after the places of one event were taken. */
async function order(me: Visit, lost: string, at: string): Promise<void> {
  await addToVisit(me, KAYAK, /28 November 2026, from/, /^11:00/);
  await me.press(/Keep looking/);
  await addToVisit(me, TEA, /30 November 2026, from/, /^10:00/);
  await me.says('2 orders');
  await me.press('Check out');
  await me.appears('heading', 'Your details');
  await fillInContact(me);
  await me.takeAll(lost, at);
  await me.press(ORDER);
}

describe('booking-widget, when it cannot be ordered as it was chosen', () => {
  it('shows a changed price beside what it was, and orders it at the next press', async () => {
    expectLog(/price-changed/);
    const me = await visit();
    await goToCheckout(me);
    await fillIn(me);
    await me.changePrice(KAYAK, 'Adult', 47.5);

    await me.press(ORDER);
    await me.says('The price has changed from €98.00 to €100.50. This is not ordered yet.');
    expect(await me.books()).to.have.length(0);
    expect(me.within('region', 'Your order').text()).to.contain('1 × Adult €45.00 €47.50');
    expect(me.text()).to.contain('Total incl. VAT €98.00 €100.50');
    expect(me.find<HTMLInputElement>('textbox', 'Full name').value).to.equal('Ida Meyer');
    await expect(me.el).to.be.accessible();

    await me.press(ORDER);
    await me.says('Booked. See you');
    const [order, ...more] = await me.books();
    expect([order?.total_invoice, more.length]).to.deep.equal(['100.50', 0]);
  });

  it('takes another time for an unplaced order, beside the tickets of the placed one', async () => {
    expectLog(/sold-out/);
    const me = await visit();
    await order(me, TEA, '2026-11-30T01:00:00Z');

    await me.appears('button', 'Take 11:30');
    const [kayak] = await me.books();
    expect(me.text()).to.contain(`Code ${kayak?.code}`);
    await expect(me.el).to.be.accessible();
    await me.press('Take 11:30');
    await me.appears('heading', 'Your details');
    expect(me.find<HTMLInputElement>('textbox', 'Full name').value).to.equal('Ida Meyer');
    await me.click('checkbox');
    await me.press(ORDER);
    await me.gone('heading', 'Your details');

    const books = await me.books();
    expect(books).to.have.length(2);
    for (const { code } of books) expect(me.text()).to.contain(`Code ${code}`);
  });

  it('opens a declined event again at the nearest time, with the participants who wanted to come', async () => {
    const me = await visit({}, { toProxy: ending('DECLINED') });
    await orderBoat(me, 'has declined your request');

    await me.press('Take 15:00');
    await me.appears('heading', 'Your own sailing boat on the Tagus');
    await expect(me.el).to.be.accessible();
    await me.press('Continue');
    await me.appears('heading', 'Your details');
    const order = me.within('region', 'Your order').text();
    expect(order).to.contain('28 November 2026, 15:00');
    expect(order).to.contain('1 × Adult');
    expect(order).to.contain('1 × Child, up to 12 years');
  });

  it('opens the event of a cancelled order again, with the participants who wanted to come', async () => {
    const me = await visit({}, { toProxy: ending('CANCELED') });
    await orderBoat(me, 'has been cancelled');

    await me.press('Choose another day');
    await me.appears('heading', 'Your own sailing boat on the Tagus');
    await me.day(/29 November 2026, from/);
    await me.time(/^12:00/);
    await me.press('Continue');
    await me.appears('heading', 'Your details');
    const order = me.within('region', 'Your order').text();
    expect(order).to.contain('29 November 2026, 12:00');
    expect(order).to.contain('1 × Adult');
    expect(order).to.contain('1 × Child, up to 12 years');
  });

  it('claims nothing of other times that cannot be loaded after a decline', async () => {
    const withoutDecember = between('/v3/events/', async (proxy, request) => {
      if (request.url.includes('start_date=2026-11-30')) throw new TypeError('network error');
      return proxy(request);
    });
    const me = await visit({}, { toProxy: (proxy) => withoutDecember(ending('DECLINED')(proxy)) });
    await orderBoat(me, 'has declined your request');

    await me.gone('listitem', /^Take/);
    expect(me.text()).not.to.match(/Nearest times|No other times/);
  });
});

/** What is ordered has ended before anybody follows what becomes of it. */
const ending = (status: 'DECLINED' | 'CANCELED') =>
  between('/checkout/', async (proxy, request) => {
    if (request.headers.get('Accept') === 'text/event-stream') return Response.error();
    const response = await proxy(request);
    const body = (await response.json()) as Partial<IntentResponse>;
    const ended = body.order && { order: { ...body.order, status } };
    return Response.json({ ...body, ...ended }, response);
  });

/** Requests a boat, and waits for what becomes of it. */
async function orderBoat(me: Visit, outcome: string): Promise<void> {
  await me.event('Your own sailing boat on the Tagus');
  await me.day(/28 November 2026, from/);
  await me.time(/^12:00/);
  await me.add('Adult');
  await me.add('Child, up to 12 years');
  await me.press('Continue');
  await fillInContact(me);
  await me.press('Request with obligation to pay');
  await me.says(outcome);
}
