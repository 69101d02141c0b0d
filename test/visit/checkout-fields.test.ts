import { expect } from '@open-wc/testing';
import { defaultFields } from '#contract/checkout-fields';
import type { CheckoutFields } from '#contract/site.schema';
import { ORDER } from '../elements/visit.ts';
import { aQuotedLine, aQuotedOrder, aQuotedPrice, aSite } from '../support/builders.ts';
import { focused, hear, page, press } from '../support/page.ts';
import { type CheckoutLook, complete, openCheckout, problemOf } from './checkout.ts';

const open = (fields: Partial<CheckoutFields> = {}, change: CheckoutLook = {}) =>
  openCheckout(change, { site: aSite({ fields: { ...defaultFields, ...fields } }) });

const everything: CheckoutFields = {
  phone: 'required',
  company: 'required',
  billing_address: 'required',
  comment: 'required',
  participant_name: 'required',
  participant_email: 'required',
  participant_phone: 'required',
  newsletter: 'optional',
};
const family = aQuotedOrder({
  lines: [aQuotedLine({ prices: [aQuotedPrice({ amount: 2 })], participant_hint: 'How tall?' })],
});

describe('booking-checkout with the fields that a site asks for', () => {
  it('is accessible with all of it, empty and after a try', async () => {
    const el = await open(everything, { order: family });
    await expect(el).to.be.accessible();

    await page(el).click('button', ORDER);

    await expect(el).to.be.accessible();
  });

  it('asks for at least a name and an e-mail address', async () => {
    const off = Object.fromEntries(Object.keys(everything).map((name) => [name, 'off']));
    const checkout = page(await open(off));

    expect(checkout.names('textbox')).to.deep.equal(['Full name', 'E-mail']);
    expect(checkout.has('heading', /Who is coming/)).to.equal(false);
  });

  it('marks every missing required field, and counts them', async () => {
    const checkout = page(await open(everything));

    await checkout.click('button', ORDER);

    const problems = ['Full name', 'E-mail', /^Phone/, 'Company', 'Street'].map((name) =>
      problemOf(checkout.all('textbox', name)[0]!),
    );
    expect(problems).to.deep.equal([
      'Your name is missing.',
      'Your e-mail address is missing.',
      'Your phone number is missing.',
      'The company is missing.',
      'The street is missing.',
    ]);
    const block = checkout.within('group', 'Adult 1');
    expect(problemOf(block.find('textbox', 'Name'))).to.equal('This is missing for Adult 1.');
    // Name, e-mail, phone, company, four of the address, three of the participant, message, terms.
    expect(page(checkout.find('alert')).text()).to.match(/^13 entries/);
  });

  it('can ask for a company and a billing address, on demand', async () => {
    const el = await open();
    const checkout = page(el);
    expect(checkout.has('textbox', /Company/)).to.equal(false);

    await checkout.click('button', 'Add a company or a billing address');

    expect(focused()).to.equal(checkout.find('textbox', /^Company/));
    const tokens = [/^Company/, /^Street/, /^Postcode/].map(
      (name) => checkout.find<HTMLInputElement>('textbox', name).autocomplete,
    );
    expect(tokens).to.deep.equal(['organization', 'billing address-line1', 'billing postal-code']);
    await checkout.fill(/^Company/, 'M');
    await checkout.fill(/^Company/, '');
    expect(checkout.has('textbox', /Company/)).to.equal(true);
  });

  it('says whether a street is for the invoice or for the parcel', async () => {
    const order = aQuotedOrder({ shipping_address: true });
    const checkout = page(await open({ billing_address: 'required' }, { order }));

    expect(checkout.within('group', 'For the invoice').names('textbox')).to.include('Street');
    expect(checkout.within('group', 'Where shall we send it?').names('textbox')).to.include(
      'Street',
    );
  });

  it('shows a company that the page has filled in', async () => {
    const details = new Map([['company', 'Meyer GmbH']]);

    expect(page(await open({}, { details })).find('textbox', /^Company/)).to.have.property(
      'value',
      'Meyer GmbH',
    );
  });

  it('can ask for a message, and offer an unticked newsletter', async () => {
    const el = await open({ newsletter: 'optional' });
    const typed = hear(el, 'detail-type');
    const checkout = page(el);
    const news = checkout.find<HTMLInputElement>('checkbox', /^I would like news from Spree/);
    expect(news.checked).to.equal(false);

    await checkout.fill(/^Message to Spree/, 'Two dogs');
    await checkout.click('checkbox', /^I would like news/);

    expect(typed).to.deep.include.members([
      { key: 'comment', value: 'Two dogs' },
      { key: 'newsletter', value: 'true' },
    ]);
  });
});

describe('booking-checkout and the participants', () => {
  it('has a block of its own where more than a name is asked, with aligned rows', async () => {
    const long = `${'How tall are you, and how much do you weigh? '.repeat(4)}`.trim();
    const order = aQuotedOrder({
      lines: [aQuotedLine({ prices: [aQuotedPrice({ amount: 2 })], participant_hint: long })],
    });
    const el = await open({}, { order });
    el.style.width = '1000px';
    await el.updateComplete;
    const block = page(el).within('group', 'Adult 2');

    expect(block.names('textbox')).to.deep.equal(['Name', long]);
    const [name, question] = block.all('textbox').map((box) => box.getBoundingClientRect());
    expect(name?.top).to.equal(question?.top);
  });

  it('copies the contact at a press, names whom it copies, and moves the focus there', async () => {
    const el = await open({ participant_email: 'optional' }, { details: complete });
    const checkout = page(el);

    await checkout.click('button', 'Same as Ida Meyer: Adult 1');

    const block = checkout.within('group', 'Adult 1');
    const values = block.all('textbox').map((box) => (box as HTMLInputElement).value);
    expect(values).to.deep.equal(['Ida Meyer', 'ida@example.com']);
    expect(focused()).to.equal(block.find('textbox', 'Name'));
    expect(checkout.has('button', /^Same as/)).to.equal(false);
  });

  it('offers no name while the contact has none', async () => {
    expect(page(await open()).has('button', /^Same as/)).to.equal(false);
  });
});

describe('booking-checkout, while it is filled in', () => {
  it('says nothing of a field before it is left', async () => {
    const el = await open();
    const checkout = page(el);
    const email = checkout.find<HTMLInputElement>('textbox', 'E-mail');

    email.focus();
    await press('i', 'd', 'a');
    expect(problemOf(email)).to.equal(undefined);
    await press('Tab');
    expect(problemOf(email)).to.match(/^An e-mail address has an @/);
    expect(problemOf(checkout.find('textbox', 'Full name'))).to.equal(undefined);
    expect(checkout.has('alert')).to.equal(false);
  });

  it('stays where Enter confirms what an input method has composed, as Safari reports it', async () => {
    const checkout = page(await open());
    const name = checkout.find('textbox', 'Full name');
    name.focus();

    const composed = { key: 'Enter', keyCode: 229, bubbles: true, composed: true };
    name.dispatchEvent(new KeyboardEvent('keydown', composed));

    expect(focused()).to.equal(name);
  });

  it('moves on with Enter to the next missing field, then to the button, and never orders', async () => {
    const el = await open();
    const submitted = hear(el, 'order-submit');
    const checkout = page(el);

    checkout.find('textbox', 'Full name').focus();
    await press('I', 'd', 'a', 'Enter');
    expect(focused()).to.equal(checkout.find('textbox', 'E-mail'));
    await press('Enter');
    expect(focused()).to.equal(checkout.find('checkbox', /^I accept/));
    await checkout.fill('E-mail', 'ida@example.com');
    checkout.find('checkbox', /^I accept/).focus();
    await press('Space', 'Enter');

    expect(focused()).to.equal(checkout.find('button', ORDER));
    expect(submitted).to.deep.equal([]);
    await press('Enter');
    expect(submitted).to.have.length(1);
  });
});
