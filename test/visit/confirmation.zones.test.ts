import { expect } from '@open-wc/testing';
import type { QuotedLine } from '#contract/quote.schema';
import type { Attempt } from '../../src/domain/attempt.ts';
import type { IntentResponse } from '../../src/index.ts';
import { mount } from '../elements/mount.ts';
import {
  aCheckingIntent,
  anAttemptWith,
  aPlacedIntent,
  aQuotedLine,
  aQuotedOrder,
  NOW,
} from '../support/builders.ts';
import { page } from '../support/page.ts';
import { inThisZone } from '../support/this-zone.ts';

const open = (attempt: Attempt, now = NOW) =>
  mount('booking-confirmation', { attempts: [attempt] }, { now });

/** Some years of CLDR have a comma after the weekday. */
const textOf = (el: HTMLElement) =>
  page(el)
    .text()
    .replace(/([A-Z]\w+day), /g, '$1 ');

/** Half past midnight on Sunday in Berlin, and still Saturday in Los Angeles. */
const MIDNIGHT = '2026-11-21T23:30:00Z';
const midnight = inThisZone({
  'America/Los_Angeles': { near: 'today, 15:30', day: 'Saturday 21 November 2026', time: '15:30' },
  'Asia/Tokyo': { near: 'tomorrow, 08:30', day: 'Sunday 22 November 2026', time: '08:30' },
  'Europe/Berlin': { near: 'tomorrow, 00:30', day: 'Sunday 22 November 2026', time: '00:30' },
});

type Payment = NonNullable<IntentResponse['payment']>;
const payment = (state: Payment['state'], change: Partial<Payment>): Payment => ({
  state,
  amount: 3900,
  currency: 'EUR',
  reference: 'REF-1',
  ...change,
});

describe('booking-confirmation in the customer’s time zone', () => {
  const times: [title: string, words: string, Attempt][] = [
    [
      'when an order was sent that nobody has a record of',
      `Sent ${midnight.day}, ${midnight.time}`,
      anAttemptWith(aCheckingIntent(), { state: 'forgotten', sent: Date.parse(MIDNIGHT) }),
    ],
    [
      'until when it is known whether an order went through',
      `at ${midnight.time} at the latest`,
      anAttemptWith(aCheckingIntent(MIDNIGHT)),
    ],
    [
      'until when an order is valid',
      `Valid until ${midnight.near}.`,
      anAttemptWith(aPlacedIntent({ expire_date: MIDNIGHT })),
    ],
    [
      'until when places are held, in the title',
      `Held for you until ${inThisZone({
        'America/Los_Angeles': midnight.time,
        'Asia/Tokyo': midnight.near,
        'Europe/Berlin': midnight.near,
      })}`,
      anAttemptWith(aPlacedIntent({ status: 'RESERVED', expire_date: MIDNIGHT })),
    ],
    [
      'when an order was cancelled',
      `Cancelled: ${midnight.near}.`,
      anAttemptWith(aPlacedIntent({ status: 'CANCELED', cancellation_date: MIDNIGHT })),
    ],
    [
      'until when it can be paid',
      `until ${midnight.day}, ${midnight.time}.`,
      anAttemptWith({ ...aPlacedIntent(), payment: payment('due', { due_by: MIDNIGHT }) }),
    ],
    [
      'when it was paid',
      `${midnight.day}, ${midnight.time} · Payment reference REF-1`,
      anAttemptWith({
        ...aPlacedIntent({ paid: 3900 }),
        payment: payment('paid', { taken_at: MIDNIGHT }),
      }),
    ],
  ];
  for (const [title, words, attempt] of times) {
    it(`says ${title}`, async () => {
      expect(textOf(await open(attempt))).to.contain(words);
    });
  }

  it('says in its title on which day the customer is expected where the event is', async () => {
    const titleAt = async (now: string, line: Partial<QuotedLine>) => {
      const order = aQuotedOrder({ lines: [aQuotedLine(line)] });
      const el = await open(anAttemptWith(aPlacedIntent(), { order }), Date.parse(now));
      return page(page(el).find('heading', /^Booked/)).text();
    };
    const sundayInBerlin = { date: '2026-11-22T09:00:00Z' };

    expect(await titleAt(MIDNIGHT, sundayInBerlin)).to.equal('Booked. See you today.');
    expect(await titleAt('2026-11-21T16:00:00Z', sundayInBerlin)).to.equal(
      'Booked. See you on Sunday.',
    );
    expect(await titleAt('2026-11-21T16:00:00Z', { date: MIDNIGHT })).to.equal(
      'Booked. See you on Sunday.',
    );
  });
});
