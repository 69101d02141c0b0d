import { expect } from '@open-wc/testing';
import { between, type Visit, visit } from '../elements/visit.ts';
import { focused, page } from '../support/page.ts';
import { until } from '../support/time.ts';

const search = async (me: Visit, text: string) => {
  await me.appears('button', 'Kayak on the Spree');
  await me.fill(/Search/, text);
  me.timers.pass(200);
  await me.says(`Nothing matches “${text}”`);
};

/** The names of the buttons beside what says that the list is empty. */
const offers = (me: Visit) =>
  page(me.all('status').find((said) => page(said).has('button', 'Show all'))!)
    .all('button')
    .map((button) => page(button).text());

describe('booking-widget, whose list is empty', () => {
  it('offers fewer people and the nearest days, and does what the button says', async () => {
    const me = await visit({ day: '2026-11-28', participants: 40 });
    await me.says('No places for 40 participants on Saturday, 28 November 2026.');
    await me.appears('button', /^for \d+ participants$/);

    expect(offers(me)).to.have.length(4);
    await expect(me.el).to.be.accessible();
    const [day = '', party = ''] = offers(me);
    const before = me.calls.length;
    await me.press(party);
    await me.appears('article');
    expect(me.text()).to.contain(`with places ${party} on Sat`);
    expect(me.calls.length).to.equal(before + 1);
    expect(focused()).to.equal(me.find('search'));
    expect(me.has('button', day)).to.equal(false);
  });

  it('offers the nearest days, and shows what they have', async () => {
    const me = await visit({ day: '2026-11-28', participants: 40 });
    const monday = /^Monday,? 30 November$/;
    await me.appears('button', monday);

    await me.press(monday);
    await me.appears('article');

    expect(me.text()).to.match(/with places for 40 participants on Mon,? 30 Nov/);
  });

  it('offers a word that is spelled alike, and searches for it', async () => {
    const me = await visit();
    await search(me, 'kajjak');
    await me.press('Kayak');

    await me.appears('button', 'Kayak on the Spree');
    expect(me.find<HTMLInputElement>('searchbox').value).to.equal('Kayak');
  });

  it('asks for it once, and says no less if there is no answer', async () => {
    let asked = 0;
    const toProxy = between('/nearest', () => {
      asked += 1;
      return Promise.reject(new TypeError('Failed to fetch'));
    });
    const me = await visit({}, { toProxy });
    await search(me, 'kajjak');
    await until(() => asked > 0, 'the request');
    me.el.requestUpdate();
    await me.el.updateComplete;

    expect(offers(me)).to.deep.equal(['Show all']);
    expect(me.has('alert')).to.equal(false);
    expect(asked).to.equal(1);
  });
});
