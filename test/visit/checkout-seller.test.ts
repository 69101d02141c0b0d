import { expect } from '@open-wc/testing';
import { type Checkout, Words } from '../../src/index.ts';
import de from '../../src/messages/de.json' with { type: 'json' };
import { ORDER } from '../elements/visit.ts';
import {
  anAttempt,
  aQuotedLine,
  aQuotedOrder,
  aQuotedPrice,
  aSite,
  aVendor,
} from '../support/builders.ts';
import { hear, page } from '../support/page.ts';
import { aSeller } from '../support/site.ts';
import { complete, openCheckout } from './checkout.ts';

const terms_url = 'https://harbour.example/terms';
const privacy_url = 'https://harbour.example/privacy';

function pagesOf(el: Checkout): [name: string, href: string][] {
  const links = page(el).all('link') as HTMLAnchorElement[];
  const names = page(el).names('link');
  return links.flatMap((link, index) =>
    link.target === '_blank' ? [[names[index] ?? '', link.href]] : [],
  );
}

describe('booking-checkout and the party of the contract', () => {
  it('is accessible with a reseller, its terms and its privacy page', async () => {
    const site = aSite({ terms_url, privacy_url, seller: aSeller() });

    await expect(await openCheckout({}, { site })).to.be.accessible();
  });

  it('leads to the pages of the site, each in a new tab, and says so', async () => {
    const el = await openCheckout({}, { site: aSite({ terms_url, privacy_url }) });

    expect(pagesOf(el)).to.deep.equal([
      ['this site (opens in a new tab)', terms_url],
      ['Privacy (opens in a new tab)', privacy_url],
    ]);
    const rel = (page(el).all('link') as HTMLAnchorElement[]).find(({ rel: named }) => named);
    expect(rel?.rel).to.equal('noopener');
  });

  it('leads to the pages that its attributes name, not to the site’s', async () => {
    const urls = { termsUrl: 'https://shop.example/t', privacyUrl: 'https://shop.example/p' };
    const el = await openCheckout(urls, { site: aSite({ terms_url, privacy_url }) });

    expect(pagesOf(el).map(([, href]) => href)).to.deep.equal([
      'https://shop.example/t',
      'https://shop.example/p',
    ]);
  });

  it('has no link if there is no page', async () => {
    expect(pagesOf(await openCheckout({}, { site: aSite() }))).to.deep.equal([]);
  });

  it('requires both terms to be accepted if there are two, by their names', async () => {
    const both = await openCheckout({}, { site: aSite({ terms_url, seller: aSeller() }) });
    const nameless = await openCheckout({}, { site: aSite({ terms_url }) });
    const one = await openCheckout({}, { site: aSite({ seller: aSeller() }) });
    const label = (el: Checkout) => page(el).names('checkbox')[0];

    expect(label(both)).to.equal(
      'I accept the terms of Spree Adventures GmbH and of Harbour Trips GmbH',
    );
    expect(label(nameless)).to.equal(
      'I accept the terms of Spree Adventures GmbH and of this site',
    );
    expect(label(one)).to.equal('I accept the terms of Spree Adventures GmbH');
  });

  it('waits for the terms while they load, and asks no consent before they are there', async () => {
    const el = await openCheckout({ details: complete, vendor: undefined });
    const orders = hear(el, 'order-submit');
    const checkout = page(el);

    expect(checkout.has('checkbox')).to.equal(false);
    expect(checkout.text()).to.contain('Loading');
    expect(checkout.find('button', ORDER)).to.have.attribute('aria-disabled', 'true');
    await checkout.click('button', ORDER);
    expect(orders).to.deep.equal([]);

    el.vendors = [aVendor()];
    await el.updateComplete;
    await checkout.click('checkbox', /^I accept the terms of Spree Adventures GmbH/);
    await checkout.click('button', ORDER);

    expect(orders).to.have.length(1);
  });

  it('says that terms are not known, offers to load them again, and asks no consent to them', async () => {
    const el = await openCheckout({
      details: complete,
      vendor: undefined,
      areVendorsUnknown: true,
    });
    const [orders, retries] = [hear(el, 'order-submit'), hear(el, 'vendors-retry')];
    const checkout = page(el);
    await expect(el).to.be.accessible();

    expect(page(checkout.find('alert')).text()).to.contain(
      'The terms of Spree Adventures cannot be shown right now.',
    );
    expect(checkout.has('checkbox')).to.equal(false);
    await checkout.click('button', 'Try again');
    expect(retries).to.have.length(1);
    await checkout.click('button', ORDER);

    expect(orders).to.have.length(1);
  });

  it('asks no consent to empty terms, but to those of the site', async () => {
    const vendor = aVendor({ terms: [] });
    const none = await openCheckout({ details: complete, vendor });
    const orders = hear(none, 'order-submit');

    expect(page(none).has('checkbox')).to.equal(false);
    await page(none).click('button', ORDER);
    expect(orders).to.have.length(1);

    const site = aSite({ terms_url, seller: aSeller() });
    const ofSite = await openCheckout({ vendor }, { site });
    expect(page(ofSite).names('checkbox')).to.deep.equal([
      'I accept the terms of Harbour Trips GmbH',
    ]);
  });

  it('names the seller, who is responsible, and how to reach them', async () => {
    const el = await openCheckout();

    expect(page(el).text()).to.contain(
      'Sold by Spree Adventures GmbH, Germany. Represented by Jana Thiel · hello@spree.example · +49 30 000000',
    );
    expect((page(el).all('link') as HTMLAnchorElement[]).map(({ href }) => href)).to.deep.equal([
      'mailto:hello@spree.example',
      'tel:+4930000000',
    ]);
  });

  it('names the reseller as the intermediary, with address and register', async () => {
    const el = await openCheckout({}, { site: aSite({ seller: aSeller() }) });

    expect(page(el).text()).to.contain('Sold by Spree Adventures GmbH, Germany.');
    expect(page(el).text()).to.contain(
      'Arranged by Harbour Trips GmbH. Your contract is with Spree Adventures GmbH. ' +
        'Am Kai 3, 20457 Hamburg · HRB 12345 · ahoy@harbour.example · +49 40 123456',
    );
  });

  it('names a vendor that sells on its own site once, with the site’s details', async () => {
    const seller = aSeller({ name: 'Spree Adventures GmbH', email: '' });
    const text = page(await openCheckout({}, { site: aSite({ seller }) })).text();

    expect(text).not.to.contain('Arranged by');
    expect(text).to.contain('Am Kai 3, 20457 Hamburg · HRB 12345 · hello@spree.example');
  });

  it('makes no mailto link of an ambiguous address', async () => {
    const seller = aSeller({ email: 'a@b.example?bcc=c@d.example' });
    const el = await openCheckout({}, { site: aSite({ seller }) });
    const hrefs = (page(el).all('link') as HTMLAnchorElement[]).map(({ href }) => href);

    expect(hrefs).to.include('mailto:a@b.example%3Fbcc%3Dc%40d.example');
  });

  it('says how and when to pay, in the words of the site for that vendor', async () => {
    const texts = { en: 'Cash on the day.', de: 'Bar vor Ort.' };
    const site = aSite({ payment: { spree: texts, harbour: { en: 'By invoice.' } } });
    const el = await openCheckout({}, { site });

    expect(page(el).text()).to.contain('Payment Cash on the day.');
    expect(page(el).text()).not.to.contain('invoice.');
    await expect(el).to.be.accessible();
    const words = new Words('de', de);
    expect(page(await openCheckout({}, { words, site })).text()).to.contain('Zahlung Bar vor Ort.');
  });

  it('says how to pay in the site’s language if it has no translation', async () => {
    const site = aSite({ locale: 'de', payment: { spree: { de: 'Bar vor Ort.' } } });

    expect(page(await openCheckout({}, { site })).text()).to.contain('Payment Bar vor Ort.');
  });

  it('refers to the vendor’s terms for how to pay, or else to the vendor', async () => {
    expect(page(await openCheckout()).text()).to.contain(
      'Payment How and when to pay is in the terms of Spree Adventures GmbH, or follows by e-mail.',
    );
    const vendor = aVendor({ terms: [] });
    expect(page(await openCheckout({ vendor })).text()).to.contain(
      'Payment Spree Adventures GmbH tells you by e-mail how and when to pay.',
    );
  });

  it('says when the money is taken where an order has to be paid', async () => {
    const site = aSite({ payments: { orders: 'required', vendors: {} } });
    const text = page(await openCheckout({}, { site })).text();
    expect(text).to.contain(
      'Payment €39.00, charged once your places are confirmed. Until then it is only held.',
    );

    const order = aQuotedOrder({ kind: 'REQUEST' });
    expect(page(await openCheckout({ order }, { site })).text()).to.contain(
      'Payment €39.00, charged once Spree Adventures GmbH accepts.',
    );
    const other = aSite({ payments: { orders: 'required', vendors: { spree: 'none' } } });
    expect(page(await openCheckout({}, { site: other })).text()).not.to.contain('Charged');
  });

  it('says that the money is taken first where the site has it so, and when it goes back', async () => {
    const payments = { orders: 'required', vendors: {}, charge_first: true } as const;
    const site = aSite({ payments });
    const text = page(await openCheckout({}, { site })).text();
    expect(text).to.contain(
      'Payment €39.00, charged with the order. It goes back in full if your places are not confirmed.',
    );

    const order = aQuotedOrder({ kind: 'REQUEST' });
    const request = page(await openCheckout({ order }, { site })).text();
    expect(request).to.contain('It goes back in full if Spree Adventures GmbH does not accept.');
    expect(request).not.to.contain('You pay only if');
  });

  it('says of a request that nothing is held where the site saves the method, and of a booking that it is', async () => {
    const payments = {
      orders: 'required',
      vendors: {},
      requests: 'save',
      charge_first: true,
    } as const;
    const site = aSite({ payments });
    const order = aQuotedOrder({ kind: 'REQUEST' });
    const request = page(await openCheckout({ order }, { site })).text();
    expect(request).to.contain(
      'Payment €39.00, charged once Spree Adventures GmbH accepts. Nothing is charged or held until then; your payment details are saved for it.',
    );
    expect(request).to.contain('You pay only if Spree Adventures');
    expect(request).not.to.contain('only held');

    const booking = page(await openCheckout({}, { site })).text();
    expect(booking).to.contain('€39.00, charged with the order.');
    const attempts = [anAttempt({ order, isPaid: true })];
    const paid = page(await openCheckout({ attempts }, { site })).text();
    expect(paid).to.contain('Your payment details are saved. You need not enter them again.');
    expect(paid).not.to.contain('hold is then released');
  });

  it('says how to pay for every vendor of a cart', async () => {
    const attempts = [
      anAttempt(),
      anAttempt({ order: aQuotedOrder({ vendor_id: 'harbour', vendor_name: 'Harbour' }) }),
    ];
    const site = aSite({ payment: { spree: { en: 'Cash.' }, harbour: { en: 'By invoice.' } } });
    const text = page(await openCheckout({ attempts }, { site })).text();

    expect(text).to.match(/Payment Cash\. Harbour .* Payment By invoice\./);
  });

  it('says that there is nothing to pay where an order costs nothing', async () => {
    const order = aQuotedOrder({ lines: [aQuotedLine({ prices: [aQuotedPrice({ value: 0 })] })] });
    const site = aSite({ payment: { spree: { en: 'Cash on the day.' } } });

    const text = page(await openCheckout({ order }, { site })).text();

    expect(text).to.contain('Payment There is nothing to pay.');
    expect(text).not.to.contain('Cash');
  });

  it('says all of it in German', async () => {
    const site = aSite({ terms_url, privacy_url, seller: aSeller() });
    const el = await openCheckout({}, { words: new Words('de', de), site });
    const text = page(el).text();

    expect(text).to.contain('Vermittelt von Harbour Trips GmbH. Der Vertrag kommt mit');
    expect(page(el).names('checkbox')[0]).to.match(
      /^Ich akzeptiere .* und von Harbour Trips GmbH$/,
    );
    expect(pagesOf(el)[0]?.[0]).to.equal('Harbour Trips GmbH (öffnet in neuem Tab)');
  });

  it('says beside the total that VAT comes on top, where it does', async () => {
    const order = aQuotedOrder({ vat: 623 });
    const site = aSite({ prices_include_vat: false });

    const included = page(await openCheckout({ order })).text();
    const added = page(await openCheckout({ order }, { site })).text();

    expect(included).to.contain('Total incl. €6.23 VAT');

    expect(added).to.contain('Total plus VAT');
    expect(added).not.to.contain('incl.');
  });
});
