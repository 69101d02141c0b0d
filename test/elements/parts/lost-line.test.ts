import { expect } from '@open-wc/testing';
import {
  aCart,
  aCartLine,
  aChoice,
  aDate,
  anAttemptWith,
  anEvent,
  aPlacedIntent,
  aProblem,
  aQuotedLine,
  aQuotedOrder,
  aStart,
} from '../../support/builders.ts';
import { page } from '../../support/page.ts';
import { openCheckout } from '../../visit/checkout.ts';
import { loaded, shownDates } from '../loadables.ts';
import { mount } from '../mount.ts';

const lost = aStart();
const id = lost.date.id;
const line = aQuotedLine({ date_id: id });
const order = aQuotedOrder({ lines: [line] });
const otherStarts = new Map([
  [id, [aStart({ date: aDate({ id: 'later', date: '2026-11-24T15:00:00Z' }) })]],
]);
const failure = {
  kind: 'problem' as const,
  problem: aProblem('sold-out', [{ code: 'sold-out', date_id: id }]),
};
const progress = { isQuoting: false, isGathering: false, isChanging: false, isTooLarge: false };

/** Every step that offers other starts in place of a lost one. */
const steps: Record<string, () => Promise<HTMLElement>> = {
  'the choice': () =>
    mount('booking-choice', {
      event: { ...loaded(anEvent()), title: '', isStale: false },
      dates: shownDates(loaded([lost])),
      choice: aChoice({ day: lost.day, start: lost, amounts: new Map() }),
      progress: { ...progress, failure, otherStarts },
    }),
  'the cart': () =>
    mount('booking-cart', {
      cart: aCart({ lines: [aCartLine({ start: lost })], orders: [order], failure }),
      otherStarts,
    }),
  'the checkout': () => openCheckout({ order, failure, otherStarts }),
  'a declined order': () =>
    mount('booking-confirmation', {
      attempts: [anAttemptWith(aPlacedIntent({ status: 'DECLINED' }), { order })],
      otherStarts,
    }),
};

describe('the starts in place of a lost one', () => {
  for (const [step, open] of Object.entries(steps)) {
    it(`are framed like times to choose in ${step}`, async () => {
      const take = page(await open()).find('button', 'Take 16:00');

      const { borderTopWidth, borderTopLeftRadius, textDecorationLine } = getComputedStyle(take);
      expect([borderTopWidth, borderTopLeftRadius, textDecorationLine]).to.deep.equal([
        '1px',
        '8px',
        'none',
      ]);
    });
  }
});
