import { expect, fixture, html } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
import { testCards } from '#contract/test-cards';
import type { BookingButton } from '../../src/index.ts';
import { pageHistory } from '../../src/page/page-history.ts';
import { fillIn, goToCheckout, ORDER, type Visit, visit } from '../elements/visit.ts';
import { createBank } from '../support/bank/bank.ts';
import { customerAt } from '../support/customer/in-page.ts';
import { focused, page, press } from '../support/page.ts';
import { secondStep } from '../support/second-step.ts';
import { createStripeScript } from '../support/stripe/script.ts';
import { until } from '../support/time.ts';

const CARD = 'Card number';
const stripe = globalThis as { Stripe?: unknown };

const payments = { orders: 'required', vendors: {}, refunds: 'automatic' } as const;

/** A dialog is kept for all buttons with its options, so each test has others. */
let visits = 0;

/** A customer whose details are filled in, in the dialog of a button. */
async function payInDialog(options: Parameters<typeof visit>[1]) {
  const visited = await visit({}, options);
  visited.el.remove();
  const around = await fixture<HTMLElement>(
    html`<div>
      <a href="#elsewhere">A link of the page</a>
      <booking-button lang="en" affiliate=${(visits += 1)}>Book now</booking-button>
    </div>`,
  );
  const clicks: EventTarget[] = [];
  around.addEventListener('click', ({ target }) => target && clicks.push(target));
  const button = around.querySelector<BookingButton>('booking-button')!;
  button.widgetProperties = visited.settings;
  await button.updateComplete;
  const onPage = page(document.body);
  await onPage.click('button', 'Book now');
  await until(() => onPage.has('dialog', 'Book now'), 'the dialog');
  const host = document.querySelector('booking-dialog')!;
  const me: Visit = { ...visited, ...customerAt(host.widget), el: host.widget };
  const dialog = host.shadowRoot!.querySelector('dialog')!;
  await goToCheckout(me);
  await fillIn(me);
  clicks.length = 0;
  return { me, dialog, around, clicks, onPage, button };
}

const payByTestCard = async () => {
  const all = await payInDialog({ site: { payments: { ...payments, provider: 'test' } } });
  await all.me.fill(CARD, testCards.needsSecondStep);
  return all;
};

/** The question before the dialog closes. */
const QUESTION = 'Your payment is being confirmed.';

describe('booking-button with a payment', () => {
  afterEach(async () => {
    delete stripe.Stripe;
    document.querySelectorAll('booking-dialog').forEach((dialog) => dialog.remove());
    document.querySelectorAll('body > div > iframe').forEach((frame) => frame.remove());
    document.documentElement.style.overflow = '';
    // The browser goes back over the entries of the dialog.
    await until(() => !pageHistory.dialog, 'the entry before it');
  });

  it('lets a customer press the second step of the test provider', async () => {
    const { me, dialog } = await payByTestCard();
    await me.press(ORDER);
    await secondStep.press('Do not approve');
    await me.says('The payment was not completed. Nothing is ordered yet.');
    expect(dialog.matches(':modal')).to.equal(true);

    await me.press(ORDER);
    await secondStep.press('Approve');
    await me.says('Booked. See you');
    expect(await me.books()).to.have.length(1);
  });

  it('lets a customer press the second step of Stripe', async () => {
    const fake = createBank();
    const script = createStripeScript(fake.confirm);
    stripe.Stripe = script.open;
    const atStripe = { ...payments, provider: 'stripe', publishable_key: 'pk_test_1' } as const;
    const { me, dialog } = await payInDialog({
      payments: fake.provider,
      site: { payments: atStripe },
    });
    await me.appears('textbox', 'Card at Stripe');
    script.card = 'is challenged';
    await me.press(ORDER);
    await secondStep.press('Fail');
    await me.says('The payment was not completed. Nothing is ordered yet.');
    expect(dialog.matches(':modal')).to.equal(true);

    await me.press(ORDER);
    await secondStep.press('Complete');
    await me.says('Booked. See you');
    expect(await me.books()).to.have.length(1);
  });

  it('leads to the second step by keyboard, past nothing of the page, and back', async () => {
    const { me, dialog, around } = await payByTestCard();
    const outside: EventTarget[] = [];
    await me.tabTo('button', ORDER);
    around.addEventListener('focusin', ({ target }) => target && outside.push(target));
    await press('Enter');
    await until(() => secondStep.isShown(), 'the second step');
    await until(() => document.activeElement?.localName === 'iframe', 'the focus in it');
    await secondStep.pressByKeys('Do not approve');
    await me.says('The payment was not completed. Nothing is ordered yet.');

    expect(outside).to.deep.equal([]);
    expect(dialog.matches(':modal')).to.equal(true);
    expect(focused()).to.equal(me.find('button', ORDER));
  });

  it('keeps the page from being pressed meanwhile, and gives it back when the dialog closes', async () => {
    const { me, around, clicks, onPage, button } = await payByTestCard();
    const link = around.querySelector('a')!;
    const { left, top } = link.getBoundingClientRect();
    await me.press(ORDER);
    await until(() => secondStep.isShown(), 'the second step');
    expect(onPage.has('link', 'A link of the page')).to.equal(false);
    document.querySelector<HTMLElement>('body > div:has(> iframe)')!.style.display = 'none';
    await sendMouse({ type: 'click', position: [Math.ceil(left) + 3, Math.ceil(top) + 3] });
    expect(clicks).to.deep.equal([]);
    document.querySelector<HTMLElement>('body > div:has(> iframe)')!.style.display = '';
    await secondStep.press('Approve');
    await me.says('Booked. See you');

    await press('Escape');
    await until(() => !onPage.has('dialog'), 'its end');
    expect(onPage.has('link', 'A link of the page')).to.equal(true);
    expect(button.contains(document.activeElement)).to.equal(true);
  });

  it('does not move the dialog, nor what is in it', async () => {
    const { me, dialog } = await payByTestCard();
    const places = () => {
      const { x, y, width, height } = dialog.getBoundingClientRect();
      const card = me.find('textbox', CARD).getBoundingClientRect();
      return { x, y, width, height, scrollTop: dialog.scrollTop, card: card.top };
    };
    await me.tabTo('button', ORDER);
    const before = places();
    expect(before.scrollTop).to.be.above(0);
    await press('Enter');
    await until(() => secondStep.isShown(), 'the second step');
    expect(places()).to.deep.equal(before);
    await secondStep.press('Do not approve');
  });

  it('is accessible while the payment is confirmed', async () => {
    const { me } = await payByTestCard();
    await me.press(ORDER);
    await until(() => secondStep.isShown(), 'the second step');
    await expect(document.querySelector('booking-dialog')!).to.be.accessible();
    await expect(me.el).to.be.accessible();
    await secondStep.press('Do not approve');
    await me.says('The payment was not completed.');
  });

  it('asks before Escape or its button closes it, and the payment goes on', async () => {
    const { me, dialog, onPage } = await payByTestCard();
    await me.press(ORDER);
    await until(() => document.activeElement?.localName === 'iframe', 'the second step');
    // Back from the bank's frame to the dialog.
    me.find('button', /^Placing your order/).focus();
    await press('Escape');
    await me.appears('dialog', QUESTION);
    await expect(me.el).to.be.accessible();
    await press('Escape');
    await me.gone('dialog', QUESTION);
    expect(dialog.open).to.equal(true);

    await press('Escape');
    await me.press('Stay here');
    await me.gone('dialog', QUESTION);
    await press('Escape');
    await me.within('dialog', QUESTION).click('button', 'Close');
    await until(() => !dialog.open, 'its end');
    await until(() => onPage.has('link', 'A link of the page'), 'the page');

    await secondStep.press('Approve');
    await until(() => me.heard.some(({ type }) => type === 'booking-order'), 'the order');
    expect(await me.books()).to.have.length(1);
  });
});
