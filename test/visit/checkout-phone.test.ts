import { expect, nextFrame } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { ORDER } from '../elements/visit.ts';
import { anAttempt, aQuotedLine, aQuotedOrder, aQuotedPrice } from '../support/builders.ts';
import { page } from '../support/page.ts';
import { openCheckout } from './checkout.ts';

const prices = [aQuotedPrice({ amount: 2 }), aQuotedPrice({ price_id: 2, title: 'Child' })];
const attempts = [anAttempt({ order: aQuotedOrder({ lines: [aQuotedLine({ prices })] }) })];

describe('booking-checkout on a phone', () => {
  beforeEach(() => setViewport({ width: 360, height: 640 }));
  afterEach(() => setViewport({ width: 800, height: 600 }));

  it('has the order in one line above the form, which folds out', async () => {
    const el = await openCheckout({ attempts });
    const short = page(page(el).find('button', /Details$/));

    expect(short.text()).to.match(
      /Kayak on the Spree Tue,? 24 Nov, 10:00 3 participants €117\.00 Details$/,
    );
    expect(page(el).text()).not.to.contain('2 × Adult');
    await page(el).click('button', /Details$/);
    await nextFrame();

    expect(page(el).text()).to.contain('Spree Adventures Kayak on the Spree');
    expect(page(el).text()).to.contain('2 × Adult €78.00');
    await expect(el).to.be.accessible();
  });

  it('shows the event’s picture in that line, or else the day', async () => {
    const there = `${location.origin}/pictures/9x90.svg`;
    const el = await openCheckout({ attempts });
    const imageIn = () => el.shadowRoot!.querySelector('img');
    expect(imageIn()).to.equal(null);

    el.images = [there];
    await el.updateComplete;

    expect(imageIn()?.src).to.equal(there);
    expect(imageIn()?.getBoundingClientRect().width).to.equal(48);
  });

  it('keeps sum and button in sight, and says just before them what is ordered', async () => {
    const el = await openCheckout({ attempts });
    const button = page(el).find('button', ORDER);

    expect(button.getBoundingClientRect().bottom).to.be.at.most(innerHeight);
    expect(page(el).text()).to.match(
      /Kayak on the Spree · Tue,? 24 Nov, 10:00 · 3 participants Payment .* I accept the terms of Spree Adventures GmbH €117\.00 Order with obligation to pay/,
    );
  });

  it('shows a price that has changed without being asked', async () => {
    const previous = aQuotedOrder();
    const el = await openCheckout({ attempts: [{ ...attempts[0]!, previous }] });

    expect(page(page(el).find('alert')).text()).to.contain('from €39.00 to €117.00');
    expect(page(el).text()).to.contain('2 × Adult');
  });

  it('keeps a label in one line beside the button that copies a long name', async () => {
    await setViewport({ width: 320, height: 640 });
    const details = new Map([['name', 'Ngozi Adichie-Brown von der Oberen Lichtung']]);
    const el = await openCheckout({ attempts, details });

    const name = page(el).find<HTMLInputElement>('textbox', 'Adult 1');
    const [label] = name.labels ?? [];
    expect(label?.getBoundingClientRect().height).to.be.below(30);
  });

  it('is one panel where there is room', async () => {
    await setViewport({ width: 700, height: 640 });
    const el = await openCheckout({ attempts });

    expect(page(el).has('button', /Details$/)).to.equal(false);
    expect(
      page(el)
        .text()
        .match(/Kayak on the Spree/g),
    ).to.have.length(1);
  });
});
