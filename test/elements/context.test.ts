import { expect } from '@open-wc/testing';
import { Words } from '../../src/index.ts';
import de from '../../src/messages/de.json' with { type: 'json' };
import { aGroup, aListedEvent, aProduct, aSite, NOW } from '../support/builders.ts';
import { page } from '../support/page.ts';
import { mount, mountAlone, mountIn } from './mount.ts';

describe('an element on a page that provides no words, clock or site', () => {
  it('is accessible', async () => {
    const el = await mountAlone('booking-price-selection', { group: aGroup() });

    await expect(el).to.be.accessible();
  });

  it('is in English, with VAT in its prices, by the browser’s clock', async () => {
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    const event = aListedEvent({ first_date: inAnHour });
    const list = page(await mountAlone('booking-event-list', { events: [event] }));

    expect(list.text()).to.match(/from €24\.00 First date .+, \d\d:\d\d/);
    expect(list.text()).not.to.contain('VAT');
    expect(list.has('group', 'Categories')).to.equal(false);
  });
});

describe('an element in a context', () => {
  it('uses the language, the clock and the site that are provided', async () => {
    const words = new Words('de', de);
    const site = aSite({ prices_include_vat: false });
    const event = aListedEvent({ first_date: '2026-11-22T09:00:00Z' });
    const el = await mount('booking-event-list', { events: [event] }, { words, site, now: NOW });

    expect(page(el).text()).to.contain('zzgl. MwSt.');
    expect(page(el).text()).to.contain('morgen, 10:00');
  });

  it('updates when the site arrives later', async () => {
    const { element, provideSite } = await mountIn({ site: undefined }, 'booking-products', {
      products: [aProduct()],
    });
    expect(page(element).text()).not.to.contain('plus VAT');

    provideSite(aSite({ prices_include_vat: false }));
    await element.updateComplete;

    expect(page(element).text()).to.contain('plus VAT');
  });
});
