import { expect } from '@open-wc/testing';
import type { Vendor } from '../../src/index.ts';
import { between, fillIn, goToCheckout, visit } from '../elements/visit.ts';
import { aProblem } from '../support/builders.ts';
import { warningsOf } from '../support/warnings.ts';

const gone = () => Response.json(aProblem('not-found'), { status: 404 });

describe('booking-widget, when a vendor’s terms', () => {
  it('cannot be loaded, says so once to each, and has them as soon as they can', async () => {
    let isGone = true;
    const toProxy = between('/v3/vendors', async (proxy, request) =>
      isGone ? gone() : proxy(request),
    );
    const warnings = await warningsOf(async () => {
      const me = await visit({}, { toProxy });
      await goToCheckout(me);
      await me.says('The terms of Kiez & Kanal cannot be shown right now.');
      expect(me.has('checkbox')).to.equal(false);
      isGone = false;
      await me.click('button', 'Try again');
      await me.appears('checkbox', /^I accept the terms of Kiez & Kanal/);
      await me.gone('alert');
      await fillIn(me);
    });

    const told = warnings.filter((text) => text.includes('cannot be loaded'));
    expect(told).to.have.length(1);
    expect(told[0]).to.match(
      /^<booking-widget> the vendor Kiez & Kanal \(.+\) cannot be loaded, so customers see neither its terms nor how to reach it\.$/,
    );
  });

  it('are empty, asks no consent to them, and tells the reseller', async () => {
    const toProxy = between('/v3/vendors', async (proxy, request) => {
      const vendor = (await (await proxy(request)).json()) as Vendor;
      return Response.json({ ...vendor, terms: [] });
    });
    const warnings = await warningsOf(async () => {
      const me = await visit({}, { toProxy });
      await goToCheckout(me);
      await me.gone('status', /Loading/);
      expect(me.has('checkbox')).to.equal(false);
    });

    expect(warnings.filter((text) => text.includes('has no terms'))).to.have.length(1);
  });
});
