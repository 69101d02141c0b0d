import { expect } from '@open-wc/testing';
import type { PaymentMethod } from '../../src/index.ts';
import { fillIn, goToCheckout, ORDER, reload, type Visit, visit } from '../elements/visit.ts';
import { createBank } from '../support/bank/bank.ts';
import { until } from '../support/time.ts';

const PAGE = location.href;
const ADDED =
  'payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=succeeded';

/** A customer whom the provider sends to another page as soon as the order button is pressed. */
async function goToPayment() {
  const fake = createBank();
  let confirm: () => unknown = () => {};
  let isLeft = () => {};
  const left = new Promise<void>((resolve) => (isLeft = resolve));
  const payment: PaymentMethod = {
    mount: (slot) => slot.append('Card'),
    authorise: (_, { client_secret }) => {
      confirm = () => fake.confirm(client_secret);
      isLeft();
      return new Promise(() => {});
    },
  };
  const me = await visit({ payment }, { payments: fake.provider });
  await goToCheckout(me);
  await fillIn(me);
  await me.press(ORDER);
  await left;
  return { me, fake, confirm: () => confirm() };
}

const stored = () => JSON.stringify({ ...sessionStorage });
const leavePage = () => void window.dispatchEvent(new PageTransitionEvent('pagehide'));

/** The browser shows the page again as it was left. */
const showPage = () =>
  void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));

/** The page is loaded again, with what the provider adds to its address. */
function comeBack(me: Visit, added = ADDED): Promise<Visit> {
  history.replaceState({ own: 1 }, '', added && `?own=1&${added}#top`);
  return reload(me);
}

describe('booking-widget whose customer confirms a payment on another page', () => {
  afterEach(() => history.replaceState(null, '', PAGE));

  it('stores what was typed only once the page is left', async () => {
    const { me } = await goToPayment();
    expect(stored()).not.to.contain('Ida Meyer');
    leavePage();
    expect(stored()).to.contain('Ida Meyer');
    expect(stored()).not.to.contain('payment-1.');

    await comeBack(me);
    expect(stored()).not.to.contain('Ida Meyer');
  });

  it('orders once what was confirmed, and takes out of the address what was added to it', async () => {
    const { me, fake, confirm } = await goToPayment();
    leavePage();
    await confirm();
    const back = await comeBack(me);
    await back.says('Booked. See you');

    expect(location.search + location.hash).to.equal('?own=1#top');
    expect(history.state).to.include({ own: 1 });
    expect((await me.books()).map(({ name }) => name)).to.deep.equal(['Ida Meyer']);
    expect(fake.ids()).to.have.length(1);
  });

  it('says that nothing is ordered where it was not confirmed, with the form as it was', async () => {
    const { me } = await goToPayment();
    leavePage();
    const back = await comeBack(me);
    await back.says('The payment was not completed. Nothing is ordered yet.');

    expect(back.find<HTMLInputElement>('textbox', 'Full name').value).to.equal('Ida Meyer');
    expect(me.calls).not.to.include('POST /checkout/orders');
  });

  it('orders nothing by itself for a customer who comes back another way', async () => {
    const { me, confirm } = await goToPayment();
    leavePage();
    await confirm();
    const back = await comeBack(me, '');
    await back.says('Your payment of €98.00 is confirmed.');
    expect(back.el.childElementCount).to.equal(0);
    // The terms are not accepted again.
    await back.press(ORDER);
    await back.says('1 entry is missing or not right yet.');

    expect(me.calls).not.to.include('POST /checkout/orders');
    expect(back.find<HTMLInputElement>('textbox', 'Full name').value).to.equal('Ida Meyer');
  });

  it('takes out of the address what was added once a customer who went back has gone forward', async () => {
    const { me, confirm } = await goToPayment();
    leavePage();
    const back = await comeBack(me, '');
    await back.appears('heading', 'Your details');
    expect(stored()).not.to.contain('Ida Meyer');
    await confirm();
    const forward = await comeBack(back);
    await forward.appears('heading', 'Your details');

    expect(location.search + location.hash).to.equal('?own=1#top');
    expect(stored()).not.to.contain('booking payment');
    expect(me.calls).not.to.include('POST /checkout/orders');
  });

  it('forgets what was typed after an hour', async () => {
    const { me } = await goToPayment();
    leavePage();
    for (const [name, text] of Object.entries({ ...sessionStorage })) {
      sessionStorage.setItem(name, `${text}`.replace(/"at":\d+/, `"at":${Date.now() - 3_600_001}`));
    }
    const back = await comeBack(me);
    await back.appears('heading', 'Your details');

    expect(stored()).not.to.contain('Ida Meyer');
    expect(back.find<HTMLInputElement>('textbox', 'Full name').value).to.equal('');
  });

  it('pays and orders once for a customer who goes back to the page as the browser kept it', async () => {
    const { me, fake, confirm } = await goToPayment();
    leavePage();
    showPage();
    await until(() => me.has('button', ORDER), 'the order button');
    await confirm();
    await me.press(ORDER);
    await me.says('Booked. See you');
    leavePage();

    expect(stored()).not.to.contain('Ida Meyer');
    expect(fake.ids()).to.have.length(1);
    expect(await me.books()).to.have.length(1);
  });

  it('leaves the address to the page where it has not sent the customer away', async () => {
    history.replaceState(null, '', `?${ADDED}`);
    await visit();

    expect(location.search).to.equal(`?${ADDED}`);
  });
});
