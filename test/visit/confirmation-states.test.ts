import { expect } from '@open-wc/testing';
import type { OtherStarts, Start } from '../../src/domain/availability.ts';
import type { IntentResponse, QuotedOrder } from '../../src/index.ts';
import { mount } from '../elements/mount.ts';
import {
  anAttemptWith,
  aPlacedIntent,
  aQuotedLine,
  aQuotedOrder,
  aWeekendStart,
  NOW,
} from '../support/builders.ts';
import { hear, page } from '../support/page.ts';
import { holdTime } from '../support/time.ts';

type Placed = NonNullable<IntentResponse['order']>;

const minutesFromNow = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString();
const later = minutesFromNow(30);
const past = minutesFromNow(-30);

const participant = {
  price_id: 1,
  price_title: 'Adult',
  code: 'P-1',
  cancellation_date: null,
  checked_in: null,
};
/** What the platform sends with a status: a ticket's participants follow their order. */
const placed = (change: Partial<Placed>) =>
  aPlacedIntent({
    expire_date: null,
    cancellation_date: null,
    payment_date: null,
    products: [],
    tickets: [
      {
        code: 'T-1',
        event_id: 'kayak',
        date_id: aQuotedLine().date_id,
        status: null,
        cancellation_date: null,
        participants: [{ ...participant, status: null }],
      },
    ],
    ...change,
  });

const kayak = aQuotedOrder({ lines: [aQuotedLine({ pre_time: 15, bring: 'A towel.' })] });

const offering = (...starts: Start[]): OtherStarts => new Map([[aQuotedLine().date_id, starts]]);

async function show(
  change: Partial<Placed>,
  order: QuotedOrder = kayak,
  otherStarts: OtherStarts | undefined = offering(aWeekendStart()),
) {
  const attempts = [anAttemptWith(placed(change), { order })];
  const email = 'ida@example.com';
  return mount('booking-confirmation', { attempts, email, otherStarts });
}

/** In the customer's own time zone. */
const clockTime = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });
const HELD = `Held for you until ${clockTime.format(Date.parse(later))}`;

/** What is said and offered in each state (spec, States). */
const states: Record<
  string,
  {
    placed: Partial<Placed>;
    headline: string;
    says: (string | RegExp)[];
    ticket: 'valid' | 'none' | 'void';
  }
> = {
  'an accepted order': {
    placed: { status: 'ACCEPTED' },
    headline: 'Booked. See you on Tuesday.',
    says: ['Keep this code'],
    ticket: 'valid',
  },
  'an accepted order that ends by itself': {
    placed: { status: 'ACCEPTED', expire_date: later },
    headline: 'Booked. See you on Tuesday.',
    says: [/Valid until today, \d\d:\d\d\. After that it is cancelled automatically/],
    ticket: 'valid',
  },
  'a request': {
    placed: { status: 'PENDING' },
    headline: 'Your request has been sent',
    says: ['Request sent Code SPREE-7 Not accepted yet', 'This is a request, not a ticket'],
    ticket: 'none',
  },
  'a request that has to be answered in time': {
    placed: { status: 'PENDING', expire_date: later },
    headline: 'Your request has been sent',
    says: [/Without an answer by today, \d\d:\d\d, it is cancelled automatically/],
    ticket: 'none',
  },
  'a reservation with an end': {
    placed: { status: 'RESERVED', expire_date: later },
    headline: HELD,
    says: [
      'Reserved Code SPREE-7 30 min left',
      'This is a reservation, not a ticket',
      /Your places are kept until today, \d\d:\d\d\. If the booking is not confirmed by then, they are free again/,
    ],
    ticket: 'none',
  },
  'an open order with an end': {
    placed: { status: 'OPEN', expire_date: later },
    headline: HELD,
    says: [/Your places are kept until today, \d\d:\d\d/],
    ticket: 'none',
  },
  'an open order without an end': {
    placed: { status: 'OPEN' },
    headline: 'Reserved, not booked yet',
    says: ['This is a reservation, not a ticket'],
    ticket: 'none',
  },
  'a declined request': {
    placed: { status: 'DECLINED', cancellation_date: past },
    headline: 'Spree Adventures has declined your request',
    says: ['Nothing was booked. Nothing is owed.'],
    ticket: 'void',
  },
  'a reservation that has run out': {
    placed: { status: 'CANCELED', expire_date: past, cancellation_date: past },
    headline: 'This order has run out',
    says: [
      /It was valid until today, \d\d:\d\d, and was then cancelled automatically/,
      'Nothing is owed.',
    ],
    ticket: 'void',
  },
  'a reservation that has run out since its status was read': {
    placed: { status: 'RESERVED', expire_date: past },
    headline: 'This order has run out',
    says: ['Nothing is booked any more.'],
    ticket: 'void',
  },
  'an order that was cancelled before it was paid': {
    placed: { status: 'CANCELED', cancellation_date: past },
    headline: 'This order has been cancelled',
    says: [
      /Cancelled: today, \d\d:\d\d\. Nothing is booked any more\./,
      'No payment for it is known here. Ask Spree Adventures whether the cancellation costs anything.',
    ],
    ticket: 'void',
  },
  'a paid order that was cancelled': {
    placed: { status: 'CANCELED', paid: 3900 },
    headline: 'This order has been cancelled',
    says: ['€39.00 was paid for it. Ask Spree Adventures what comes back, and when.'],
    ticket: 'void',
  },
  'a cancelled order of which a part came back': {
    placed: { status: 'CANCELED', paid: 3900, refunded: 1900 },
    headline: 'This order has been cancelled',
    says: ['Of €39.00, €19.00 has been paid back. Ask Spree Adventures about the rest.'],
    ticket: 'void',
  },
  'a cancelled order of which all came back': {
    placed: { status: 'CANCELED', paid: 3900, refunded: 3900 },
    headline: 'This order has been cancelled',
    says: ['€39.00 has been paid back.'],
    ticket: 'void',
  },
  'a declined request that was paid': {
    placed: { status: 'DECLINED', payment_date: past },
    headline: 'Spree Adventures has declined your request',
    says: ['€39.00 was paid for it. Ask Spree Adventures what comes back, and when.'],
    ticket: 'void',
  },
};

const headlines = [...new Set(Object.values(states).map(({ headline }) => headline))];

/** Engines differ in the comma. */
const TAKE = /^Take Sat,? 28 Nov, 10:00$/;

describe('booking-confirmation, by state', () => {
  for (const [title, { placed, headline, says, ticket }] of Object.entries(states)) {
    it(`says what ${title} is, and offers what goes with it`, async () => {
      const el = await show(placed);
      const confirmation = page(el);

      expect(page(confirmation.find('status')).text()).to.equal(headline);
      const text = confirmation.text();
      for (const said of says) {
        if (typeof said === 'string') expect(text).to.contain(said);
        else expect(text).to.match(said);
      }
      for (const other of headlines) if (other !== headline) expect(text).not.to.contain(other);
      for (const action of ['Print', 'Add to calendar']) {
        expect(confirmation.has('button', action), action).to.equal(ticket === 'valid');
      }
      const struck = ticket === 'void' ? ['SPREE-7', 'P-1'] : [];
      const codes = [...(el.shadowRoot?.querySelectorAll('s') ?? [])];
      expect(codes.map((code) => code.textContent)).to.have.members(struck);
      expect(text.includes('P-1')).to.equal(ticket !== 'none');
      for (const advice of ['Be there at 09:45', 'Bring: A towel.']) {
        expect(text.includes(advice), advice).to.equal(ticket !== 'void');
      }
      const isMissed = /declined|run out/.test(headline);
      expect(confirmation.has('button', TAKE)).to.equal(isMissed);
      const isCanceled = /cancelled/.test(headline);
      expect(confirmation.has('button', 'Choose another day')).to.equal(isCanceled);
      expect(confirmation.has('button', 'Book something else')).to.equal(true);
      await expect(el).to.be.accessible();
    });
  }

  for (const [seconds, before, after] of [
    [65, '2 min left', '1 min left'],
    [5, '1 min left', 'This order has run out'],
  ] as const) {
    it(`counts the minutes that a reservation has left, from ${before} to ${after}`, async () => {
      const time = holdTime();
      const expire_date = new Date(NOW + seconds * 1000).toISOString();
      const attempts = [
        anAttemptWith(placed({ status: 'RESERVED', expire_date }), { order: kayak }),
      ];
      const now = () => NOW + time.passed();
      const el = await mount('booking-confirmation', { attempts }, { now });
      expect(page(el).text()).to.contain(before);

      time.pass(5_000);
      await el.updateComplete;

      expect(page(el).text()).to.contain(after);
    });
  }

  it('says so when no other time is near, and nothing where the other times are not known', async () => {
    const declined = { status: 'DECLINED' as const };
    const none = 'No other times near this one have places for 1 participant.';

    const full = page(await show(declined, kayak, offering()));
    expect(full.text()).to.contain(none);
    expect(full.has('button', 'Book something else')).to.equal(true);
    const unknown = page(await show(declined, kayak, new Map()));
    expect(unknown.text()).not.to.match(/Nearest times|No other times/);
  });

  it('fires start-take with the start that the customer takes in place of a declined one', async () => {
    const start = aWeekendStart();
    const el = await show({ status: 'DECLINED' }, kayak, offering(start));
    const exchange = hear(el, 'start-take');
    await page(el).click('button', TAKE);

    expect(exchange).to.deep.equal([{ lost: aQuotedLine().date_id, start }]);
  });

  it('says that nothing is booked any more only if no flex ticket of the order is valid', async () => {
    const withFlexTicket = (status: 'ACCEPTED' | 'CANCELED') => {
      const flexTicket = { code: 'FLEX-1', title: 'Ten mornings', status, redemption_available: 9 };
      return show({ status: 'CANCELED', flex_tickets: [flexTicket] });
    };

    const valid = page(await withFlexTicket('ACCEPTED')).text();
    expect(valid).to.contain('Ten mornings').and.not.to.contain('Nothing is booked any more.');
    const canceled = page(await withFlexTicket('CANCELED')).text();
    expect(canceled).to.contain('Nothing is booked any more.');
  });

  it('fires event-again with the line of a cancelled order, if it has only one', async () => {
    const canceled = { status: 'CANCELED' as const };
    const el = await show(canceled);
    const again = hear(el, 'event-again');
    await page(el).click('button', 'Choose another day');

    expect(again).to.deep.equal(kayak.lines);
    const two = aQuotedOrder({ lines: [aQuotedLine(), aQuotedLine({ date_id: 'walk' })] });
    expect(page(await show(canceled, two)).has('button', 'Choose another day')).to.equal(false);
  });
});
