import { expect } from '@open-wc/testing';
import { executeServerCommand } from '@web/test-runner-commands';
import { customerAt } from '../support/customer/in-page.ts';
import type { BookedOrder } from '../support/journey.ts';

/** The widget as a reseller pastes it: a tag, and the script that the proxy serves. */
async function openHostPage() {
  const proxy = await executeServerCommand<string, undefined>('proxy-address');
  const tag = document.createElement('booking-widget');
  const script = document.createElement('script');
  script.src = `${proxy}/booking-widget.js`;
  document.body.append(tag, script);
  return customerAt(tag);
}

describe('the built script, with proxy and platform behind it', () => {
  it('books two participants and a product, and the order is in the platform’s books once', async () => {
    const me = await openHostPage();

    await me.event('Kayak on the Spree');
    await me.day(/28 November 2026, from/);
    await me.time(/^14:00/);
    await me.add('Adult');
    await me.add('Child, 8 to 14 years');
    await me.add('Picnic for two');
    await me.press('Continue');

    await me.appears('heading', 'Your details');
    await me.fill('Full name', 'Ngozi Adichie-Brown');
    await me.fill('E-mail', 'ngozi@example.com');
    await me.within('group', 'Adult 1').fill('Name', 'Ngozi');
    await me.click('checkbox');
    await me.press('Order with obligation to pay');
    await me.says('Booked. See you');

    const [order, ...others] = await executeServerCommand<BookedOrder[], undefined>('books');
    expect(others).to.deep.equal([]);
    expect(me.text()).to.contain(`Code ${order?.code}`);
    expect(order).to.include({ name: 'Ngozi Adichie-Brown', email: 'ngozi@example.com' });
    expect(order).to.include({ status: 'ACCEPTED', currency: 'EUR', total_invoice: '98.00' });
    expect(order?.tickets[0]?.participants.map(({ name }) => name)).to.deep.equal(['Ngozi', '']);
    expect(order?.products.map(({ title }) => title)).to.deep.equal(['Picnic for two']);
  });
});
