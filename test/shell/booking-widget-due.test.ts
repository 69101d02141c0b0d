import { expect } from '@open-wc/testing';
import type { PaymentMethod } from '../../src/index.ts';
import { fillIn, goToCheckout, ORDER, reload, type Visit, visit } from '../elements/visit.ts';
import { createBank } from '../support/bank/bank.ts';
import { until } from '../support/time.ts';

const PAGE = location.href;

const CARD = 'Card number';
const PAY = 'Pay €98.00';

/** Lets time pass until the page has asked for the order again. */
const comesToSay = (me: Visit, text: string) =>
  until(() => {
    me.timers.pass(1_000);
    return me.text().includes(text);
  }, text);

/** A customer whose order is accepted when its money is not held any more. */
async function bookUnpaid() {
  const payments = createBank();
  const refused: string[] = [];
  const bank = { isOnOtherPage: false };
  const method: PaymentMethod = {
    mount(slot) {
      const label = document.createElement('label');
      label.textContent = CARD;
      label.append(document.createElement('input'));
      slot.append(label);
    },
    async authorise(_order, { client_secret }) {
      const reason = refused.shift();
      if (reason) return { refused: reason };
      await payments.confirm(client_secret);
      if (bank.isOnOtherPage) return new Promise(() => {});
      return { authorised: true };
    },
  };
  const me = await visit({ payment: method }, { payments: payments.provider });
  await goToCheckout(me);
  await fillIn(me);
  await me.press(ORDER);
  await me.says('Booked. See you');
  await Promise.all(payments.held().map(payments.lapse));
  /** Until the proxy has looked at the payment, and the page at the order. */
  const pass = async () => {
    for (let minute = 0; minute < 6; minute += 1) {
      me.timers.pass(60_000);
      await me.runJobs();
    }
  };
  await pass();
  return { me, payments, refused, pass, bank };
}

describe('booking-widget with an order that is still to be paid', () => {
  afterEach(() => history.replaceState(null, '', PAGE));

  it('shows the payment fields on the ticket, says where the payment is refused, and is paid once', async () => {
    const { me, payments, refused, pass } = await bookUnpaid();
    await comesToSay(me, '€98.00 is still to be paid');
    expect(me.text()).not.to.contain('Paid €98.00');
    const card = me.find('textbox', CARD);
    expect(card.closest('booking-widget')).to.equal(me.el);
    const button = me.find('button', PAY).getBoundingClientRect();
    expect(card.getBoundingClientRect().bottom).to.be.below(button.top);
    await expect(me.el).to.be.accessible();

    refused.push('The card was declined. Nothing is ordered yet.');
    await me.press(PAY);
    await me.says('The payment was not completed. Try again, or pay another way.');
    expect(me.text()).not.to.contain('Nothing is ordered yet');
    expect(payments.taken()).to.equal(0);

    await me.press(PAY);
    await me.says('€98.00 is being charged now.');
    expect(me.names('button')).not.to.include(PAY);
    expect(me.names('textbox')).not.to.include(CARD);
    await pass();
    await comesToSay(me, 'Paid €98.00');
    expect(payments.taken()).to.equal(9800);
    expect(me.calls.filter((call) => call === 'POST /checkout/orders')).to.have.length(1);
  });

  it('is paid by a copied link too, also on another page', async () => {
    const { me, payments, pass, bank } = await bookUnpaid();
    await comesToSay(me, '€98.00 is still to be paid');
    const [, viewKey] = /"view_key":"([^"]+)"/.exec(Object.values(sessionStorage).join()) ?? [];
    sessionStorage.clear();
    history.replaceState(null, '', `#booking-view=${viewKey}`);
    const viewer = await reload(me);
    await comesToSay(viewer, '€98.00 is still to be paid');
    bank.isOnOtherPage = true;
    await viewer.press(PAY);
    await viewer.says('Your payment is being confirmed.');
    await until(() => payments.held().length > 0, 'the payment');
    window.dispatchEvent(new PageTransitionEvent('pagehide'));

    history.replaceState(
      null,
      '',
      `${PAGE}&payment_intent_client_secret=1&redirect_status=succeeded`,
    );
    const asked = () => me.calls.filter((call) => call === 'POST /checkout/payments').length;
    const before = asked();
    const back = await reload(viewer);
    await back.says('€98.00 is still to be paid');
    expect(location.href).to.equal(PAGE);
    await until(() => asked() > before, 'the proxy to be asked to take it');
    await pass();
    await comesToSay(back, 'Paid €98.00');
    expect(payments.taken()).to.equal(9800);
  });
});
