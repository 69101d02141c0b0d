import { expect } from '@open-wc/testing';
import de from '../../src/messages/de.json' with { type: 'json' };
import { en } from '../../src/messages/en.ts';
import { page } from '../support/page.ts';
import { choose, type Proxy, visit } from './visit.ts';

/** The platform responds to everything except queries for first dates. */
const toPlatform =
  (platform: Proxy): Proxy =>
  (request) =>
    new URL(request.url).searchParams.has('available_from')
      ? Promise.resolve(
          Response.json({ message: 'No.', code: '1', user_message: '' }, { status: 500 }),
        )
      : platform(request);

describe('booking-widget, while the next dates of events are unknown', () => {
  for (const [lang, { noDates, next, chooseDay }] of Object.entries({ en, de })) {
    it(`lists events without dates, and opens this week with prices: ${lang}`, async () => {
      const me = await visit({ lang }, { toPlatform });
      await me.appears('button', 'Kayak on the Spree');

      const cards = me.all('article').map((card) => page(card).text());
      expect(cards[0]).to.match(/[\d€]$/);
      expect(cards.join()).not.to.contain(noDates);
      expect(cards.join()).not.to.contain(next);
      await expect(me.el).to.be.accessible();

      await me.event('Kayak on the Spree');
      await me.appears('region', chooseDay);
      await me.appears('button', /^\w+,? 21\D+2026/);
      expect(me.all('region')).to.have.length(2);
      expect(me.text()).not.to.contain(noDates);
      await expect(me.el).to.be.accessible();
    });
  }

  it('books a day all the same', async () => {
    const me = await visit({}, { toPlatform });

    await choose(me);
    await me.press('Continue');
    await me.appears('heading', 'Your details');
  });
});
