import { expect } from '@open-wc/testing';
import type { Choice } from '../../src/index.ts';
import {
  aDate,
  aGroup,
  anEvent,
  aProduct,
  aRefusal,
  aSite,
  aStart,
  noResponse,
} from '../support/builders.ts';
import { clickOn, focused, hear, page } from '../support/page.ts';
import { mount, type Context } from './mount.ts';

const start = aStart();
const chosen = { day: start.day, start };

const open = (change: Partial<Choice> = {}, context: Partial<Context> = {}) =>
  mount(
    'booking-choice',
    {
      ...{ event: anEvent(), month: '2026-11', starts: [start], group: start.group },
      ...change,
    },
    context,
  );

/** What is said after trying to go on. */
async function tryToGoOn(el: Choice): Promise<string | undefined> {
  await page(el).click('button', 'Continue');
  const [alert] = page(el).all('alert');
  return alert && page(alert).text();
}

describe('booking-choice', () => {
  const looks: Record<string, Partial<Choice>> = {
    'with nothing chosen': {},
    'with everything chosen': {
      ...chosen,
      amounts: new Map([[1, 2]]),
      products: [aProduct()],
    },
    'while the event loads': { event: undefined, known: 'Kayak on the Spree', month: '' },
    'while it is priced': { ...chosen, busy: true },
    'with an event that cannot be read': { eventFailure: noResponse },
    'with a choice that cannot be priced': { ...chosen, failure: noResponse },
  };
  for (const [look, change] of Object.entries(looks)) {
    it(`is accessible ${look}`, async () => {
      await expect(await open(change)).to.be.accessible();
    });
  }

  it('shows the event beside its days and prices', async () => {
    const choice = page(await open());

    expect(choice.names('heading')).to.deep.equal(['Kayak on the Spree', 'November 2026']);
    expect(choice.names('region')).to.deep.equal(['Choose a day', 'How many?']);
  });

  it('adds prices and products up to a total', async () => {
    const choice = page(
      await open({
        ...chosen,
        amounts: new Map([
          [1, 2],
          [2, 1],
        ]),
        products: [aProduct()],
        productAmounts: new Map([['towel', 2]]),
      }),
    );

    // 2 × 39.00 + 24.00 + 2 × 9.00
    expect(choice.text()).to.match(/3 participants incl\. VAT €120\.00/);
  });

  it('says when VAT comes on top', async () => {
    expect(page(await open({}, { site: aSite({ prices_include_vat: false }) })).text()).to.contain(
      'plus VAT',
    );
  });

  it('counts no product that is not offered with these prices', async () => {
    const dependencies = [{ event_id: 'kayak', price_ids: [2] }];

    const choice = page(
      await open({
        ...chosen,
        amounts: new Map([[1, 1]]),
        products: [aProduct({ dependencies })],
        productAmounts: new Map([['towel', 1]]),
      }),
    );

    expect(choice.has('group', 'Towel')).to.equal(false);
    expect(choice.text()).to.contain('1 participant incl. VAT €39.00');
  });

  it('offers products once somebody is coming', async () => {
    const el = await open({ ...chosen, products: [aProduct()] });
    expect(page(el).has('group', 'Towel')).to.equal(false);

    el.amounts = new Map([[1, 1]]);
    await el.updateComplete;

    expect(page(el).has('group', 'Towel')).to.equal(true);
  });

  it('says nothing of what is missing before going on was tried', async () => {
    expect(page(await open()).has('alert')).to.equal(false);
  });

  const twoOrMore = aStart({ group: aGroup({ min_participants: 2 }) });
  const onePlace = aStart({ date: aDate({ available_slots: 1 }) });
  const missing: [title: string, change: Partial<Choice>, words: string][] = [
    ['a day', {}, 'Choose a day and a time first.'],
    ['a time', { day: start.day }, 'Choose a time first.'],
    ['participants', chosen, 'Say how many are coming.'],
    [
      'more participants',
      { ...chosen, start: twoOrMore, group: twoOrMore.group, amounts: new Map([[1, 1]]) },
      'At least 2 participants',
    ],
    [
      'places',
      { ...chosen, start: onePlace, amounts: new Map([[1, 2]]) },
      '10:00 has only 1 place left.',
    ],
  ];
  for (const [title, change, words] of missing) {
    it(`says that ${title} is missing, and does not go on`, async () => {
      const el = await open(change);
      const done = hear(el, 'choice-done');

      expect(await tryToGoOn(el)).to.equal(words);

      expect(done).to.deep.equal([]);
    });
  }

  it('goes on when all is chosen', async () => {
    const el = await open({ ...chosen, amounts: new Map([[1, 1]]) });
    const done = hear(el, 'choice-done');

    expect(await tryToGoOn(el)).to.equal(undefined);

    expect(done).to.have.length(1);
  });

  it('takes back what was missing as it is chosen', async () => {
    const el = await open(chosen);
    expect(await tryToGoOn(el)).to.equal('Say how many are coming.');

    el.amounts = new Map([[1, 1]]);
    await el.updateComplete;

    expect(page(el).has('alert')).to.equal(false);
  });

  it('goes on once while the choice is being priced', async () => {
    const el = await open({ ...chosen, amounts: new Map([[1, 1]]), busy: true });
    const done = hear(el, 'choice-done');

    await page(el).click('button', 'Continue');

    expect(done).to.deep.equal([]);
  });

  it('says why the choice could not be priced', async () => {
    const failure = aRefusal('sold-out');

    const alert = page(await open({ ...chosen, failure })).find('alert');

    expect(page(alert).text()).to.equal('There are not enough places left.');
  });

  it('shows no prices where nothing can be booked', async () => {
    const choice = page(await open({ event: anEvent({ first_date: null }), starts: [] }));

    expect(choice.has('button', 'Continue')).to.equal(false);
    expect(choice.text()).to.contain('No dates right now');
  });

  it('shows prices where it is not known whether anything can be booked', async () => {
    const event = anEvent({ first_date: null, first_date_known: false });
    const el = await open({ event, starts: [] });

    expect(page(el).has('button', 'Continue')).to.equal(true);
    expect(page(el).text()).not.to.contain('No dates right now');
    await expect(el).to.be.accessible();
  });

  it('leads back to the list, where there is one', async () => {
    const el = await open();
    const back = hear(el, 'list-show');

    const [button] = page(el).all('button');
    expect(page(button!).text()).to.equal('‹ All experiences');
    await clickOn(button!);

    expect(back).to.have.length(1);
    expect(page(await open({ backable: false })).text()).not.to.contain('All experiences');
  });

  it('says why there is no event, and tries again when asked', async () => {
    const el = await open({ event: undefined, eventFailure: noResponse });
    const retries = hear(el, 'event-retry');

    expect(page(page(el).find('alert')).text()).to.contain('No answer from the booking service.');
    await page(el).click('button', 'Try again');

    expect(retries).to.have.length(1);
  });

  it('takes the keyboard to the event’s title', async () => {
    const el = await open();

    el.focus();

    expect(focused()).to.equal(page(el).find('heading', 'Kayak on the Spree'));
  });
});
