import { expect } from '@open-wc/testing';
import { warningsOf } from '../support/warnings.ts';
import { goToCheckout, visit } from './visit.ts';

describe('booking-widget on a page that breaks a method of the browser', () => {
  /* The only test of its page, because all widgets of a page stop for good. */
  it('stops, says so to the customer and which one to the reseller, and shows no wrong figure', async () => {
    const me = await visit();
    await goToCheckout(me);
    const { toISOString } = Date.prototype;
    // Another one that works is none of the widget's business.
    Date.prototype.toISOString = function () {
      return toISOString.call(this);
    };
    await me.press(/Change date or participants/);
    await me.appears('button', 'Continue');
    expect(me.has('alert')).to.equal(false);

    const { find } = Array.prototype;
    const button = me.find('button', 'Continue');
    const warnings = await warningsOf(async () => {
      Array.prototype.find = () => undefined;
      button.click();
      Array.prototype.find = find;
      await me.says('Something broke on our side.');
    });
    Date.prototype.toISOString = toISOString;

    expect(me.has('button', 'Continue')).to.equal(false);
    expect(warnings).to.deep.equal([
      '<booking-widget> has stopped: a script of this page has replaced Array.prototype.find by one that does not do the same.',
    ]);
  });
});
