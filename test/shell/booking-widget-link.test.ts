import { expect } from '@open-wc/testing';
import { fillIn, goToCheckout, ORDER, reload, type Visit, visit } from '../elements/visit.ts';
import { page } from '../support/page.ts';
import { expectLog } from '../support/page-log.ts';
import { until } from '../support/time.ts';

const address = location.href;
afterEach(() => history.replaceState(null, '', address));

/** Places an order and copies the link to it. */
async function copyLink(): Promise<{ me: Visit; link: string }> {
  const me = await visit();
  await goToCheckout(me);
  await fillIn(me);
  await me.press(ORDER);
  await me.says('Booked. See you');
  const copied: string[] = [];
  const write = (text: string) => Promise.resolve(void copied.push(text));
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: write },
  });
  await me.press('Copy link');
  await me.says('The link is copied.');
  Reflect.deleteProperty(navigator, 'clipboard');
  return { me, link: copied[0] ?? '' };
}

describe('booking-widget, opened from a copied link', () => {
  it('shows the order, removes the key from the address, and dispatches no order event', async () => {
    const { me: before, link } = await copyLink();
    const told = before.heard.length;
    const code = (await before.books())[0]?.code;
    sessionStorage.clear();
    history.replaceState(null, '', link);

    const me = await reload(before);
    expect(location.href).to.equal(address);
    await me.says('Booked. See you');

    expect(me.text()).to.contain(code);
    expect(me.names('heading')).to.include('Kayak on the Spree');
    await me.appears('button', /^Terms of Kiez & Kanal/);
    expect(me.names('button').slice(1)).to.deep.equal([
      'Add to calendar',
      'Copy link',
      'Print',
      'Book something else',
    ]);
    expect(me.heard.slice(told).map(({ type }) => type)).not.to.include('booking-order');
    await expect(me.el).to.be.accessible();
    const again = await reload(me);
    await again.says('Booked. See you');
    await again.press('Book something else');
    await again.appears('button', 'Kayak on the Spree');
    expect(await again.books()).to.have.length(1);
  });

  it('opens a link that is put into the address of an open page', async () => {
    const { me, link } = await copyLink();
    await me.press('Book something else');
    await me.appears('button', 'Kayak on the Spree');

    location.hash = new URL(link).hash;
    await me.says('Booked. See you');

    expect(location.hash).to.equal('');
  });

  it('says so if the order is unknown, and leads to the list', async () => {
    expectLog(/not-found/);
    history.replaceState(null, '', `#booking-view=${'x'.repeat(43)}`);

    const me = await visit();
    await me.appears('alert');

    expect(page(me.find('alert')).text()).to.contain('This is not here any more.');
    await me.press('Book something else');
    await me.appears('button', 'Kayak on the Spree');
  });

  it('shows the link if it cannot be copied', async () => {
    const { me } = await copyLink();
    const refuse = () => Promise.reject(new DOMException('', 'NotAllowedError'));
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: refuse },
    });

    await me.press('Copy link');
    await until(() => me.text().includes('#booking-view='), 'the link to be shown');

    Reflect.deleteProperty(navigator, 'clipboard');
    await expect(me.el).to.be.accessible();
  });
});
