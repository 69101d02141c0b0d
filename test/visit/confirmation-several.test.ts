import { expect } from '@open-wc/testing';
import type { Attempt } from '../../src/domain/attempt.ts';
import { mount } from '../elements/mount.ts';
import {
  aCheckingIntent,
  anAttempt,
  anAttemptWith,
  aPlacedIntent,
  aQuotedLine,
  aQuotedOrder,
  aRefusal,
  noResponse,
  NOW,
} from '../support/builders.ts';
import { focused, hear, page } from '../support/page.ts';

const fado = aQuotedOrder({
  vendor_id: 'lisbon',
  vendor_name: 'Lisbon Nights',
  lines: [aQuotedLine({ event_id: 'fado', date_id: 'friday', title: 'Fado night' })],
});
const placed = anAttemptWith(aPlacedIntent());
const second = (change: Partial<Attempt>) =>
  anAttempt({ order: fado, key: 'B'.repeat(43), ...change });
const refused = second({ state: 'refused', failure: aRefusal('sold-out') });
const unclear = second({ state: 'unclear', failure: noResponse });
const unrecorded = second({ state: 'unrecorded', failure: noResponse });
const forgotten = second({ state: 'forgotten', intent: aCheckingIntent(), sent: NOW });
const checking = second({ state: 'checking', intent: aCheckingIntent() });
const alsoPlaced = second({ state: 'placed', intent: aPlacedIntent({ code: 'FADO-8' }) });

const open = (...attempts: Attempt[]) => mount('booking-confirmation', { attempts });
const ways = ['Order the rest', 'Choose something else', 'Book something else'];
const waysIn = (el: HTMLElement) =>
  page(el)
    .names('button')
    .filter((name) => ways.includes(name));

describe('booking-confirmation of several orders', () => {
  const looks: Record<string, Attempt> = {
    'a refused one': refused,
    'one that is not sent yet': second({}),
    'one that may have gone through': unclear,
    'one that is being checked': checking,
    'one that nobody has a record of': forgotten,
    'another ticket': alsoPlaced,
  };
  for (const [look, attempt] of Object.entries(looks)) {
    it(`is accessible with a ticket and ${look}`, async () => {
      await expect(await open(placed, attempt)).to.be.accessible();
    });
  }

  it('shows placed orders with their code, and the others with the reason', async () => {
    const el = await open(placed, refused);

    expect(page(el).names('heading')).to.deep.equal([
      'Booked. See you on Tuesday.',
      'Kayak on the Spree',
      'Not ordered',
    ]);
    expect(page(el).text()).to.contain('Code SPREE-7');
    expect(page(el).text()).to.match(/Not ordered There are not enough places left.*Fado night/);
    expect(page(el).text()).to.contain('What has a code stays booked.');
  });

  it('lets the rest be ordered, chosen again or left', async () => {
    const el = await open(placed, refused);
    const heard = (['rest-order', 'choice-change', 'start-over'] as const).map((type) =>
      hear(el, type),
    );

    for (const way of ways) await page(el).click('button', way);

    expect(waysIn(el)).to.deep.equal(ways);
    expect(heard.map(({ length }) => length)).to.deep.equal([1, 1, 1]);
  });

  it('offers only ordering again for an order that may have gone through', async () => {
    const el = await open(placed, unclear);

    expect(waysIn(el)).to.deep.equal(['Order the rest']);
    expect(page(el).names('heading')).to.include('Not known yet');
    expect(page(el).text()).to.contain('may have gone through all the same');
  });

  it('says whom to ask about an order without a record before something else is chosen', async () => {
    const el = await open(placed, unrecorded);

    expect(waysIn(el)).to.deep.equal(['Order the rest', 'Choose something else']);
    expect(page(el).names('heading')).to.include('Not known yet');
    expect(page(el).text()).not.to.contain('Not ordered');
    expect(page(el).text()).not.to.contain('The rest is not.');
    expect(page(el).text()).to.contain('ask Lisbon Nights whether');
  });

  it('sends no order again that was being checked, and says whom to ask', async () => {
    const el = await open(placed, forgotten);

    expect(waysIn(el)).to.deep.equal(['Choose something else']);
    expect(page(el).names('heading')).to.include('It is not clear whether your order went through');
    expect(page(el).text()).to.contain('ask Lisbon Nights whether');
    expect(page(el).text()).not.to.match(/not ordered|the rest is not/i);
  });

  it('offers nothing while an order is being checked', async () => {
    const el = await open(placed, checking);

    expect(waysIn(el)).to.deep.equal([]);
    expect(page(el).text()).to.contain('Code SPREE-7');
    expect(page(el).names('heading')).to.include('We are checking your order');
  });

  it('hands over every ticket with its own code, and leads on once', async () => {
    const el = await open(placed, alsoPlaced);

    expect(page(el).names('heading')).to.deep.equal([
      'Booked. See you on Tuesday.',
      'Kayak on the Spree',
      'Booked. See you on Tuesday.',
      'Fado night',
    ]);
    expect(page(el).text()).to.match(/Code SPREE-7.*Code FADO-8/);
    expect(waysIn(el)).to.deep.equal(['Book something else']);
  });

  it('promises nothing where nothing was placed', async () => {
    const absent = { ...aPlacedIntent(), state: 'absent', order: null } as const;
    const el = await open(anAttemptWith(absent), refused);

    expect(page(el).text()).not.to.contain('stays booked');
    expect(waysIn(el)).to.deep.equal(ways);
  });

  it('moves the focus to the first order', async () => {
    const el = await open(refused, placed);

    el.focus();

    expect(focused()).to.equal(page(el).find('heading', 'Not ordered'));
  });
});
