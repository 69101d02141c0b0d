import { expect } from '@open-wc/testing';
import type { IntentResponse } from '../../src/index.ts';
import { mount } from '../elements/mount.ts';
import { anAttemptWith, aPlacedIntent, aQuotedOrder } from '../support/builders.ts';
import { page } from '../support/page.ts';

type Placed = NonNullable<IntentResponse['order']>;
type Payment = NonNullable<IntentResponse['payment']>;

const TAKEN = '2026-11-21T09:00:00Z';
const RELEASED = 'Nothing was charged. The hold of €39.00 has been released.';
const RELEASING = 'Nothing was charged. The hold of €39.00 is being released.';

/** What is said of the money, by the order's status and what has become of the payment. */
const told: [Placed['status'], Payment['state'], says: string, Partial<Placed>?][] = [
  [
    'RESERVED',
    'held',
    '€39.00, charged once your places are confirmed. Until then it is only held.',
  ],
  [
    'RESERVED',
    'paid',
    '€39.00, charged with the order. It goes back in full if your places are not confirmed.',
  ],
  ['ACCEPTED', 'held', '€39.00 is being charged now.'],
  ['ACCEPTED', 'paid', 'Paid €39.00', { paid: 3900, refunded: 0 }],
  ['ACCEPTED', 'open', 'The payment of €39.00 could not be settled automatically.'],
  ['ACCEPTED', 'overdue', '€39.00 was not paid in time, and can no longer be paid here.'],
  ['CANCELED', 'held', RELEASING],
  ['CANCELED', 'released', RELEASED],
  ['DECLINED', 'released', RELEASED],
  ['ACCEPTED', 'saved', '€39.00 is being charged now.'],
  ['DECLINED', 'saved', 'Nothing was charged. Your payment details are being removed.'],
  ['DECLINED', 'forgotten', 'Nothing was charged. Your payment details have been removed.'],
  ['CANCELED', 'refunding', '€39.00 is on its way back to you.', { paid: 3900, refunded: 0 }],
  ['CANCELED', 'refund-due', 'To be refunded: €39.00', { paid: 3900, refunded: 0 }],
  ['CANCELED', 'refunded', '€39.00 has been paid back.', { paid: 3900, refunded: 3900 }],
  ['CANCELED', 'open', 'The payment of €39.00 could not be settled automatically.'],
];

const payment = (state: Payment['state']): Payment => ({
  state,
  amount: 3900,
  currency: 'EUR',
  reference: 'REF-1',
  ...(/paid|refund/.test(state) && { taken_at: TAKEN }),
});

const order = aQuotedOrder();
const intentOf = (
  status: Placed['status'],
  state: Payment['state'],
  more: Partial<Placed> = {},
) => ({
  ...aPlacedIntent({ status, ...more }),
  payment: payment(state),
});

async function textOf(intent: IntentResponse): Promise<string> {
  const attempts = [anAttemptWith(intent, { order })];
  return page(await mount('booking-confirmation', { attempts, otherStarts: new Map() })).text();
}

async function textOfLink(intent: IntentResponse): Promise<string> {
  const { quote: _, ...summary } = order;
  const viewed = { viewed: true, intent: { ...intent, summary } };
  return page(await mount('booking-confirmation', viewed)).text();
}

describe('booking-confirmation, of an order that was paid with it', () => {
  for (const [status, state, says, more] of told) {
    it(`says what became of a payment that is ${state}, of an order that is ${status}`, async () => {
      const intent = intentOf(status, state, more);
      for (const text of [await textOf(intent), await textOfLink(intent)]) {
        expect(text).to.contain(says);
        expect(text).not.to.contain('No payment for it is known here');
        if (status !== 'RESERVED') expect(text).not.to.contain('charged once');
      }
    });
  }

  it('says of a request that it is charged once the vendor accepts, and how much', async () => {
    const request = { ...order, kind: 'REQUEST' as const };
    const attempts = [anAttemptWith(intentOf('PENDING', 'held'), { order: request })];
    const text = page(await mount('booking-confirmation', { attempts })).text();
    expect(text).to.contain('€39.00, charged once Spree Adventures accepts.');
    expect(text).to.contain('You pay only if Spree Adventures accepts.');
  });

  it('says of a request whose method is saved that nothing is held until the vendor accepts', async () => {
    const request = { ...order, kind: 'REQUEST' as const };
    const attempts = [anAttemptWith(intentOf('PENDING', 'saved'), { order: request })];
    const text = page(await mount('booking-confirmation', { attempts })).text();
    expect(text).to.contain(
      '€39.00, charged once Spree Adventures accepts. Nothing is charged or held until then; your payment details are saved for it.',
    );
    expect(text).not.to.contain('only held');
  });

  it('says of a request that nothing is held any more, once its hold has ended', async () => {
    const request = { ...order, kind: 'REQUEST' as const };
    const attempts = [anAttemptWith(intentOf('PENDING', 'released'), { order: request })];
    const text = page(await mount('booking-confirmation', { attempts })).text();
    expect(text).to.contain('The hold of €39.00 ended before Spree Adventures answered');
    expect(text).not.to.contain('only held');
  });

  it('says of a request that was charged with it when the money goes back', async () => {
    const request = { ...order, kind: 'REQUEST' as const };
    const attempts = [anAttemptWith(intentOf('PENDING', 'paid'), { order: request })];
    const text = page(await mount('booking-confirmation', { attempts })).text();
    expect(text).to.contain(
      '€39.00, charged with the request. It goes back in full if Spree Adventures does not accept.',
    );
    expect(text).not.to.contain('You pay only if');
  });

  it('says who was paid what, when, and under which reference, also in print', async () => {
    const text = await textOf(intentOf('ACCEPTED', 'paid', { paid: 3900 }));
    expect(text).to.match(
      /Paid €39\.00 to Spree Adventures.* · .*21 November 2026.*\d\d:\d\d · Payment reference REF-1/,
    );
    expect(await textOf(intentOf('ACCEPTED', 'held'))).not.to.contain('REF-1');
  });

  for (const [currency, amount, says] of [
    ['JPY', 12_000, 'Paid ¥12,000 to'],
    ['KWD', 3_900, 'Paid KWD 3.900 to'],
  ] as const) {
    it(`says in ${currency} what was paid`, async () => {
      const paid = { total: amount, currency, quoted_total: amount, quoted_currency: currency };
      const intent = intentOf('ACCEPTED', 'paid', { ...paid, paid: amount });
      const given = { ...intent, payment: { ...intent.payment, amount, currency } };
      const attempts = [anAttemptWith(given, { order: { ...order, total: amount, currency } })];
      const text = page(await mount('booking-confirmation', { attempts })).text();
      expect(text.replaceAll('\u00a0', ' ')).to.contain(says);
    });
  }

  it('says of a part that is given back while the order stands', async () => {
    const part = { ...payment('refunding'), amount: 900 };
    const text = await textOf({ ...intentOf('ACCEPTED', 'paid', { paid: 3900 }), payment: part });
    expect(text).to.contain('Paid €39.00');
    expect(text).to.contain('€9.00 is on its way back to you.');
  });

  it('says what is due, why, and until when it can be paid', async () => {
    const due = { ...payment('due'), due_by: '2026-11-23T12:00:00Z' };
    const text = await textOf({ ...aPlacedIntent({ status: 'ACCEPTED' }), payment: due });
    expect(text).to.match(
      /€39\.00 is still to be paid It could not be charged\. You can pay here until Monday,? 23 November 2026, \d\d:\d\d\./,
    );
  });

  for (const [status, state, says, isTold] of [
    ['ACCEPTED', 'held', 'is being charged now', true],
    ['CANCELED', 'refunding', 'is on its way back', true],
    ['RESERVED', 'held', 'Not confirmed yet', false],
  ] as const) {
    it(`${isTold ? 'reads out' : 'does not read out'} what changes of an order that is ${status}`, async () => {
      const attempts = [anAttemptWith(intentOf(status, state), { order })];
      const el = await mount('booking-confirmation', { attempts, otherStarts: new Map() });
      const live = [...el.renderRoot.querySelectorAll('[aria-live="polite"]')];

      expect(live.some((region) => region.textContent?.includes(says))).to.equal(isTold);
    });
  }

  it('says of an order that did not go through that nothing was charged', async () => {
    const absent: IntentResponse = {
      state: 'absent',
      order: null,
      settled_by: null,
      problem: null,
      payment: payment('released'),
    };
    expect(await textOf(absent)).to.contain(RELEASED);
    const checking = { ...absent, state: 'checking' as const, payment: payment('held') };
    expect(await textOf(checking)).to.contain('Until then it is only held.');
  });
});
