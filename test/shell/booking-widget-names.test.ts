import { expect } from '@open-wc/testing';
import { choose, fillIn, ORDER, visit } from '../elements/visit.ts';
import { joinedNames, readAloud } from '../support/read-aloud.ts';

describe('booking-widget, read aloud', () => {
  it('has a space between the words of every name, on every screen', async () => {
    const me = await visit();
    const joined: string[] = [];
    const read = async () => joined.push(...(await joinedNames(me.el)));
    await me.appears('button', 'Kayak on the Spree');
    await me.click('button', 'Choose a day: Any day');
    await read();
    await choose(me);
    await read();
    await me.click('button', 'Continue');
    await me.appears('heading', 'Your details');
    await me.click('button', 'Add a company or a billing address');
    await read();
    await fillIn(me);
    await me.click('button', ORDER);
    await me.says('Booked. See you');
    await read();

    expect(joined).to.deep.equal([]);
  });

  it('says no sign that only decorates', async () => {
    const me = await visit();
    await me.appears('button', 'Kayak on the Spree');
    await me.click('button', 'Choose a day: Any day');

    const names = (await readAloud()).map(({ name }) => name);
    expect(names).to.include('Choose a day: Any day');
    expect(names.filter((name) => /▾/.test(name))).to.deep.equal([]);
  });
});
