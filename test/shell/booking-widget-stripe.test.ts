import { expect, fixture, html } from '@open-wc/testing';
import { allMethods, heldMethods, savedMethods } from '#contract/stripe-methods';
import { english } from '../../src/messages/words.ts';
import { StripePayment } from '../../src/visit/stripe-payment.ts';
import { fillIn, fillInContact, goToCheckout, ORDER, visit } from '../elements/visit.ts';
import { createBank } from '../support/bank/bank.ts';
import { aQuotedOrder } from '../support/builders.ts';
import { createStripeScript } from '../support/stripe/script.ts';
import { until } from '../support/time.ts';
import { warningsOf } from '../support/warnings.ts';

const CARD = 'Card at Stripe';
const page = globalThis as { Stripe?: unknown };

const payments = {
  orders: 'required',
  vendors: {},
  refunds: 'automatic',
  provider: 'stripe',
  publishable_key: 'pk_test_1',
} as const;

async function goToPayment(more: object = {}) {
  const fake = createBank();
  const script = createStripeScript(fake.confirm);
  page.Stripe = script.open;
  const me = await visit(
    {},
    { payments: fake.provider, site: { payments: { ...payments, ...more } } },
  );
  await goToCheckout(me);
  await fillIn(me);
  return { me, script, fake };
}

describe('booking-widget with Stripe', () => {
  afterEach(() => {
    delete page.Stripe;
  });

  it('shows Stripe’s fields without any code of the page, and the order is paid', async () => {
    const { me, script, fake } = await goToPayment();
    await me.appears('textbox', CARD);
    expect(me.find('textbox', CARD).closest('booking-widget')).to.equal(me.el);
    expect(script.keys).to.deep.equal(['pk_test_1']);
    await me.press(ORDER);
    await me.says('Booked. See you');

    expect(script.steps).to.deep.equal(['mount', 'submit', 'confirm if_required', 'destroy']);
    expect(await me.books()).to.have.length(1);
    expect(fake.ids()).to.have.length(1);
  });

  it('tells Stripe what is paid, by what can be held and without a charge, and the widget’s look', async () => {
    const { me, script } = await goToPayment();
    await me.appears('textbox', CARD);
    const { appearance, ...options } = script.options ?? {};
    expect(options).to.deep.equal({
      mode: 'payment',
      amount: 9_800,
      currency: 'eur',
      captureMethod: 'manual',
      allowedPaymentMethodTypes: heldMethods,
      locale: 'en',
    });
    const { variables = {}, theme } = appearance ?? {};
    expect(theme).to.equal('stripe');
    for (const name of ['colorPrimary', 'colorBackground', 'colorText', 'colorDanger']) {
      expect(variables[name]).to.match(/^rgb\(\d+, \d+, \d+\)$/);
    }
    expect(variables['colorText']).not.to.equal(variables['colorBackground']);
    expect(variables['borderRadius']).to.match(/^\d+px$/);
  });

  it('offers what cannot be held only where the money is taken first', async () => {
    const { me, script } = await goToPayment({ charge_first: true });
    await me.appears('textbox', CARD);
    expect(script.options).to.include({ mode: 'payment', captureMethod: 'automatic' });
    expect(script.options?.allowedPaymentMethodTypes).to.deep.equal(allMethods);
    expect(heldMethods).not.to.include('ideal');

    script.card = 'succeeds';
    await me.press(ORDER);
    await me.says('Booked. See you');
  });

  it('has the method of a request saved, and another payment made where its charge is refused', async () => {
    const fake = createBank();
    const script = createStripeScript(fake.confirm);
    page.Stripe = script.open;
    const me = await visit(
      {},
      { payments: fake.provider, site: { payments: { ...payments, requests: 'save' } } },
    );
    await me.event('Your own sailing boat on the Tagus');
    await me.day(/28 November 2026, from/);
    await me.time(/^12:00/);
    await me.add('Adult');
    await me.press('Continue');
    await me.says('Nothing is charged or held until then');
    await fillInContact(me);
    await me.appears('textbox', CARD);
    const { appearance: _, ...options } = script.options ?? {};
    expect(options).to.deep.equal({
      mode: 'setup',
      currency: 'eur',
      allowedPaymentMethodTypes: savedMethods,
      locale: 'en',
    });
    await me.press('Request with obligation to pay');
    await me.appears('heading', 'Your request has been sent');
    await me.says('Nothing is charged or held until then');
    await until(() => fake.kept().length === 1, 'the method to be kept');
    expect(script.steps).to.include('save if_required');

    const pass = async (minutes: number) => {
      for (let minute = 0; minute < minutes; minute += 1) {
        me.timers.pass(60_000);
        await me.runJobs();
      }
    };
    fake.faults.next = () => 'refuses';
    const [order] = await me.books();
    await me.accept(order?.id ?? '');
    await pass(10);
    fake.faults.next = () => undefined;
    await until(() => {
      me.timers.pass(1_000);
      return me.text().includes('is still to be paid');
    }, 'the payment fields');
    await me.appears('textbox', CARD);
    expect(script.options).to.include({ mode: 'payment', amount: 8_500 });
    await me.press('Pay €85.00');
    await me.says('€85.00 is being charged now.');
    expect(script.steps).to.include('confirm if_required');
    expect(fake.held()).to.have.length(1);
  });

  for (const [card, sentence] of [
    ['is declined', 'The card was declined. Nothing is ordered yet. Try another card.'],
    ['is not approved', 'The payment was not completed. Nothing is ordered yet.'],
    ['is incomplete', 'Check the payment details. Nothing is ordered yet.'],
    ['is lost', 'The payment could not be checked. Try again in a few minutes.'],
  ] as const) {
    it(`says what is wrong with a card that ${card}, and takes another one`, async () => {
      const script = createStripeScript(() => {});
      page.Stripe = script.open;
      const source = { words: english, publishableKey: 'pk_test_1', isChargedFirst: false };
      const stripe = new StripePayment(() => source);
      const slot = await fixture<HTMLElement>(html`<div></div>`);
      const order = aQuotedOrder();
      const authorise = () => stripe.authorise(order, { client_secret: 'pi_1_secret_2' });
      stripe.mount(slot, [order]);
      await until(() => slot.querySelector('[role="status"]') === null, 'the fields');

      script.card = card;
      expect(await authorise()).to.deep.equal({ refused: sentence });
      script.card = 'succeeds';
      expect(await authorise()).to.deep.equal({ authorised: true });
    });
  }

  it('says that the fields cannot be loaded, and tells the reseller which lines a policy needs', async () => {
    const policy = document.createElement('meta');
    policy.httpEquiv = 'Content-Security-Policy';
    policy.content = `script-src ${location.origin} 'unsafe-inline' 'unsafe-eval'`;
    document.head.append(policy);
    const fake = createBank();
    const script = createStripeScript(fake.confirm);
    const me = await visit({}, { payments: fake.provider, site: { payments } });
    const warnings = await warningsOf(async () => {
      await goToCheckout(me);
      await fillIn(me);
      await me.says('The payment fields could not be loaded.');
    });
    const [warning, ...others] = warnings.filter((text) => text.includes('Stripe'));
    for (const line of ['script-src', 'frame-src', 'connect-src']) {
      expect(warning).to.include(`${line} https://`);
    }
    expect(others).to.deep.equal([]);

    // The script comes after all.
    page.Stripe = script.open;
    await me.press(ORDER);
    await me.appears('textbox', CARD);
    expect(me.calls).not.to.include('POST /checkout/orders');
    await me.press(ORDER);
    await me.says('Booked. See you');
  });
});
