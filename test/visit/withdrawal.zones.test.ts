import { expect } from '@open-wc/testing';
import { mount } from '../elements/mount.ts';
import { anAttemptWith, aPlacedIntent, aQuotedOrder, aVendor } from '../support/builders.ts';
import { page } from '../support/page.ts';
import { inThisZone } from '../support/this-zone.ts';

const vendor = aVendor();
const print = {
  product_id: 'print',
  name: 'Print',
  amount: 2,
  price: 900,
  total: 1800,
  shipping_address: true,
};
const order = aQuotedOrder({ products: [print], shipping_address: true, vendor_id: vendor.id });

describe('booking-withdrawal in the customer’s time zone', () => {
  it('has the day of the order, and the day and time of the withdrawal', async () => {
    const intent = aPlacedIntent({ ordered_at: '2026-11-20T23:30:00Z' });
    const el = await mount(
      'booking-confirmation',
      {
        attempts: [anAttemptWith(intent, { order })],
        vendors: [vendor],
        details: new Map([['name', 'Ida Berg']]),
      },
      { now: Date.parse('2026-11-21T23:30:00Z') },
    );
    await page(el).click('button', 'Withdraw from the contract');
    await page(el).click('button', 'Go on');

    const { ordered, now } = inThisZone({
      'America/Los_Angeles': { ordered: 'Friday 20', now: 'Saturday 21 November 2026, 15:30' },
      'Asia/Tokyo': { ordered: 'Saturday 21', now: 'Sunday 22 November 2026, 08:30' },
      'Europe/Berlin': { ordered: 'Saturday 21', now: 'Sunday 22 November 2026, 00:30' },
    });
    // Some years of CLDR have a comma after the weekday.
    const text = page(el)
      .text()
      .replace(/([A-Z]\w+day), /g, '$1 ');
    expect(text).to.contain(`Order: SPREE-7, ${ordered} November 2026`);
    expect(text).to.contain(`Date: ${now}`);
  });
});
