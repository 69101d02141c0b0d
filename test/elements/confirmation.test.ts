import { expect } from '@open-wc/testing';
import type { Confirmation, IntentResponse, QuotedOrder } from '../../src/index.ts';
import {
  aCheckingIntent,
  aPlacedIntent,
  anAttemptWith,
  aQuotedLine,
  aQuotedOrder,
  aQuotedPrice,
} from '../support/builders.ts';
import { focused, hear, page } from '../support/page.ts';
import { mount } from './mount.ts';

const absent: IntentResponse = { state: 'absent', order: null, settled_by: null, problem: null };
const selfservice_url = 'https://my.example/viewOrder/order-1';
const towel = { product_id: 'towel', name: 'Towel', amount: 2, price: 900, total: 1800 };

const none = { cancellation_date: null, checked_in: null } as const;
const adult = { ...none, price_id: 1, price_title: 'Adult', status: 'ACCEPTED' as const };
/** One participant is inside, one has cancelled, and the vendor charges less for it. */
const changed: Parameters<typeof aPlacedIntent>[0] = {
  ...{ total: 5800, quoted_total: 11600, paid: 11600, refunded: 5800 },
  tickets: [
    {
      ...{ code: 'T-1', event_id: 'kayak', date_id: 'tuesday', status: 'ACCEPTED' },
      cancellation_date: null,
      participants: [
        { ...adult, code: 'P-1', checked_in: '2026-11-24T09:05:00Z' },
        { ...adult, code: 'P-2', status: 'CANCELED', cancellation_date: '2026-11-22T09:00:00Z' },
      ],
    },
  ],
  products: [{ product_id: 'towel', title: 'Towel', amount: 2, status: 'CANCELED' }],
};

/** A confirmation of one order. */
interface Look extends Partial<Pick<Confirmation, 'viewed' | 'email'>> {
  order?: QuotedOrder | undefined;
  intent?: IntentResponse | undefined;
}

function open({ order = aQuotedOrder(), viewed = false, ...change }: Look = {}) {
  const { email = 'ida@example.com' } = change;
  const intent = 'intent' in change ? change.intent : aPlacedIntent();
  const attempts = intent ? [anAttemptWith(intent, { order })] : [];
  return mount('booking-confirmation', viewed ? { intent, viewed } : { attempts, email });
}

describe('booking-confirmation', () => {
  const looks: Record<string, Look> = {
    'with tickets': { intent: aPlacedIntent({ selfservice_url }) },
    'with what has become of it': { intent: aPlacedIntent(changed) },
    'with a request on its way': { intent: aPlacedIntent({ status: 'PENDING' }) },
    'while it is not known': { intent: aCheckingIntent() },
    'with an order that did not go through': { intent: absent },
  };
  for (const [look, change] of Object.entries(looks)) {
    it(`is accessible ${look}`, async () => {
      await expect(await open(change)).to.be.accessible();
    });
  }

  it('hands over the ticket: what, when, where, for whom, for how much, and its code', async () => {
    const lines = [
      aQuotedLine({
        prices: [aQuotedPrice({ amount: 2 }), aQuotedPrice({ price_id: 2, title: 'Child' })],
      }),
    ];
    const intent = aPlacedIntent({ total: 13500 });

    const ticket = page(await open({ order: aQuotedOrder({ lines, products: [towel] }), intent }));

    expect(page(ticket.find('status')).text()).to.equal('You have tickets');
    expect(ticket.names('heading')).to.deep.equal(['Kayak on the Spree']);
    expect(ticket.text()).to.match(/Tuesday,? 24 November 2026, 10:00/);
    expect(ticket.text()).to.contain('Boathouse, Lichtkai 7, 10245 Berlin');
    expect(ticket.text()).to.contain('2 × Adult 1 × Child 2 × Towel');
    expect(ticket.text()).to.contain('Code SPREE-7');
    expect(ticket.text()).to.contain('€135.00');
    expect(ticket.text()).to.contain('it is your booking with Spree Adventures');
  });

  it('shows every line of the order', async () => {
    const lines = [aQuotedLine(), aQuotedLine({ date_id: 'bees', title: 'Rooftop bees' })];

    const ticket = page(await open({ order: aQuotedOrder({ lines }) }));

    expect(ticket.names('heading')).to.deep.equal(['Kayak on the Spree', 'Rooftop bees']);
  });

  it('says of every participant and product what has become of it, and what was paid', async () => {
    const ticket = page(await open({ intent: aPlacedIntent(changed) }));

    const items = ticket.names('listitem');
    expect(items).to.deep.equal([
      'Adult P-1 Checked in',
      'Adult P-2 Cancelled',
      '2 × Towel Cancelled',
    ]);
    expect(ticket.text()).to.contain('Paid €116.00');
    expect(ticket.text()).to.contain('Refunded €58.00');
  });

  it('shows both totals where the vendor charges another one than was quoted', async () => {
    const ticket = page(await open({ intent: aPlacedIntent(changed) }));

    expect(ticket.text()).to.contain(
      'You were quoted €116.00 when you ordered. Spree Adventures charges €58.00.',
    );
    const usual = page(
      await open({ intent: aPlacedIntent({ quoted_total: 11600, total: 11600 }) }),
    );
    expect(usual.text()).not.to.contain('quoted');
  });

  it('says once that a whole order is cancelled', async () => {
    const canceled = { ...changed, status: 'CANCELED' as const };
    const ticket = page(await open({ intent: aPlacedIntent(canceled) }));

    expect(page(ticket.find('status')).text()).to.equal('This order has been cancelled');
    expect(ticket.names('listitem')).to.deep.equal(['Adult P-1 Checked in', 'Adult P-2']);
  });

  it('says that a request is on its way, and where the vendor writes to', async () => {
    const ticket = page(await open({ intent: aPlacedIntent({ status: 'PENDING' }) }));

    expect(page(ticket.find('status')).text()).to.equal('Your request is on its way');
    expect(ticket.text()).to.contain('Spree Adventures answers by e-mail to ida@example.com.');
    expect(ticket.text()).not.to.contain('You have tickets');
  });

  it('says that a request is on its way when it is not known any more who sent it', async () => {
    const intent = aPlacedIntent({ status: 'PENDING' });

    const ticket = page(await open({ intent, email: '' }));

    expect(ticket.text()).to.contain('Spree Adventures answers by e-mail. ');
  });

  it('names no time while it is not known until when an order is checked', async () => {
    const intent: IntentResponse = { ...aCheckingIntent(), settled_by: null };

    const checking = page(await open({ intent }));

    expect(checking.text()).to.contain('whether it went through.');
    expect(checking.text()).not.to.contain('latest');
  });

  for (const status of ['CANCELED', 'DECLINED'] as const) {
    it(`does not call an order tickets whose status is ${status}`, async () => {
      const ticket = page(await open({ intent: aPlacedIntent({ status }) }));

      expect(page(ticket.find('status')).text()).to.equal('This order has been cancelled');
      expect(ticket.text()).not.to.contain('You have tickets');
    });
  }

  it('leads to the booking’s own page, where the site has one', async () => {
    const ticket = page(await open({ intent: aPlacedIntent({ selfservice_url }) }));
    expect(ticket.find<HTMLAnchorElement>('link', /Manage booking/).href).to.equal(selfservice_url);

    expect(page(await open()).has('link', /Manage booking/)).to.equal(false);
  });

  it('saves the date as a calendar file named after the code', async () => {
    const { click } = HTMLAnchorElement.prototype;
    const saved: { name: string; text: Promise<string> }[] = [];
    HTMLAnchorElement.prototype.click = function () {
      saved.push({ name: this.download, text: fetch(this.href).then((file) => file.text()) });
    };
    try {
      await page(await open()).click('button', 'Add to calendar');
    } finally {
      HTMLAnchorElement.prototype.click = click;
    }

    expect(saved.map(({ name }) => name)).to.deep.equal(['SPREE-7.ics']);
    const text = await saved[0]?.text;
    expect(text).to.contain('DTSTART;TZID=Europe/Berlin:20261124T100000');
    expect(text).to.contain('SUMMARY:Kayak on the Spree');
  });

  it('says that it is being checked, until when, and not to order again', async () => {
    const checking = page(await open({ intent: aCheckingIntent('2026-11-21T09:15:00Z') }));

    expect(checking.names('heading')).to.deep.equal(['We are checking your order']);
    const status = page(checking.find('status')).text();
    expect(status).to.contain('do not order again');
    // The customer waits by the clock on their own wall.
    const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const wall = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone });
    const time = wall.format(Date.parse('2026-11-21T09:15:00Z'));
    expect(status).to.contain(`at ${time} at the latest`);
    expect(status).to.match(/Kayak on the Spree, Tuesday,? 24 November 2026, 10:00/);
    expect(checking.has('button')).to.equal(false);
  });

  it('says that nothing was booked, and leads back to ordering', async () => {
    const el = await open({ intent: absent });
    const again = hear(el, 'choice-change');

    expect(page(page(el).find('alert')).text()).to.contain(
      'Your order did not go through Nothing was booked and nothing is owed.',
    );
    await page(el).click('button', 'Order again');

    expect(again).to.have.length(1);
  });

  it('leads on to something else', async () => {
    const el = await open();
    const over = hear(el, 'start-over');

    await page(el).click('button', 'Book something else');

    expect(over).to.have.length(1);
  });

  for (const [title, intent, heading] of [
    ['the ticket', aPlacedIntent(), 'Kayak on the Spree'],
    ['what is being checked', aCheckingIntent(), 'We are checking your order'],
    ['what did not go through', absent, 'Your order did not go through'],
  ] as const) {
    it(`takes the keyboard to ${title}`, async () => {
      const el = await open({ intent });

      el.focus();

      expect(focused()).to.equal(page(el).find('heading', heading));
    });
  }

  it('offers a link to copy only where the proxy has a key for it', async () => {
    const intent = { ...aPlacedIntent(), view_key: 'V'.repeat(43) };

    expect(page(await open()).has('button', 'Copy link')).to.equal(false);
    expect(page(await open({ intent })).has('button', 'Copy link')).to.equal(true);
  });

  for (const [title, intent, heading] of [
    ['tickets', aPlacedIntent(), 'Order SPREE-7'],
    ['what is being checked', aCheckingIntent(), 'We are checking your order'],
    ['what did not go through', absent, 'Your order did not go through'],
  ] as const) {
    it(`shows ${title} to whoever opened a link, and offers nothing to order`, async () => {
      const el = await open({ intent, viewed: true });

      expect(page(el).has('heading', heading)).to.equal(true);
      expect(page(el).has('button', 'Order again')).to.equal(false);
      expect(page(el).has('button', 'Copy link')).to.equal(false);
      await expect(el).to.be.accessible();
    });
  }

  it('shows nothing before there is an intent', async () => {
    expect(page(await open({ intent: undefined })).text()).to.equal('');
  });
});
