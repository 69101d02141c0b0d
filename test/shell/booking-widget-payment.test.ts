import { expect } from '@open-wc/testing';
import type { PayableOrder, PaymentMethod } from '../../src/index.ts';
import { between, fillIn, goToCheckout, ORDER, visit } from '../elements/visit.ts';
import { createBank } from '../support/bank/bank.ts';
import { expectLog } from '../support/page-log.ts';
import { warningsOf } from '../support/warnings.ts';

const CARD = 'Card number';
const payments = createBank();
const { provider } = payments;

/** A payment method that records its steps, and by default authorises. */
function createMethod(steps: string[] = []) {
  const orders: PayableOrder[] = [];
  let element: HTMLElement | undefined;
  const method = {
    refused: [] as (string | Error)[],
    mount(slot, mounted) {
      steps.push(`mount ${mounted.map(({ total }) => total).join(', ')}`);
      element = slot;
      const label = document.createElement('label');
      label.textContent = CARD;
      label.append(document.createElement('input'));
      slot.append(label);
    },
    async authorise(order, { client_secret }) {
      steps.push(`authorise ${order.total}`);
      orders.push(order);
      const refused = method.refused.shift();
      if (refused instanceof Error) throw refused;
      if (refused) return { refused };
      await payments.confirm(client_secret);
      return { authorised: true };
    },
    unmount: () => void steps.push('unmount'),
  } as PaymentMethod & { refused: (string | Error)[] };
  return { method, steps, orders, element: () => element };
}

/** Records each order. */
const heard = (steps: string[]) =>
  between('/checkout/orders', (proxy, request) => {
    steps.push('order');
    return proxy(request);
  });

describe('booking-widget with a payment method', () => {
  it('shows it in the page’s own tree, above the button, and authorises before it sends', async () => {
    const { method, steps, element } = createMethod();
    const me = await visit({ payment: method }, { toProxy: heard(steps), payments: provider });
    me.el.addEventListener('booking-before-order', () => steps.push('before-order'));
    await goToCheckout(me);

    expect(element()?.parentNode).to.equal(me.el);
    expect(me.names('textbox')).to.include(CARD);
    const card = me.find('textbox', CARD).getBoundingClientRect();
    const button = me.find('button', ORDER).getBoundingClientRect();
    expect(card.bottom).to.be.below(button.top);
    expect([card.left >= button.left, card.right <= button.right]).to.deep.equal([true, true]);
    await expect(me.el).to.be.accessible();

    await fillIn(me);
    await me.press(ORDER);
    await me.says('Booked. See you');

    expect(steps).to.deep.equal([
      'mount 9800',
      'before-order',
      'authorise 9800',
      'order',
      'unmount',
    ]);
    expect(me.el.querySelector('[slot="payment"]')).to.equal(null);
    expect(JSON.stringify(Object.values(sessionStorage))).not.to.contain('payment-');
  });

  it('says the provider’s reason in place and sends nothing, until it is authorised', async () => {
    expectLog(/has failed: TypeError: no network/);
    const { method, steps } = createMethod();
    method.refused.push('Your bank has declined the card.', new TypeError('no network'));
    const me = await visit({ payment: method }, { toProxy: heard(steps), payments: provider });
    await goToCheckout(me);
    await fillIn(me);
    await me.press(ORDER);
    await me.says('Your bank has declined the card.');
    expect(me.within('alert').names('button')).to.deep.equal(['Pay another way']);
    expect(me.heard.at(-1)?.detail).to.include({ code: 'payment-refused' });
    await expect(me.el).to.be.accessible();

    await me.press(ORDER);
    await me.says('Something broke on our side');
    expect(me.calls).not.to.include('POST /checkout/orders');

    await me.press(ORDER);
    await me.says('Booked. See you');
    expect(steps.filter((step) => step.startsWith('order'))).to.deep.equal(['order']);
    expect(steps.filter((step) => step.startsWith('mount'))).to.have.length(1);
  });

  it('shows no fields for a vendor that is not paid on this site', async () => {
    const { method, steps } = createMethod();
    const site = { payments: { orders: 'none', vendors: {}, refunds: 'automatic' } } as const;
    const me = await visit(
      { payment: method },
      { site, toProxy: heard(steps), payments: provider },
    );
    await goToCheckout(me);
    expect(me.el.childElementCount).to.equal(0);
    await fillIn(me);
    await me.press(ORDER);
    await me.says('Booked. See you');

    expect(steps).to.deep.equal(['order']);
  });

  it('shows other fields although those before them have thrown, and tells the reseller', async () => {
    const broken = createMethod();
    broken.method.mount = () => {
      throw new Error('mount is broken');
    };
    broken.method.unmount = () => {
      throw new Error('unmount is broken');
    };
    const { method, steps, element } = createMethod();
    const me = await visit({ payment: broken.method }, { payments: provider });

    const warnings = await warningsOf(async () => {
      await goToCheckout(me);
      me.el.payment = method;
      await me.el.updateComplete;
    });

    expect(steps).to.deep.equal(['mount 9800']);
    expect([...me.el.children]).to.deep.equal([element()]);
    expect(warnings).to.deep.equal([
      '<booking-widget> payment.mount has failed: Error: mount is broken.',
      '<booking-widget> payment.unmount has failed: Error: unmount is broken.',
    ]);
  });

  it('authorises with the fields that the customer has seen, whatever the page sets as the button is pressed', async () => {
    const seen = createMethod();
    const unseen = createMethod();
    for (const [had, sets] of [
      [seen.method, undefined],
      [undefined, unseen.method],
    ]) {
      const steps: string[] = [];
      const me = await visit({ payment: had }, { toProxy: heard(steps), payments: provider });
      await goToCheckout(me);
      await fillIn(me);
      me.el.addEventListener('booking-before-order', () => (me.el.payment = sets));
      await me.press(ORDER);
      await me.says('Booked. See you');

      expect(steps).to.deep.equal(['order']);
      me.el.remove();
    }
    expect(seen.steps).to.deep.equal(['mount 9800', 'authorise 9800', 'unmount']);
    expect(unseen.steps).to.deep.equal([]);
  });

  it('keeps its fields, and authorises with them, whatever the page sets while they are shown', async () => {
    const first = createMethod();
    const second = createMethod();
    first.method.refused.push('Your bank has declined the card.');
    const me = await visit(
      { payment: first.method },
      { toProxy: heard(first.steps), payments: provider },
    );
    await goToCheckout(me);
    await me.fill(CARD, '4242 4242');
    // A page in React makes the object anew with each render.
    me.el.payment = second.method;
    await fillIn(me);
    await me.press(ORDER);
    await me.says('Your bank has declined the card.');
    expect(me.find<HTMLInputElement>('textbox', CARD).value).to.equal('4242 4242');

    await me.press(ORDER);
    await me.says('Booked. See you');

    expect(first.steps).to.deep.equal([
      'mount 9800',
      'authorise 9800',
      'authorise 9800',
      'order',
      'unmount',
    ]);
    expect(second.steps).to.deep.equal([]);
  });

  it('shows the fields of another method when the checkout is opened again, or those before were taken away', async () => {
    const methods = [createMethod(), createMethod(), createMethod()] as const;
    const [first, second, third] = methods;
    const me = await visit({ payment: first.method }, { payments: provider });
    await goToCheckout(me);
    me.el.payment = second.method;
    await me.press(/Change/);
    await me.press('Continue');
    await me.appears('heading', 'Your details');
    for (const payment of [undefined, third.method]) {
      me.el.payment = payment;
      await me.el.updateComplete;
    }

    expect(methods.map(({ steps }) => steps)).to.deep.equal([
      ['mount 9800', 'unmount'],
      ['mount 9800', 'unmount'],
      ['mount 9800'],
    ]);
    expect([...me.el.children]).to.deep.equal([third.element()]);
  });

  it('takes it away with the checkout, and is nothing without it', async () => {
    const { method, steps } = createMethod();
    const me = await visit({ payment: method }, { payments: provider });
    await goToCheckout(me);
    await me.press(/Change/);
    await me.gone('heading', 'Your details');
    expect(steps).to.deep.equal(['mount 9800', 'unmount']);
    expect(me.el.childElementCount).to.equal(0);

    const other = await visit();
    await goToCheckout(other);
    expect(other.el.childNodes).to.have.length(0);
  });
});
