import { expect } from '@open-wc/testing';
import type { Failure } from '../../src/domain/failure.ts';
import { type Checkout, Words } from '../../src/index.ts';
import de from '../../src/messages/de.json' with { type: 'json' };
import type { Context } from '../elements/mount.ts';
import { between, fillIn, goToCheckout, ORDER, visit } from '../elements/visit.ts';
import {
  aProblem,
  aQuotedLine,
  aQuotedOrder,
  aQuotedPrice,
  aRefusal,
} from '../support/builders.ts';
import { focused, page } from '../support/page.ts';
import { expectLog } from '../support/page-log.ts';
import { type CheckoutLook, complete, fail, openCheckout, problemOf } from './checkout.ts';

const order = aQuotedOrder({
  shipping_address: true,
  lines: [
    aQuotedLine({
      participant_hint: 'How tall?',
      prices: [aQuotedPrice({ title: 'Child, 8 to 14 years', amount: 2 })],
    }),
  ],
});
const refusedAt = (...fields: string[]) =>
  aRefusal(
    'invalid-request',
    fields.map((field) => ({ code: 'invalid-request', field })),
  );

async function open(
  failure: Failure,
  change: CheckoutLook = {},
  context: Partial<Context> = {},
): Promise<Checkout> {
  const el = await openCheckout({ order, details: complete, ...change }, context);
  await fail(el, failure);
  return el;
}

describe('booking-checkout, when a field was refused', () => {
  const fields: [place: string, role: string, name: string, group?: string][] = [
    ['contact.email', 'textbox', 'E-mail'],
    ['contact.phone', 'textbox', 'Phone for questions on the day, optional'],
    ['shipping.zip', 'textbox', 'Postcode'],
    ['shipping.country', 'combobox', 'Country'],
    ['lines[0].participants[1].name', 'textbox', 'Name', 'Child, 8 to 14 years 2'],
    ['lines[0].participants[1].comment', 'textbox', 'How tall?', 'Child, 8 to 14 years 2'],
  ];
  for (const [place, role, name, group] of fields) {
    it(`leads to ${name}${group ? ` of ${group}` : ''}`, async () => {
      const el = await open(refusedAt(place));
      const checkout = page(el);
      await expect(el).to.be.accessible();

      await checkout.click('button', 'Go to the field');

      const field = (group ? checkout.within('group', group) : checkout).find(role, name);
      expect(focused()).to.equal(field);
      expect(field.matches('[aria-invalid=true]')).to.equal(true);
      expect(problemOf(field)).to.equal('This was not accepted. Change it to go on.');
    });
  }

  it('removes the problem when the value is changed', async () => {
    const checkout = page(await open(refusedAt('contact.email')));

    await checkout.fill('E-mail', 'ida@example.org');

    expect(problemOf(checkout.find('textbox', 'E-mail'))).to.equal(undefined);
  });

  it('marks every refused field, and leads to the first', async () => {
    const checkout = page(await open(refusedAt('shipping.city', 'contact.phone')));
    expect(checkout.text()).to.contain('2 entries are missing or not right yet.');

    await checkout.click('button', 'Go to the field');

    expect(focused()).to.equal(checkout.find('textbox', /^Phone/));
    expect(problemOf(checkout.find('textbox', 'Town'))).to.contain('This was not accepted.');
  });

  it('offers to try again if the refusal is not about a field', async () => {
    const checkout = page(await open(refusedAt('lang')));

    expect(checkout.has('button', 'Go to the field')).to.equal(false);
    expect(checkout.has('button', 'Try again')).to.equal(true);
  });

  it('says so in German', async () => {
    const checkout = page(
      await open(refusedAt('contact.email'), {}, { words: new Words('de', de) }),
    );

    expect(checkout.text()).to.contain('Eine der Angaben wurde nicht angenommen.');
    await checkout.click('button', 'Zur Angabe');

    expect(problemOf(checkout.find('textbox', 'E-Mail'))).to.contain('Das wurde nicht angenommen.');
  });

  it('orders once the refused field is corrected', async () => {
    expectLog(/invalid-request/);
    const toProxy = between('/checkout/orders', async (proxy, request) => {
      const body = await request.clone().text();
      return body.includes('ida@example.com')
        ? Response.json(
            aProblem('invalid-request', [{ code: 'invalid-request', field: 'contact.email' }]),
            { status: 400 },
          )
        : proxy(request);
    });
    const me = await visit({}, { toProxy });
    await goToCheckout(me);
    await fillIn(me);
    await me.click('button', ORDER);
    await me.appears('button', 'Go to the field');

    await me.click('button', 'Go to the field');
    expect(focused()).to.equal(me.find('textbox', 'E-mail'));
    await me.fill('E-mail', 'ida@example.org');
    await me.click('button', ORDER);
    await me.says('Booked. See you');

    expect(await me.books()).to.have.length(1);
  });
});
