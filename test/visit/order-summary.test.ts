import { expect } from '@open-wc/testing';
import { type OrderSummary, Words } from '../../src/index.ts';
import { type Context, mount } from '../elements/mount.ts';
import { aQuotedLine, aQuotedOrder, aQuotedPrice, aSite } from '../support/builders.ts';
import { page } from '../support/page.ts';

const twoPrices = [
  aQuotedPrice({ amount: 2 }),
  aQuotedPrice({ price_id: 2, title: 'Child', value: 2400 }),
];
const towels = {
  product_id: 'towel',
  name: 'Towel',
  amount: 2,
  price: 900,
  total: 1800,
  shipping_address: false,
};

const open = (change: Partial<OrderSummary> = {}, context: Partial<Context> = {}) =>
  mount('booking-order-summary', { order: aQuotedOrder(), ...change }, context);
const textOf = async (change?: Partial<OrderSummary>, context?: Partial<Context>) =>
  page(await open(change, context)).text();

describe('booking-order-summary', () => {
  it('is accessible with lines and products', async () => {
    const lines = [aQuotedLine({ prices: twoPrices }), aQuotedLine({ date_id: 'later' })];

    const order = aQuotedOrder({ lines, products: [towels] });

    await expect(await open({ order })).to.be.accessible();
  });

  it('shows title, time, duration and place, in the event’s time zone', async () => {
    const cart = page(await open());

    expect(cart.names('heading')).to.deep.equal(['Kayak on the Spree']);
    expect(cart.text()).to.match(
      /Tuesday,? 24 November 2026, 10:00 to 12:00 · 2 h Boathouse, Lichtkai 7, 10245 Berlin/,
    );
  });

  it('ends an hour later on the clock when the clocks go forward meanwhile', async () => {
    const lines = [aQuotedLine({ date: '2027-03-28T00:00:00Z', duration: 120 })];

    expect(await textOf({ order: aQuotedOrder({ lines }) })).to.contain('01:00 to 04:00 · 2 h');
  });

  it('calls opening hours what they are', async () => {
    const lines = [aQuotedLine({ duration: 480, opening_hours: true })];

    expect(await textOf({ order: aQuotedOrder({ lines }) })).to.match(
      /24 November 2026 · Open 10:00 to 18:00 Boathouse/,
    );
  });

  it('shows amounts, prices and their totals', async () => {
    const order = aQuotedOrder({ lines: [aQuotedLine({ prices: twoPrices })], vat: 1629 });

    expect(await textOf({ order })).to.match(
      /2 × Adult €78\.00 1 × Child €24\.00 Total incl\. €16\.29 VAT €102\.00$/,
    );
  });

  it('shows products after the tickets', async () => {
    expect(await textOf({ order: aQuotedOrder({ products: [towels] }) })).to.match(
      /1 × Adult €39\.00 2 × Towel €18\.00 Total incl\. VAT €57\.00$/,
    );
  });

  it('says how much VAT is in the total only where all of the total names its rate', async () => {
    const given = { ...towels, price: 0, total: 0 };

    expect(await textOf({ order: aQuotedOrder({ vat: 623, products: [towels] }) })).to.match(
      /Total incl\. VAT €57\.00$/,
    );
    expect(await textOf({ order: aQuotedOrder({ vat: 623, products: [given] }) })).to.match(
      /Total incl\. €6\.23 VAT €39\.00$/,
    );
  });

  it('shows what was to pay before, whether it has risen or fallen', async () => {
    const ofPrice = (value: number) =>
      aQuotedOrder({ lines: [aQuotedLine({ prices: [aQuotedPrice({ value })] })] });

    for (const [before, now] of [
      [3500, 3900],
      [3900, 3500],
    ] as const) {
      const { text } = page(await open({ order: ofPrice(now), previous: ofPrice(before) }));
      const [was, is] = [before, now].map((minor) => `€${minor / 100}\\.00`);

      expect(text()).to.match(new RegExp(`1 × Adult ${was} ${is} Total.* ${was} ${is}$`));
    }
  });

  it('says which products are sent by post', async () => {
    const print = { ...towels, product_id: 'print', name: 'Print', shipping_address: true };
    const kept = { ...towels, shipping_address: false };
    const products = [kept, print];

    expect(await textOf({ order: aQuotedOrder({ products, shipping_address: true }) })).to.contain(
      '2 × Towel €18.00 2 × Print sent by post €18.00',
    );
  });

  it('says that VAT comes on top, where prices leave it out', async () => {
    const text = await textOf({}, { site: aSite({ prices_include_vat: false }) });

    expect(text).to.match(/Total plus VAT €39\.00$/);
  });

  it('writes currencies with their own digits', async () => {
    const order = (currency: string) => aQuotedOrder({ currency, vat: 355 });

    expect(await textOf({ order: order('JPY') })).to.match(/incl\. ¥355 VAT ¥3,900$/);
    expect(await textOf({ order: order('KWD') })).to.match(/incl\. KWD\s0\.355 VAT KWD\s3\.900$/);
  });

  it('writes days and money as the language does', async () => {
    const text = await textOf({}, { words: new Words('de') });

    expect(text).to.contain('Dienstag, 24. November 2026');
    expect(text).to.match(/39,00\s€$/);
  });

  it('shows nothing before there is an order', async () => {
    expect(await textOf({ order: undefined })).to.equal('');
  });
});
