import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import type { OrderOptions } from '../../src/domain/attempt.ts';
import type { Start } from '../../src/domain/availability.ts';
import type { Failure } from '../../src/domain/failure.ts';
import type { InnerEventType } from '../../src/events.ts';
import type { Checkout, ProblemCode } from '../../src/index.ts';
import type { Context } from '../elements/mount.ts';
import { ORDER } from '../elements/visit.ts';
import { aDate, aProblem, aRefusal, aSite, aStart, noResponse } from '../support/builders.ts';
import { focused, hear, page } from '../support/page.ts';
import { aSeller } from '../support/site.ts';
import { type CheckoutLook, complete, fail, openCheckout } from './checkout.ts';

const atFour = aStart({ date: aDate({ id: 'four', date: '2026-11-24T15:00:00Z' }) });
const nextDay = aStart({
  date: aDate({ id: 'next', date: '2026-11-25T15:00:00Z', available_slots: 1 }),
  day: '2026-11-25',
});

/** Other starts in place of the Tuesday's. */
const instead = (...starts: Start[]) => new Map([['tuesday', starts]]);

/** A refusal because of the Tuesday's line. */
const lost = (code: ProblemCode, left?: number) =>
  aRefusal(code, [{ code, date_id: 'tuesday', ...(left === undefined ? {} : { left }) }]);

/** A refusal that may pass by itself. */
const unavailable = (code: ProblemCode): Failure => ({
  kind: 'problem',
  problem: { ...aProblem(code), status: 503 },
});

const open = (change: CheckoutLook, context: Partial<Context> = {}) =>
  openCheckout({ details: complete, ...change }, context);
const note = (el: Checkout) => page(el).within('alert');

describe('booking-checkout, when the order was refused', () => {
  it('is accessible with a lost time and another one to take', async () => {
    await expect(
      await open({ failure: lost('sold-out'), otherStarts: instead(atFour) }),
    ).to.be.accessible();
  });

  it('says which time is gone and offers another one', async () => {
    const el = await open({ failure: lost('sold-out', 0), otherStarts: instead(atFour) });
    const exchange = hear(el, 'start-take');

    expect(note(el).text()).to.match(
      /^10:00 has sold out\. Nearest times with places: Take 16:00 8 left/,
    );
    await page(el).click('button', 'Take 16:00');

    expect(exchange).to.deep.equal([{ lost: 'tuesday', start: atFour }]);
  });

  it('brings the reason into view on a phone, above the order button', async () => {
    await setViewport({ width: 340, height: 500 });
    try {
      const el = await open({ otherStarts: instead(atFour) });
      page(el).find('button', ORDER).focus();

      await fail(el, lost('sold-out', 0));

      const { top, bottom } = page(el).find('alert').getBoundingClientRect();
      expect(top).to.be.at.least(0);
      // The button sticks to the bottom of the window.
      expect(bottom).to.be.below(page(el).find('button', ORDER).getBoundingClientRect().top);
    } finally {
      await setViewport({ width: 800, height: 600 });
    }
  });

  it('moves nothing when the other times come', async () => {
    const el = await open({ failure: lost('sold-out', 0), otherStarts: undefined });
    const placeOf = () => page(el).find('button', 'Choose another time').getBoundingClientRect();
    const before = placeOf();

    el.otherStarts = instead(atFour, nextDay, aStart());
    await el.updateComplete;

    expect(note(el).names('button')).to.have.length(4);
    expect(placeOf().top).to.equal(before.top);
  });

  it('moves the focus to the order button when the note disappears with its button', async () => {
    const el = await open({ failure: lost('sold-out', 0), otherStarts: instead(atFour) });
    await page(el).click('button', 'Take 16:00');

    await fail(el, null);

    expect(focused()).to.equal(page(el).find('button', 'Order with obligation to pay'));
  });

  it('names the day of another time on another day', async () => {
    const el = await open({ failure: lost('sold-out', 0), otherStarts: instead(nextDay) });

    // Some years of CLDR have a comma after the weekday.
    expect(note(el).text()).to.match(/Take Wed,? 25 Nov, 16:00 1 left/);
    expect(page(el).has('button', /^Take Wed,? 25 Nov, 16:00$/)).to.equal(true);
  });

  it('refers a group that is too large to the organiser', async () => {
    const el = await open({ failure: aRefusal('too-many-places') });

    expect(note(el).text()).to.contain('For a larger group, please write to the organiser.');
    expect(note(el).names('link')).to.deep.equal(['hello@spree.example', '+49 30 000000']);
    await expect(el).to.be.accessible();
  });

  for (const [code, said] of [
    ['too-many-orders', 'Too many orders have come from here today.'],
    ['order-check-failed', 'We could not make sure that this order comes from a person.'],
  ] as const) {
    it(`names the organiser and another try after ${code}`, async () => {
      const el = await open({ failure: aRefusal(code) });

      expect(note(el).text()).to.contain(said);
      expect(note(el).names('link')).to.deep.equal(['hello@spree.example', '+49 30 000000']);
      expect(note(el).names('button')).to.deep.equal(['Try again']);
    });
  }

  for (const [code, said, button] of [
    ['payment-impossible', 'Nothing is ordered yet. This order cannot be paid here.', 'Try again'],
    ['payment-too-small', 'This order is too small to be paid here.', 'Back to the choice'],
    ['payment-too-large', 'This order is too large to be paid here.', 'Back to the choice'],
  ] as const) {
    it(`names who takes the payment after ${code}, and a way on`, async () => {
      const site = aSite({ seller: aSeller({ email: 'pay@shop.example', phone: '' }) });
      const el = await open({ failure: aRefusal(code) }, { site });

      expect(note(el).text()).to.contain(said);
      expect(note(el).names('link')).to.deep.equal(['pay@shop.example']);
      expect(note(el).names('button')).to.deep.equal([button]);
    });
  }

  it('names the organiser of what cannot be paid where the site has no address', async () => {
    const el = await open({ failure: aRefusal('payment-impossible') });

    expect(note(el).names('link')).to.deep.equal(['hello@spree.example', '+49 30 000000']);
  });

  it('says that a preview orders nothing, and offers no other try', async () => {
    const el = await open({ failure: aRefusal('preview-only') });

    expect(note(el).text()).to.contain('Nothing is ordered on the platform from here.');
    expect(note(el).names('button')).to.deep.equal([]);
    expect(note(el).names('link')).to.deep.equal([]);
  });

  it('shows the words of the proxy’s operator as text', async () => {
    const problem = { ...aProblem('order-check-failed'), detail: 'Tick <b>the box</b> first.' };
    const el = await open({ failure: { kind: 'problem', problem } });

    expect(note(el).text()).to.contain('Tick <b>the box</b> first.');
    expect(note(el).text()).not.to.contain('We could not make sure');
  });

  it('says how many places are left', async () => {
    const el = await open({ failure: lost('too-many-participants', 1) });

    expect(note(el).text()).to.contain('10:00 has only 1 place left.');
  });

  it('leads to the calendar where there is no other time', async () => {
    const el = await open({ failure: lost('date-passed') });
    const changes = hear(el, 'choice-change');

    expect(note(el).names('button')).to.deep.equal(['Choose another time']);
    expect(note(el).text()).to.contain('10:00: Booking for this time has closed.');
    await page(el).click('button', 'Choose another time');

    expect(changes).to.have.length(1);
  });

  it('keeps everything that was typed', async () => {
    const el = await open({});
    await page(el).click('checkbox');

    el.otherStarts = instead(atFour);
    await fail(el, lost('sold-out', 0));

    const value = (name: string) => page(el).find<HTMLInputElement>('textbox', name).value;
    expect([value('Full name'), value('E-mail')]).to.deep.equal([...complete.values()]);
    expect(page(el).find('checkbox')).to.have.property('checked', true);
  });

  const ways: [
    title: string,
    failure: Failure,
    words: RegExp,
    way: string,
    told: InnerEventType,
  ][] = [
    [
      'a changed price',
      lost('price-changed'),
      /The price has changed/,
      'Show today’s price',
      'price-renew',
    ],
    [
      'a quote that is over',
      aRefusal('quote-expired'),
      /held for half an hour/,
      'Show today’s price',
      'price-renew',
    ],
    [
      'an event that is gone',
      aRefusal('event-gone'),
      /cannot be booked any more/,
      'Back to the choice',
      'choice-change',
    ],
    [
      'a product that has sold out',
      aRefusal('product-sold-out'),
      /products has sold out/,
      'Back to the choice',
      'choice-change',
    ],
  ];
  for (const [title, failure, words, way, told] of ways) {
    it(`says ${title}, and offers “${way}”`, async () => {
      const el = await open({ failure });
      const heard = hear(el, told);

      expect(note(el).text()).to.match(words);
      await page(el).click('button', way);

      expect(heard).to.have.length(1);
    });
  }

  const passing: [title: string, failure: Failure, words: RegExp][] = [
    ['no answer', noResponse, /^Nothing is ordered yet\. No answer from the booking service\./],
    [
      'a busy platform',
      unavailable('platform-busy'),
      /^Nothing is ordered yet\. Booking is paused/,
    ],
    ['a busy proxy', unavailable('proxy-busy'), /^Nothing is ordered yet\. .+ Try again$/],
    [
      'a platform that is down',
      unavailable('platform-down'),
      /^Nothing is ordered yet\. Booking is not available/,
    ],
    [
      'a payment that cannot be begun',
      unavailable('payment-unavailable'),
      /^Nothing is ordered yet\. The payment could not be checked\./,
    ],
    [
      'something of ours',
      { kind: 'unexpected', name: 'TypeError', message: 'TypeError: x is undefined' },
      /Something broke on our side\./,
    ],
  ];
  for (const [title, failure, words] of passing) {
    it(`says ${title}, and tries again when asked`, async () => {
      const el = await open({ failure });
      const submitted = hear(el, 'order-submit');
      await page(el).click('checkbox');

      expect(note(el).text()).to.match(words);
      await page(el).click('button', 'Try again');

      expect(submitted).to.have.length(1);
    });
  }

  it('does not try again when the terms are not accepted any more', async () => {
    const el = await open({ failure: noResponse });
    const submitted = hear(el, 'order-submit');

    await page(el).click('button', 'Try again');

    expect(submitted).to.deep.equal([]);
  });

  it('does not show the refusal of a retry as that of the order', async () => {
    const el = await open({ failure: aRefusal('order-refused'), state: 'unclear' });

    expect(note(el).text()).not.to.contain('Nothing was booked');
    expect(note(el).text()).to.contain('may have gone through all the same');
  });

  for (const failure of [noResponse, lost('sold-out'), aRefusal('price-changed')]) {
    const name = failure.kind === 'problem' ? failure.problem.code : failure.kind;
    it(`offers nothing but the same order while it may have gone through (${name})`, async () => {
      const el = await open({ failure, state: 'unclear' });
      const submitted = hear(el, 'order-submit');
      await page(el).click('checkbox');

      expect(note(el).text()).to.contain('may have gone through all the same');
      expect(note(el).text()).not.to.contain('Nothing is ordered yet');
      expect(note(el).names('button')).to.deep.equal(['Try again']);
      expect(page(el).has('button', /Change date or participants/)).to.equal(false);
      await page(el).click('button', 'Try again');

      expect(submitted).to.have.length(1);
    });
  }

  it('says that an order without a record is unclear, and whom to ask before another one', async () => {
    const el = await open({ failure: noResponse, state: 'unrecorded' });
    const changes = hear(el, 'choice-change');

    expect(note(el).text()).to.contain('may have gone through all the same');
    expect(note(el).text()).to.contain('ask Spree Adventures whether');
    expect(note(el).names('link')).to.not.have.length(0);
    await page(el).click('button', 'Choose something else');

    expect(changes).to.have.length(1);
    await expect(el).to.be.accessible();
  });

  for (const [code, sentence] of [
    ['SPREE-7', 'You have already ordered exactly this. The code of that order is SPREE-7.'],
    ['', 'You are already ordering exactly this right now.'],
  ] as const) {
    it(`asks whether to order once more what another tab or widget has (${code || 'not known yet'})`, async () => {
      const el = await open({ failure: { kind: 'elsewhere', code } });
      const submitted = hear<OrderOptions>(el, 'order-submit');
      const left = hear(el, 'start-over');
      await page(el).click('checkbox');

      expect(note(el).text()).to.contain(sentence);
      await expect(el).to.be.accessible();
      await page(el).click('button', 'Leave it at one order');
      await page(el).click('button', ORDER);
      await page(el).click('button', 'Order once more');

      expect(left).to.have.length(1);
      expect(submitted).to.deep.equal([{}, { again: true }]);
    });
  }
});
