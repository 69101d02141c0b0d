import { expect } from '@open-wc/testing';
import { testCustomer } from '../support/customer/contract.ts';
import { visit } from './visit.ts';

describe('a customer in this page', () => {
  testCustomer(it, () => visit());

  it('presses nothing where several things have the name, and says what there is', async () => {
    const me = await visit();
    await me.appears('button', 'Kayak on the Spree');

    const error: unknown = await me.press(/^Kayak/).catch((thrown: unknown) => thrown);

    expect(String(error)).to.contain('2 of button /^Kayak/; there is:');
    expect(me.has('heading', 'Kayak on the Spree')).to.equal(true);
  });
});
