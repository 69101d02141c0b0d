import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import ar from '../../src/messages/ar.json' with { type: 'json' };
import { english, Words } from '../../src/messages/words.ts';
import { mount } from '../elements/mount.ts';
import { anAttemptWith, aPlacedIntent, aQuotedOrder, aVendor } from '../support/builders.ts';
import { page } from '../support/page.ts';
import { until } from '../support/time.ts';

const towel = {
  product_id: 'towel',
  name: 'Towel',
  amount: 2,
  price: 900,
  total: 1800,
  shipping_address: false,
};
const print = { ...towel, product_id: 'print', name: 'Print', shipping_address: true };
const poster = { ...print, product_id: 'poster', name: 'Poster', amount: 1 };
const vendor = aVendor();

type Status = NonNullable<Parameters<typeof aPlacedIntent>[0]>['status'];

interface Look {
  products?: (typeof print | typeof towel)[];
  vendors?: (typeof vendor)[];
  status?: NonNullable<Status>;
  typed?: string;
  words?: Words;
}

function open({
  products = [print],
  vendors = [vendor],
  status = 'ACCEPTED',
  typed,
  words = english,
}: Look = {}) {
  const order = aQuotedOrder({ products, shipping_address: true, vendor_id: vendor.id });
  const confirmation = {
    attempts: [anAttemptWith(aPlacedIntent({ status }), { order })],
    vendors,
    ...(typed && { details: new Map([['name', typed]]) }),
  };
  return mount('booking-confirmation', confirmation, { words });
}

/** Opens the withdrawal as a click on its summary does. */
async function openWay(look: Look = {}) {
  const el = await open(look);
  wayIn(el)?.querySelector('summary')?.click();
  return el;
}

const wayIn = (el: HTMLElement) =>
  el.shadowRoot?.querySelector('booking-withdrawal')?.shadowRoot?.querySelector('details');

describe('booking-withdrawal', () => {
  it('is offered unobtrusively on a ticket with goods sent by post', async () => {
    const el = await open();

    expect(page(el).text()).to.contain('Withdraw from the contract');
    expect(page(el).has('button', 'Go on')).to.equal(false);
  });

  it('is not offered without goods, for a request, or after a cancellation', async () => {
    for (const look of [
      { products: [towel] },
      { status: 'PENDING' },
      { status: 'CANCELED' },
    ] as Look[]) {
      expect(page(await open(look)).text()).not.to.contain('Withdraw from');
    }
  });

  it('is not offered behind a copied link', async () => {
    const intent = aPlacedIntent();
    const el = await mount('booking-confirmation', { intent, viewed: true });

    expect(page(el).text()).not.to.contain('Withdraw from');
  });

  it('asks for the goods and the name, and preselects a single choice', async () => {
    const el = await openWay({ typed: 'Ida Berg' });

    expect(page(el).find<HTMLInputElement>('checkbox', '2 × Print').checked).to.equal(true);
    expect(page(el).find<HTMLInputElement>('textbox', 'Full name').value).to.equal('Ida Berg');
    await expect(el).to.be.accessible();
  });

  it('says what is missing, and keeps the input', async () => {
    const el = await openWay({ products: [print, poster] });

    await page(el).click('button', 'Go on');

    expect(page(el).text()).to.contain('Tick what you withdraw from.');
    expect(page(el).text()).to.contain('Your name is missing.');
    await page(el).click('checkbox', '1 × Poster');
    await page(el).click('button', 'Go on');
    expect(page(el).text()).not.to.contain('Tick what');
    expect(page(el).find<HTMLInputElement>('checkbox', '1 × Poster').checked).to.equal(true);
    await expect(el).to.be.accessible();
  });

  it('opens a mail to the vendor by keyboard, and says that nothing is sent yet', async () => {
    const el = await openWay({ products: [print, poster] });
    await page(el).click('checkbox', '1 × Poster');
    await page(el).fill('Full name', 'Ida {code} <b>');
    await sendKeys({ press: 'Enter' });

    const link = page(el).find<HTMLAnchorElement>('link', 'Confirm withdrawal');
    const [to, query] = link.href.split('?');
    const body = decodeURIComponent(query?.split('body=')[1] ?? '');
    expect(to).to.equal(`mailto:${vendor.service_email}`);
    expect(decodeURIComponent(query ?? '')).to.contain('subject=Withdrawal, order SPREE-7');
    expect(body).to.contain('these goods:\r\n1 × Poster\r\n\r\nOrder: SPREE-7');
    expect(body).to.contain('Name: Ida {code} <b>');
    expect(body).to.match(/Date: Saturday,? 21 November 2026, \d\d:\d\d$/);
    expect(page(el).text()).to.contain('This page sends nothing.');
    expect(page(el).text()).to.contain('Name: Ida {code} <b>');
    expect(page(el).text()).not.to.contain('Withdrawal prepared');
    await expect(el).to.be.accessible();
  });

  it('names the day of the order, where the proxy knows it', async () => {
    const order = aQuotedOrder({ products: [print], shipping_address: true, vendor_id: vendor.id });
    const intent = aPlacedIntent({ ordered_at: '2026-11-20T12:00:00Z' });
    const el = await mount('booking-confirmation', {
      attempts: [anAttemptWith(intent, { order })],
      vendors: [vendor],
      details: new Map([['name', 'Ida Berg']]),
    });
    wayIn(el)?.querySelector('summary')?.click();

    await page(el).click('button', 'Go on');

    expect(page(el).text()).to.match(/Order: SPREE-7, Friday,? 20 November 2026/);
  });

  it('shows a dated receipt after that, which does not claim that the mail was sent', async () => {
    const el = await openWay({ typed: 'Ida Berg' });
    await page(el).click('button', 'Go on');
    const link = page(el).find('link', 'Confirm withdrawal');
    // Prevents a mail program from opening.
    link.addEventListener('click', (event) => event.preventDefault());

    await page(el).click('link', 'Confirm withdrawal');

    expect(page(el).text()).to.match(
      /Withdrawal prepared on Saturday,? 21 November 2026, \d\d:\d\d\. It counts once you have sent it\./,
    );
    await expect(el).to.be.accessible();
  });

  it('leads back to the choice', async () => {
    const el = await openWay({ typed: 'Ida Berg' });
    await page(el).click('button', 'Go on');

    await page(el).click('button', 'Change');

    expect(page(el).has('checkbox', '2 × Print')).to.equal(true);
  });

  it('offers the text to copy if the vendor’s address is unknown', async () => {
    const el = await openWay({ typed: 'Ida Berg', vendors: [] });
    await page(el).click('button', 'Go on');

    expect(page(el).has('link', 'Confirm withdrawal')).to.equal(false);
    await page(el).click('button', 'Copy text');

    await until(() => page(el).text().includes('Withdrawal prepared on'), 'the receipt');
  });

  it('sends an Arabic text without marks, so that a code can be copied out of it', async () => {
    const words = new Words('ar', ar);
    const el = await openWay({ typed: 'Ida Berg', words });
    await page(el).click('button', words.say('withdrawGoOn'));

    const mail = page(el).find('link', words.say('withdrawConfirm')).getAttribute('href');

    expect(decodeURIComponent(mail ?? '')).to.contain('الاسم: Ida Berg');
    expect(decodeURIComponent(mail ?? '')).not.to.match(/[\u200f\u2068\u2069]/);
  });
});
