import { expect, fixture, html } from '@open-wc/testing';
import { define, tags } from '../../src/index.ts';
import { page } from '../support/page.ts';
import { until } from '../support/time.ts';
import { warningsOf } from '../support/warnings.ts';

define(tags);

describe('booking-widget on a page that breaks a method of the browser', () => {
  /* The only test of its page, because all widgets of a page stop for good. */
  it('stops, says so to the customer and which one to the reseller', async () => {
    const { toISOString } = Date.prototype;
    const { find } = Array.prototype;
    const place = await fixture(html`<div></div>`);
    const widget = document.createElement('booking-widget');

    const warnings = await warningsOf(async () => {
      // Another one that works is none of the widget's business.
      Date.prototype.toISOString = function () {
        return toISOString.call(this);
      };
      Array.prototype.find = () => undefined;
      place.append(widget);
      Array.prototype.find = find;
      Date.prototype.toISOString = toISOString;
      const me = page(place);
      await until(() => me.text().includes('Something broke on our side.'), 'the sentence');
      expect(me.has('button')).to.equal(false);
    });

    expect(warnings).to.deep.equal([
      '<booking-widget> has stopped: a script of this page has replaced Array.prototype.find by one that does not do the same.',
    ]);
  });
});
