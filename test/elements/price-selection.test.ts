import { expect } from '@open-wc/testing';
import type { AmountChange } from '../../src/elements/price-selection.ts';
import type { InnerEvent } from '../../src/events.ts';
import type { PriceSelection } from '../../src/index.ts';
import { aGroup, aPrice } from '../support/builders.ts';
import { focused, hear, page, press } from '../support/page.ts';
import { mount } from './mount.ts';

/** Applies the amounts that it requests, as the widget does. */
async function open(change: Partial<PriceSelection> = {}): Promise<PriceSelection> {
  const el = await mount('booking-price-selection', { group: aGroup(), ...change });
  el.addEventListener('amount-change', (event) => {
    const { id, amount } = (event as InnerEvent<AmountChange<number>>).detail;
    el.amounts = new Map(el.amounts).set(id, amount);
  });
  return el;
}

const descriptionOf = (element: HTMLElement) => {
  const id = element.getAttribute('aria-describedby') ?? '';
  const root = element.getRootNode() as ShadowRoot;
  return id && (root.getElementById(id)?.textContent ?? '');
};

const amount = (el: PriceSelection, title: string) => page(el).within('group', title).text();

describe('booking-price-selection', () => {
  const looks: Record<string, Partial<PriceSelection>> = {
    'with nothing chosen': {},
    'with every place taken': { amounts: new Map([[1, 2]]), places: 2 },
    'with a minimum': { group: aGroup({ min_participants: 2 }) },
  };
  for (const [look, change] of Object.entries(looks)) {
    it(`is accessible ${look}`, async () => {
      await expect(await open(change)).to.be.accessible();
    });
  }

  it('shows every price of the group with its value', async () => {
    const group = aGroup({
      prices: [aPrice(), aPrice({ id: 2, title: 'Infant', value: 0 })],
    });

    const prices = page(await open({ group })).within('group', 'How many?');

    expect(prices.text()).to.match(/Adult €39\.00.*Infant free/);
    expect(prices.names('group')).to.deep.equal(['How many?', 'Adult', 'Infant']);
  });

  it('counts each price separately, and reports the price and its new amount', async () => {
    const el = await open({ places: 8 });
    const changes = hear<AmountChange<number>>(el, 'amount-change');

    await page(el).click('button', 'One more: Adult');
    await page(el).click('button', 'One more: Adult');
    await page(el).click('button', 'One more: Child');
    await page(el).click('button', 'One less: Adult');

    expect(changes).to.deep.equal([
      { id: 1, amount: 1 },
      { id: 1, amount: 2 },
      { id: 2, amount: 1 },
      { id: 1, amount: 1 },
    ]);
    expect([amount(el, 'Adult'), amount(el, 'Child')]).to.deep.equal([
      '− Adult: 1 +',
      '− Child: 1 +',
    ]);
  });

  it('announces a new amount, and of what it is one', async () => {
    const adult = page(await open({ amounts: new Map([[1, 3]]) })).within('group', 'Adult');

    expect(adult.find('status')).to.have.attribute('aria-live', 'polite');
    expect(page(adult.find('status')).text()).to.equal('Adult: 3');
  });

  it('does not go below none', async () => {
    const el = await open();
    const changes = hear(el, 'amount-change');

    await page(el).click('button', 'One less: Adult');

    expect(changes).to.deep.equal([]);
    expect(page(el).find('button', 'One less: Adult')).to.have.attribute('aria-disabled', 'true');
  });

  it('stops at the places of the date, over all prices', async () => {
    const el = await open({ places: 2 });
    const changes = hear(el, 'amount-change');

    await page(el).click('button', 'One more: Adult');
    await page(el).click('button', 'One more: Child');
    await page(el).click('button', 'One more: Adult');
    await page(el).click('button', 'One more: Child');

    expect(changes).to.have.length(2);
    for (const title of ['Adult', 'Child']) {
      const more = page(el).find('button', `One more: ${title}`);
      expect(more).to.have.attribute('aria-disabled', 'true');
    }
  });

  it('says why no more can be added, visibly and in the button’s description', async () => {
    const el = await open({ places: 5, amounts: new Map([[1, 4]]) });
    expect(page(el).text()).not.to.contain('left');

    await page(el).click('button', 'One more: Child');

    expect(page(el).text()).to.contain('5 is all that is left.');
    for (const title of ['Adult', 'Child']) {
      const more = page(el).find('button', `One more: ${title}`);
      expect(descriptionOf(more)).to.equal('5 is all that is left.');
    }
    expect(descriptionOf(page(el).find('button', 'One less: Child'))).to.equal('');
  });

  it('says how many of one price there can be at most', async () => {
    const el = await open({ amounts: new Map([[1, 99]]) });

    expect(descriptionOf(page(el).find('button', 'One more: Adult'))).to.equal('At most 99.');
    expect(descriptionOf(page(el).find('button', 'One more: Child'))).to.equal('');
  });

  it('says who is admitted by a price that is not for one person', async () => {
    const [adult, child] = [{ type: 'ADULT' }, { type: 'CHILD' }];
    const prices = [
      aPrice(),
      aPrice({ id: 2, title: 'Family', entry_units: [adult, child, child, adult] }),
      aPrice({ id: 3, title: 'With a dog', entry_units: [adult, { type: 'DOG' }] }),
    ];

    const text = page(await open({ group: aGroup({ prices }) })).text();

    expect(text).to.contain('Adult €39.00 −');
    expect(text).to.contain('Family €39.00 · 2 adults, 2 children −');
    expect(text).to.contain('With a dog €39.00 · 1 adult, 1 participant −');
  });

  it('has no limit before a date is chosen', async () => {
    const el = await open({ amounts: new Map([[1, 30]]) });
    const changes = hear(el, 'amount-change');

    await page(el).click('button', 'One more: Adult');

    expect(changes).to.deep.equal([{ id: 1, amount: 31 }]);
  });

  it('keeps the focus on a button that becomes disabled', async () => {
    const el = await open({ places: 1 });
    const changes = hear(el, 'amount-change');

    page(el).find('button', 'One more: Adult').focus();
    await press('Enter', 'Space');

    expect(changes).to.have.length(1);
    expect(focused()).to.equal(page(el).find('button', 'One more: Adult'));
  });

  it('shows the minimum of participants, if there is one', async () => {
    const two = await open({ group: aGroup({ min_participants: 2 }) });
    expect(page(two).text()).to.contain('At least 2 participants');

    const one = await open({ group: aGroup({ min_participants: 1 }) });
    expect(page(one).text()).not.to.contain('At least');
  });

  it('shows nothing while there is no group', async () => {
    expect(page(await open({ group: undefined })).text()).to.equal('');
  });
});
