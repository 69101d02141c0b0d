import { expect } from '@open-wc/testing';
import { testCards } from '#contract/test-cards';
import { fillIn, goToCheckout, ORDER, type Visit, visit } from '../elements/visit.ts';
import { focused } from '../support/page.ts';
import { expectLog } from '../support/page-log.ts';
import { secondStep } from '../support/second-step.ts';
import { until } from '../support/time.ts';

const CARD = 'Card number';

async function goToPayment(): Promise<Visit> {
  const payments = {
    orders: 'required',
    vendors: {},
    refunds: 'automatic',
    provider: 'test',
  } as const;
  const me = await visit({}, { site: { payments } });
  await goToCheckout(me);
  await fillIn(me);
  return me;
}

const confirmations = ({ calls }: Visit) =>
  calls.filter((call) => call === 'POST /payments/test/confirm').length;

describe('booking-widget with the test provider', () => {
  it('shows its card field without any code of the page, and the order is paid', async () => {
    const me = await goToPayment();
    expect(me.find('textbox', CARD).closest('booking-widget')).to.equal(me.el);
    await me.says('This is a test: no money is taken. Card 0000 0000 0000 0001 succeeds.');
    await expect(me.el).to.be.accessible();

    await me.fill(CARD, '0000 0000 0000 0001');
    await me.press(ORDER);
    await me.says('Booked. See you');

    expect(confirmations(me)).to.equal(1);
    expect(await me.books()).to.have.length(1);
  });

  it('asks for the card below what is paid, and for consent last, right above the button', async () => {
    const me = await goToPayment();
    const topOf = (role: string, name: string | RegExp) =>
      me.find(role, name).getBoundingClientRect().top;

    const tops = [topOf('textbox', CARD), topOf('checkbox', /terms/), topOf('button', ORDER)];
    expect(tops).to.deep.equal(tops.toSorted((a, b) => a - b));
  });

  it('keeps the groups of the card’s number together, in their sequence', async () => {
    const me = await goToPayment();
    const [slot] = me.el.querySelectorAll('[slot="payment"]');
    expect(slot?.textContent).to.contain('Card 0000\u00a00000\u00a00000\u00a00001 succeeds.');
  });

  it('sends nothing while a card is declined, and orders with another one', async () => {
    const me = await goToPayment();
    await me.fill(CARD, testCards.isDeclined);
    await me.press(ORDER);
    await me.says('The card was declined. Nothing is ordered yet. Try another card.');
    expect(me.calls).not.to.include('POST /checkout/orders');
    await me.press('Pay another way');
    expect(document.activeElement).to.equal(me.find('textbox', CARD));

    await me.fill(CARD, testCards.succeeds);
    await me.press(ORDER);
    await me.says('Booked. See you');
  });

  it('keeps the number of a real card to itself', async () => {
    const me = await goToPayment();
    await me.fill(CARD, '4242 4242 4242 4242');
    await me.press(ORDER);
    await me.says('The card was declined. Nothing is ordered yet. Try another card.');

    expect(confirmations(me)).to.equal(0);
  });

  it('has the customer approve the payment where the bank asks for it', async () => {
    const me = await goToPayment();
    await me.fill(CARD, testCards.needsSecondStep);
    await me.press(ORDER);
    await until(() => secondStep.isShown(), 'the second step');
    expect(secondStep.text()).to.include('Your bank asks you to approve the payment of €98.00.');
    await me.says('Your payment is being confirmed. Nothing is ordered yet.');
    await expect(me.el).to.be.accessible();
    await secondStep.pressByKeys('Do not approve');
    await me.says('The payment was not completed. Nothing is ordered yet.');
    expect(focused()).to.equal(me.find('button', ORDER));
    expect(me.calls).not.to.include('POST /checkout/orders');

    await me.press(ORDER);
    await secondStep.press('Approve');
    await me.says('Booked. See you');
  });

  it('orders once, with one payment, where the response to the confirmation is lost', async () => {
    expectLog(/payment-unavailable/);
    const me = await goToPayment();
    await me.fill(CARD, testCards.timesOut);
    await me.press(ORDER);
    await me.says('The payment could not be checked. Try again in a few minutes.');

    await me.press(ORDER);
    await me.says('Booked. See you');
    expect(confirmations(me)).to.equal(1);
    expect(await me.books()).to.have.length(1);
  });
});
