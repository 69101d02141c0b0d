import { expect } from '@open-wc/testing';
import type { QuotedLine } from '#contract/quote.schema';
import type { Confirmation, IntentResponse, QuotedOrder } from '../../src/index.ts';
import { type Context, mount } from '../elements/mount.ts';
import {
  aCheckingIntent,
  aListedEvent,
  anAttemptWith,
  aPlacedIntent,
  aQuotedLine,
  aQuotedOrder,
  aQuotedPrice,
  aRefusal,
  aSite,
  aVendor,
  NOW,
} from '../support/builders.ts';
import { focused, hear, page } from '../support/page.ts';

const absent: IntentResponse = { state: 'absent', order: null, settled_by: null, problem: null };
const selfservice_url = 'https://my.example/viewOrder/order-1';
const towel = {
  product_id: 'towel',
  name: 'Towel',
  amount: 2,
  price: 900,
  total: 1800,
  shipping_address: false,
};

const none = { cancellation_date: null, checked_in: null } as const;
const adult = { ...none, price_id: 1, price_title: 'Adult', status: 'ACCEPTED' as const };
/** One participant is checked in, one is cancelled, and the vendor charges less. */
const changed: Parameters<typeof aPlacedIntent>[0] = {
  total: 5800,
  quoted_total: 11600,
  paid: 11600,
  refunded: 5800,
  tickets: [
    {
      code: 'T-1',
      event_id: 'kayak',
      date_id: 'tuesday',
      status: 'ACCEPTED',
      cancellation_date: null,
      participants: [
        { ...adult, code: 'P-1', checked_in: '2026-11-24T09:05:00Z' },
        { ...adult, code: 'P-2', status: 'CANCELED', cancellation_date: '2026-11-22T09:00:00Z' },
      ],
    },
  ],
  products: [{ product_id: 'towel', title: 'Towel', amount: 2, status: 'CANCELED' }],
};

const flexTicket = { status: 'ACCEPTED', redemption_available: 9 } as const;
/** Things that a vendor may add to an order, but that cannot be bought in the widget. */
const withVouchers: Parameters<typeof aPlacedIntent>[0] = {
  voucher_orders: [{ code: 'GIFT-4711', value: 5000, currency: 'EUR' }],
  flex_tickets: [
    { ...flexTicket, title: 'Ten mornings', code: 'FLEX-0815' },
    { ...flexTicket, title: 'All year', code: 'FLEX-0816', redemption_available: null },
    { ...flexTicket, title: 'Last year', code: 'FLEX-0817', status: 'CANCELED' },
    { ...flexTicket, title: 'Never issued', code: 'FLEX-0818', status: 'FAILURE' },
  ],
  redemptions: [
    { title: 'Welcome', redeemed_value: 500 },
    { title: '', redeemed_value: 2000 },
  ],
};

/** Ten o'clock in Berlin, with every field that today's proxy sends for a line. */
const wholeLine = aQuotedLine({
  meeting_position: { latitude: 52.5019, longitude: 13.4553 },
  pre_time: 15,
  bring: 'A towel.',
  opening_hours: false,
});
const openLine = aQuotedLine({ title: 'Bath house', duration: 480, opening_hours: true });

/** A confirmation of one order. */
interface Look extends Partial<Pick<Confirmation, 'viewed' | 'email' | 'vendors' | 'details'>> {
  order?: QuotedOrder | undefined;
  intent?: IntentResponse | undefined;
  failure?: Confirmation['failure'];
}

function open(
  { order = aQuotedOrder(), viewed = false, ...change }: Look = {},
  context: Partial<Context> = {},
) {
  const { email = 'ida@example.com', vendors = [], details, failure = null } = change;
  const intent = 'intent' in change ? change.intent : aPlacedIntent();
  const attempts = intent ? [anAttemptWith(intent, { order })] : [];
  const ofOrder = { attempts, email, vendors, details };
  return mount('booking-confirmation', viewed ? { intent, viewed, failure } : ofOrder, context);
}

const vouchersOf = (ticket: ReturnType<typeof page>) =>
  ticket.names('listitem').filter((name) => !/^(Done|To come):/.test(name));

/** The files that "Add to calendar" saves: name and text. */
async function savedBy(el: Confirmation): Promise<[name: string, text: string][]> {
  const { click } = HTMLAnchorElement.prototype;
  const saved: Promise<[string, string]>[] = [];
  HTMLAnchorElement.prototype.click = function () {
    const name = this.download;
    saved.push(fetch(this.href).then(async (file) => [name, await file.text()]));
  };
  try {
    await page(el).click('button', 'Add to calendar');
  } finally {
    HTMLAnchorElement.prototype.click = click;
  }
  return Promise.all(saved);
}

describe('booking-confirmation', () => {
  const looks: Record<string, Look> = {
    'with tickets': { intent: aPlacedIntent({ selfservice_url }) },
    'with all that there is to say': {
      order: aQuotedOrder({ lines: [wholeLine, openLine] }),
      vendors: [aVendor()],
    },
    'with what has become of it': { intent: aPlacedIntent(changed) },
    'with vouchers': { intent: aPlacedIntent(withVouchers) },
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

    expect(page(ticket.find('status')).text()).to.equal('Booked. See you on Tuesday.');
    expect(ticket.names('heading')).to.deep.equal([
      'Booked. See you on Tuesday.',
      'Kayak on the Spree',
    ]);
    expect(ticket.text()).to.match(/Tuesday,? 24 November 2026, 10:00/);
    expect(ticket.text()).to.contain('Boathouse, Lichtkai 7, 10245 Berlin');
    expect(ticket.text()).to.contain('2 × Adult €78.00 1 × Child €39.00');
    expect(ticket.text()).to.contain('2 × Towel €18.00 Total incl. VAT €135.00');
    expect(ticket.text().match(/Total/g), 'the line’s total is the order’s').to.have.length(1);
    expect(ticket.text()).to.contain('Code SPREE-7');
    expect(ticket.text()).to.contain('it is your booking with Spree Adventures');
  });

  it('says in its title on which day the customer is expected', async () => {
    const onDay = (date: string, date_id = 'kayak') => aQuotedLine({ date, date_id });
    const titleOf = async (lines: QuotedLine[], canceled?: string) => {
      const [ticket] = changed.tickets!;
      const tickets = lines.map(({ date_id }) => {
        const status = date_id === canceled ? ('CANCELED' as const) : ('ACCEPTED' as const);
        return { ...ticket!, date_id, status };
      });
      const order = aQuotedOrder({ lines });
      return page(
        (await open({ order, intent: aPlacedIntent({ tickets }) })).shadowRoot!.querySelector(
          'h2',
        )!,
      ).text();
    };

    expect(await titleOf([onDay('2026-11-21T13:00:00Z')])).to.equal('Booked. See you today.');
    expect(await titleOf([onDay('2026-11-28T13:00:00Z')])).to.match(
      /^Booked. See you on Saturday,? 28 November\.$/,
    );
    expect(await titleOf([onDay('2026-11-27T13:00:00Z')])).to.equal('Booked. See you on Friday.');
    expect(await titleOf([onDay('2026-11-20T13:00:00Z')]), 'it is over').to.equal('Booked.');
    const both = [onDay('2026-11-26T13:00:00Z', 'later'), onDay('2026-11-24T13:00:00Z', 'sooner')];
    expect(await titleOf(both)).to.equal('Booked. See you on Tuesday.');
    expect(await titleOf(both, 'sooner')).to.equal('Booked. See you on Thursday.');
  });

  it('lists what is done before what is to come, and says which is which', async () => {
    const lines = [wholeLine];
    const intent = aPlacedIntent({ paid: 1000, expire_date: '2026-11-21T10:00:00Z' });
    const site = aSite({ payment: { spree: { en: 'Cash on the day.' } } });

    const ticket = page(await open({ order: aQuotedOrder({ lines }), intent }, { site }));

    const steps = ticket.within('list', 'What happens next').names('listitem');
    expect(steps.map((step) => step.replace(/today, \d\d:\d\d/, 'SOON'))).to.deep.equal([
      'Done: Order placed Code SPREE-7 Keep this code: it is your booking with Spree Adventures. Messages about it go to ida@example.com.',
      'Done: Paid €10.00',
      'To come: Payment Cash on the day.',
      'To come: Valid until SOON. After that it is cancelled automatically.',
      'To come: Be there at 09:45 15 min before the start · Bring: A towel.',
    ]);
  });

  it('says of each code whose it is, as far as as many were booked as were sent', async () => {
    const prices = [aQuotedPrice({ amount: 2 }), aQuotedPrice({ price_id: 2, title: 'Child' })];
    const order = aQuotedOrder({ lines: [aQuotedLine({ prices })] });
    const details = new Map([
      ['["name",0,"Adult",1]', 'Ida Meyer'],
      ['["name",0,"Adult",2]', 'Ben Ali'],
      ['["name",0,"Child",1]', 'Zuri'],
    ]);
    const child = { ...adult, price_id: 2, price_title: 'Child', code: 'C-1' };
    const codesOf = async (...participants: (typeof child)[]) => {
      const [ticket] = changed.tickets!;
      const tickets = [{ ...ticket!, participants }];
      const el = await open({ order, details, intent: aPlacedIntent({ tickets }) });
      await expect(el).to.be.accessible();
      return page(el).names('listitem').slice(1);
    };
    const [one, two] = [
      { ...adult, code: 'A-1' },
      { ...adult, code: 'A-2' },
    ];

    expect((await codesOf(one, child, two)).slice(-3)).to.deep.equal([
      'A-1 Ida Meyer Adult',
      'C-1 Zuri Child',
      'A-2 Ben Ali Adult',
    ]);
    expect((await codesOf(child, two)).slice(-2)).to.deep.equal(['C-1 Zuri Child', 'A-2 Adult']);
  });

  it('shows every line of the order', async () => {
    const lines = [aQuotedLine(), aQuotedLine({ date_id: 'bees', title: 'Rooftop bees' })];

    const ticket = page(await open({ order: aQuotedOrder({ lines }) }));

    expect(ticket.names('heading').slice(1)).to.deep.equal(['Kayak on the Spree', 'Rooftop bees']);
  });

  it('shows the status of every participant and product, and what was paid', async () => {
    const ticket = page(await open({ intent: aPlacedIntent(changed) }));

    const items = ticket.names('listitem');
    expect(items.slice(1)).to.deep.equal([
      'Done: Paid €116.00',
      'Done: Refunded €58.00',
      '2 × Towel Cancelled',
      'P-1 Adult Checked in',
      'P-2 Adult Cancelled',
    ]);
  });

  it('shows vouchers and flex tickets with their codes, and what was redeemed', async () => {
    const ticket = page(await open({ intent: aPlacedIntent(withVouchers) }));

    expect(vouchersOf(ticket)).to.deep.equal([
      'Gift voucher worth €50.00 GIFT-4711',
      'Ten mornings FLEX-0815 Admissions left: 9',
      'All year FLEX-0816 Admits any number of times',
      'Last year FLEX-0817 Cancelled',
      'Never issued FLEX-0818 Not valid',
      'Coupon “Welcome”: €5.00 less',
      'Voucher redeemed: €20.00 less',
    ]);
  });

  it('has a code to scan for each person who may still enter, and for nobody else', async () => {
    const [ticket] = changed.tickets!;
    const participants = [...ticket!.participants, { ...adult, code: 'P-3' }];
    const intent = (status: 'ACCEPTED' | 'CANCELED') =>
      aPlacedIntent({ ...changed, status, tickets: [{ ...ticket!, participants }] });

    const el = await open({ intent: intent('ACCEPTED') });

    const scannable = () =>
      [...el.shadowRoot!.querySelectorAll('li:has(svg)')].map(({ textContent }) =>
        textContent.trim().replace(/\s+/g, ' '),
      );
    expect(scannable()).to.deep.equal(['P-3 Adult']);
    await expect(el).to.be.accessible();
    el.attempts = [anAttemptWith(intent('CANCELED'))];
    await el.updateComplete;
    expect(scannable()).to.deep.equal([]);
  });

  it('wraps no code, however narrow the page', async () => {
    const el = await open({ intent: aPlacedIntent(withVouchers) });
    el.style.display = 'block';

    for (let width = 240; width <= 400; width += 10) {
      el.style.width = `${width}px`;
      const codes = [...(el.shadowRoot?.querySelectorAll('.parts .code') ?? [])];
      expect(codes).to.have.length(5);
      const text = document.createRange();
      for (const code of codes) {
        text.selectNodeContents(code);
        const lines = new Set([...text.getClientRects()].map(({ top }) => Math.round(top)));
        expect(lines.size, `${code.textContent} at ${width} px`).to.equal(1);
      }
    }
  });

  it('shows the whole ticket behind a copied link too, without names and withdrawal', async () => {
    const { quote: _, ...summary } = aQuotedOrder({
      products: [{ ...towel, shipping_address: true }],
      shipping_address: true,
    });
    const intent = { ...aPlacedIntent(), summary, view_key: 'v'.repeat(43) };
    const el = await open({ intent, viewed: true });

    expect(page(el).names('heading')).to.include('Kayak on the Spree');
    expect(page(el).text()).to.match(/Tuesday,? 24 November 2026, 10:00/);
    expect(page(el).has('button', 'Add to calendar')).to.equal(true);
    expect(page(el).has('button', 'Copy link')).to.equal(true);
    expect(page(el).text()).not.to.contain('Withdraw from');
    await expect(el).to.be.accessible();
  });

  it('has the tint of its event’s category in the list, for a visit and a copied link too', async () => {
    const categories = ['Outdoors', 'Culture', 'Food'].map((title, id) => ({ id, title }));
    const site = aSite({ categories });
    const order = aQuotedOrder({ lines: [aQuotedLine({ category: 'Culture' })] });
    const { quote: _, ...summary } = order;
    const events = categories.map((category) => aListedEvent({ categories: [category] }));
    const list = await mount('booking-event-list', { events }, { site });
    const tintsOf = (el: HTMLElement) =>
      [...(el.shadowRoot?.querySelectorAll('.stub') ?? [])].map(
        (stub) => getComputedStyle(stub).backgroundColor,
      );
    const [, culture] = tintsOf(list);

    const tickets = await mount(
      'booking-confirmation',
      {
        attempts: [order, aQuotedOrder()].map((each) =>
          anAttemptWith(aPlacedIntent(), { order: each }),
        ),
      },
      { site },
    );
    const viewed = await open({ intent: { ...aPlacedIntent(), summary }, viewed: true }, { site });

    expect(tintsOf(viewed)).to.deep.equal([culture]);
    const [ofVisit, ofNone] = tintsOf(tickets);
    expect(ofVisit).to.equal(culture);
    expect(ofNone).not.to.be.oneOf(tintsOf(list));
  });

  it('shows them without a code if the proxy sends none', async () => {
    const voucher_orders = [{ code: '', value: 5000, currency: 'EUR' }];
    const intent = aPlacedIntent({ voucher_orders });

    const ticket = page(await open({ intent, viewed: true }));

    expect(vouchersOf(ticket)).to.deep.equal(['Gift voucher worth €50.00']);
    expect(ticket.find('listitem', /^Gift/).querySelector('b')).to.equal(null);
  });

  it('shows both totals if the vendor charges another one than was quoted', async () => {
    const ticket = page(await open({ intent: aPlacedIntent(changed) }));

    expect(ticket.text()).to.contain(
      'You were quoted €116.00 when you ordered. Spree Adventures charges €58.00.',
    );
    const usual = page(
      await open({ intent: aPlacedIntent({ quoted_total: 11600, total: 11600 }) }),
    );
    expect(usual.text()).not.to.contain('quoted');
  });

  it('says beside the ticket what was booked otherwise than it was ordered, in its own currency', async () => {
    const ticket = page(
      await open({
        intent: aPlacedIntent({
          ...changed,
          currency: 'USD',
          quoted_total: 11600,
          quoted_currency: 'EUR',
          differences: ['vendor', 'currency', 'total', 'dates', 'participants', 'products'],
        }),
      }),
    );

    const note = page(ticket.find('alert')).text();
    expect(note).to.contain('Not everything was booked as you ordered it');
    expect(note).to.contain('Sold by booked: not what you ordered, ordered: Spree Adventures');
    expect(note).to.contain('Total booked: $58.00, ordered: €39.00');
    expect(note).to.contain('Date and time not what you ordered');
    expect(note).to.contain('Participants booked: 2 × Adult, ordered: ');
    expect(note).to.contain('Products booked: 2 × Towel, ordered: ');
    expect(note).to.match(/Spree Adventures puts it right\. Give them the code \S+\./);
    expect(ticket.text()).not.to.contain('You were quoted');
  });

  it('says once that a whole order is cancelled', async () => {
    const canceled = { ...changed, status: 'CANCELED' as const };
    const ticket = page(await open({ intent: aPlacedIntent(canceled) }));

    expect(page(ticket.find('status')).text()).to.equal('This order has been cancelled');
    expect(ticket.names('listitem')).to.deep.equal(['P-1 Adult Checked in', 'P-2 Adult']);
  });

  it('says that a request is on its way, and where the vendor writes to', async () => {
    const ticket = page(await open({ intent: aPlacedIntent({ status: 'PENDING' }) }));

    expect(page(ticket.find('status')).text()).to.equal('Your request has been sent');
    expect(ticket.text()).to.contain('Spree Adventures answers by e-mail to ida@example.com.');
    expect(ticket.text()).not.to.contain('Booked');
  });

  it('says that a request was sent, also when the customer’s e-mail address is unknown', async () => {
    const intent = aPlacedIntent({ status: 'PENDING' });

    const ticket = page(await open({ intent, email: '' }));

    expect(ticket.text()).to.contain('Spree Adventures answers by e-mail. ');
  });

  it('shows no time while it is unknown until when an order is checked', async () => {
    const intent: IntentResponse = { ...aCheckingIntent(), settled_by: null };

    const checking = page(await open({ intent }));

    expect(checking.text()).to.contain('whether it went through.');
    expect(checking.text()).not.to.contain('latest');
  });

  it('leads to the booking’s own page, where the site has one', async () => {
    const ticket = page(await open({ intent: aPlacedIntent({ selfservice_url }) }));
    expect(ticket.find<HTMLAnchorElement>('link', /Manage booking/).href).to.equal(selfservice_url);

    expect(page(await open()).has('link', /Manage booking/)).to.equal(false);
  });

  it('saves the lines as one calendar file named after the code', async () => {
    const order = aQuotedOrder({ lines: [wholeLine, { ...openLine, date_id: 'bath' }] });

    const saved = await savedBy(await open({ order, vendors: [aVendor()] }));

    expect(saved.map(([name]) => name)).to.deep.equal(['SPREE-7.ics']);
    const text = saved[0]?.[1].replaceAll('\r\n ', '') ?? '';
    expect(text).to.contain(
      'DTSTART;TZID=Europe/Berlin:20261124T100000\r\nDTEND;TZID=Europe/Berlin:20261124T120000',
    );
    expect(text).to.contain('SUMMARY:Kayak on the Spree');
    expect(text).to.contain(
      'DESCRIPTION:Code: SPREE-7\\nBe there: 15 min before the start\\nBring: A towel.\\n' +
        'Spree Adventures\\n+49 30 000000\\nhello@spree.example\r\n',
    );
    expect(text).to.contain('DTSTART;VALUE=DATE:20261124\r\nSUMMARY:Bath house');
    expect(text).to.match(/DESCRIPTION:[^\r]*24 November 2026 · Open 10:00 to 18:00/);
  });

  it('saves only the lines that are not cancelled', async () => {
    const lines = [aQuotedLine(), aQuotedLine({ date_id: 'bees', title: 'Rooftop bees' })];
    const [ticket] = changed.tickets ?? [];
    const tickets = [{ ...ticket!, status: 'CANCELED' as const, participants: [] }];
    const intent = aPlacedIntent({ tickets });

    const [file] = await savedBy(await open({ order: aQuotedOrder({ lines }), intent }));

    expect(file?.[1]).to.contain('SUMMARY:Rooftop bees');
    expect(file?.[1]).not.to.contain('Kayak');
  });

  it('says from when to when, where, when to be there and what to bring', async () => {
    const ticket = page(await open({ order: aQuotedOrder({ lines: [wholeLine] }) }));

    expect(ticket.text()).to.match(/Tuesday,? 24 November 2026, 10:00 to 12:00/);
    expect(ticket.names('listitem').at(-1)).to.equal(
      'To come: Be there at 09:45 15 min before the start · Bring: A towel.',
    );
    const map = ticket.find<HTMLAnchorElement>('link', /map/);
    expect(map.href).to.contain('mlat=52.5019&mlon=13.4553');
  });

  it('leaves out what the vendor has not said of a line', async () => {
    const ticket = page(await open());

    expect(ticket.text()).to.contain('Boathouse, Lichtkai 7, 10245 Berlin');
    expect(ticket.text()).not.to.contain('Be there');
    expect(ticket.text()).not.to.contain('Bring');
    expect(ticket.has('link', /map/)).to.equal(false);
  });

  it('calls opening hours what they are', async () => {
    const ticket = page(await open({ order: aQuotedOrder({ lines: [openLine] }) }));

    expect(ticket.text()).to.match(/24 November 2026 · Open 10:00 to 18:00/);
  });

  it('names the day on which it ends, when that is another one', async () => {
    const lines = [aQuotedLine({ duration: 2 * 24 * 60 })];
    const ticket = page(await open({ order: aQuotedOrder({ lines }) }));

    expect(ticket.text()).to.match(/24 November 2026, 10:00 to Thu,? 26 Nov, 10:00/);
  });

  it('says whom to call and to write to, once that is known', async () => {
    const ticket = page(await open({ vendors: [aVendor({ id: 'other' }), aVendor()] }));

    expect(ticket.text()).to.contain(
      'Sold by Spree Adventures · hello@spree.example · +49 30 000000',
    );
    expect(page(await open()).text()).to.contain('Sold by Spree Adventures');
  });

  it('says of each line what it costs, where there are several', async () => {
    const prices = [aQuotedPrice({ amount: 2 }), aQuotedPrice({ price_id: 2, title: 'Child' })];
    const bees = { date_id: 'bees', title: 'Rooftop bees' };
    const lines = [aQuotedLine({ prices }), aQuotedLine(bees)];

    const ticket = page(await open({ order: aQuotedOrder({ lines }) }));

    expect(ticket.text()).to.match(
      /Kayak .* 2 × Adult €78\.00 1 × Child €39\.00 Total €117\.00 Rooftop bees .* 1 × Adult €39\.00 Done/,
    );
  });

  it('groups the codes by line, and others after the lines', async () => {
    const bees = { date_id: 'bees', title: 'Rooftop bees' };
    const order = aQuotedOrder({ lines: [aQuotedLine(), aQuotedLine(bees)] });
    const ticketOf = (code: string, date_id: string | null) => ({
      code: `T-${code}`,
      event_id: null,
      date_id,
      status: 'ACCEPTED' as const,
      cancellation_date: null,
      participants: [{ ...adult, code }],
    });
    const tickets = [ticketOf('B-1', 'bees'), ticketOf('K-1', 'tuesday'), ticketOf('X-1', null)];

    const text = page(await open({ order, intent: aPlacedIntent({ tickets }) })).text();

    expect(text).to.match(
      /Show this at the entrance Kayak on the Spree K-1 Adult Rooftop bees B-1 Adult X-1 Adult/,
    );
  });

  it('has the start on its stub, unless there are several', async () => {
    const intent = aPlacedIntent({
      tickets: [
        {
          code: 'T-1',
          event_id: null,
          date_id: 'tuesday',
          status: 'ACCEPTED',
          cancellation_date: null,
          participants: [{ ...adult, code: 'K-1' }],
        },
      ],
    });
    const two = aQuotedOrder({ lines: [aQuotedLine(), aQuotedLine({ date_id: 'bees' })] });
    const start = /K-1 Adult Tue,? 24 Nov 10:00/;

    expect(page(await open({ intent })).text()).to.match(start);
    expect(page(await open({ intent, order: two })).text()).not.to.match(start);
  });

  it('names the participants of each line while they are known', async () => {
    const bees = { date_id: 'bees', title: 'Rooftop bees' };
    const order = aQuotedOrder({
      lines: [aQuotedLine({ prices: [aQuotedPrice({ amount: 2 })] }), aQuotedLine(bees)],
    });
    const details = new Map([
      ['["name",0,"Adult",1]', 'Ida Meyer'],
      ['["name",0,"Adult",2]', 'Ben Ali'],
    ]);

    const text = page(await open({ order, details })).text();

    expect(text).to.match(/Kayak .* For Ida Meyer and Ben Ali 2 × Adult .* Rooftop bees/);
    expect(text.split('Rooftop bees')[1]).not.to.contain('For ');
    expect(page(await open({ order })).text()).not.to.contain('Ida');
  });

  it('says how to pay until the order is paid or cancelled, and keeps the terms', async () => {
    const vendors = [aVendor()];
    const termsIn = async (el: Confirmation) => {
      el.shadowRoot?.querySelector('summary')?.click();
      await el.updateComplete;
      return page(el).within('region', 'Terms of Spree Adventures GmbH').text();
    };
    const el = await open({ vendors });
    expect(page(el).text()).to.contain(
      'Payment How and when to pay is in the terms of Spree Adventures GmbH, or follows by e-mail.',
    );
    expect(await termsIn(el)).to.equal('Be on time.');
    await expect(el).to.be.accessible();

    for (const change of [
      { payment_date: '2026-11-21T09:00:00Z' },
      { paid: 3900 },
      { status: 'CANCELED' as const },
      { status: 'DECLINED' as const },
      { total: 0 },
    ]) {
      const over = await open({ vendors, intent: aPlacedIntent(change) });
      expect(page(over).text(), JSON.stringify(change)).not.to.contain('Payment');
      expect(await termsIn(over), JSON.stringify(change)).to.equal('Be on time.');
    }
  });

  it('says how to pay in the words of the site, of a part paid and of a request too', async () => {
    const site = aSite({ payment: { spree: { en: 'Cash on the day.' } } });
    const textOf = async (change: Parameters<typeof aPlacedIntent>[0]) =>
      page(await open({ intent: aPlacedIntent(change) }, { site })).text();

    expect(await textOf({ paid: 1000 })).to.contain('Payment Cash on the day.');
    expect(await textOf({ status: 'PENDING' })).to.contain('Payment Cash on the day.');
  });

  it('does not say how to pay what was paid with the order', async () => {
    const texts = { spree: { en: 'Cash on the day.' } };
    // Orders of the time before the site demanded payments are paid as they were to be.
    const site = aSite({ payment: texts, payments: { orders: 'required', vendors: {} } });
    const payment = { state: 'held', amount: 3900, currency: 'EUR', reference: 'R' } as const;
    const textOf = async (change: Partial<IntentResponse>) =>
      page(await open({ intent: { ...aPlacedIntent(), ...change } }, { site })).text();

    const paid = await textOf({ payment });
    expect(paid).to.contain('To come: €39.00 is being charged now.');
    expect(paid).not.to.contain('Cash on the day.');
    expect(await textOf({})).to.contain('Payment Cash on the day.');
  });

  it('says the VAT that the platform names, and else only that there is some', async () => {
    const order = aQuotedOrder({ vat: 623, products: [towel] });
    const textOf = async (change: Parameters<typeof aPlacedIntent>[0]) =>
      page(await open({ order, intent: aPlacedIntent(change) })).text();

    expect(await textOf({ total: 5700, vat: 910 })).to.contain('Total incl. €9.10 VAT €57.00');
    expect(await textOf({ total: 5700 })).to.contain('Total incl. VAT €57.00');
    expect(await textOf({ total: 5700, vat: 0 })).not.to.contain('VAT');
  });

  it('shows the e-mail address for messages while it is known', async () => {
    expect(page(await open()).text()).to.contain('Messages about it go to ida@example.com.');
    expect(page(await open({ email: '' })).text()).not.to.contain('Messages');
  });

  it('calls an order paid that the platform calls paid', async () => {
    const intent = aPlacedIntent({ payment_date: '2026-11-21T09:00:00Z' });

    expect(page(await open({ intent })).text()).to.contain('Paid €39.00');
    expect(page(await open()).text()).not.to.contain('Paid');
  });

  it('shows a request as one, and the ticket once it is accepted', async () => {
    const { tickets } = changed;
    const order = aQuotedOrder({ kind: 'REQUEST' });
    const el = await open({ order, intent: aPlacedIntent({ status: 'PENDING', tickets }) });
    const confirmation = page(el);

    expect(confirmation.names('listitem')).to.have.length(3);
    expect(confirmation.text()).to.contain('Request sent Code SPREE-7 Not accepted yet');
    expect(confirmation.text()).to.contain('This is a request, not a ticket');
    expect(confirmation.text()).to.contain('You pay only if Spree Adventures accepts.');
    expect(confirmation.text()).to.contain('€39.00');
    expect(confirmation.text(), 'codes for the entrance').not.to.contain('P-1');
    expect(confirmation.has('button', 'Print')).to.equal(false);

    el.attempts = [anAttemptWith(aPlacedIntent({ tickets }), { order })];
    await el.updateComplete;

    expect(page(confirmation.find('status')).text()).to.equal('Booked. See you on Tuesday.');
    expect(confirmation.text()).not.to.contain('request');
    expect(confirmation.text()).to.contain('P-1');
    expect(confirmation.has('button', 'Add to calendar')).to.equal(true);
  });

  it('shows a request behind a copied link', async () => {
    const el = await open({ intent: aPlacedIntent({ status: 'PENDING' }), viewed: true });

    expect(page(el).text()).to.contain('This is a request, not a ticket');
    expect(page(el).text()).not.to.contain('{');
    await expect(el).to.be.accessible();
  });

  it('breaks a long word of what is being checked, instead of leaving the page', async () => {
    const lines = [aQuotedLine({ title: 'Donaudampfschifffahrt'.repeat(4) })];
    const el = await open({ order: aQuotedOrder({ lines }), intent: aCheckingIntent() });

    el.style.width = '288px';

    expect(el.scrollWidth).to.equal(288);
  });

  it('says that it is being checked, and not to order again', async () => {
    const checking = page(await open({ intent: aCheckingIntent('2026-11-21T09:15:00Z') }));

    expect(checking.names('heading')).to.deep.equal(['We are checking your order']);
    const status = page(checking.find('status')).text();
    expect(status).to.contain('Do not order it a second time');
    expect(status).to.match(/Kayak on the Spree, Tuesday,? 24 November 2026, 10:00/);
    expect(checking.has('button')).to.equal(false);
  });

  it('says that an order is unclear that nobody has a record of any more, and whom to ask', async () => {
    const el = await open({ intent: aCheckingIntent(), vendors: [aVendor()] });
    el.focus();
    const attempt = anAttemptWith(aCheckingIntent(), { order: aQuotedOrder(), sent: NOW });
    el.attempts = [{ ...attempt, state: 'forgotten' }];
    await el.updateComplete;
    const changes = hear(el, 'choice-change');

    const note = page(page(el).find('alert'));
    expect(note.names('heading')).to.deep.equal([
      'It is not clear whether your order went through',
    ]);
    expect(focused()).to.equal(page(el).find('heading'));
    expect(note.text()).to.contain('ask Spree Adventures whether they have an order of yours');
    expect(note.text()).to.match(/Kayak on the Spree, Tuesday,? 24 November 2026, 10:00/);
    expect(note.text()).to.match(/Sent Saturday,? 21 November 2026, \d\d:00/);
    expect(note.has('link', aVendor().service_email)).to.equal(true);
    expect(note.text()).not.to.match(/not ordered|not sent|nothing/i);
    await expect(el).to.be.accessible();
    await note.click('button', 'Choose something else');

    expect(changes).to.have.length(1);
  });

  const unsent: IntentResponse = { ...absent, state: 'open' };
  for (const [title, link] of [
    ['is not found any more', { intent: aCheckingIntent(), failure: aRefusal('not-found') }],
    ['is of a journal that has not sent it', { intent: unsent }],
  ] as const) {
    it(`says behind a copied link that an order is unclear that ${title}`, async () => {
      const el = await open({ ...link, viewed: true });

      expect(page(el).names('heading')).to.deep.equal([
        'It is not clear whether your order went through',
      ]);
      expect(page(el).names('button')).to.deep.equal(['Book something else']);
      await expect(el).to.be.accessible();
    });
  }

  it('keeps the focus when the outcome is known', async () => {
    const el = await open({ intent: aCheckingIntent() });
    el.focus();
    expect(focused()).to.equal(page(el).find('heading'));

    el.attempts = [anAttemptWith(aPlacedIntent(), { order: aQuotedOrder() })];
    await el.updateComplete;

    expect(focused()).to.equal(page(el).find('heading', 'Booked. See you on Tuesday.'));
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

  it('leads on to another booking', async () => {
    const el = await open();
    const over = hear(el, 'start-over');

    await page(el).click('button', 'Book something else');

    expect(over).to.have.length(1);
  });

  for (const [title, intent, heading] of [
    ['the ticket', aPlacedIntent(), 'Booked. See you on Tuesday.'],
    ['what is being checked', aCheckingIntent(), 'We are checking your order'],
    ['what did not go through', absent, 'Your order did not go through'],
  ] as const) {
    it(`moves the focus to ${title}`, async () => {
      const el = await open({ intent });

      el.focus();

      expect(focused()).to.equal(page(el).find('heading', heading));
    });
  }

  for (const [title, intent] of [
    ['a ticket', aPlacedIntent()],
    // The link shows the outcome on any computer.
    ['an order that is being checked', aCheckingIntent()],
  ] as const) {
    it(`offers the link of ${title} only if the proxy has a key for it`, async () => {
      const withKey = { ...intent, view_key: 'V'.repeat(43) };
      const el = await open({ intent: withKey });

      expect(page(el).has('button', 'Copy link')).to.equal(true);
      await expect(el).to.be.accessible();
      expect(page(await open({ intent })).has('button', 'Copy link')).to.equal(false);
    });
  }

  for (const [title, intent, heading] of [
    ['tickets', aPlacedIntent(), 'Order SPREE-7'],
    ['what is being checked', aCheckingIntent(), 'We are checking your order'],
    ['what did not go through', absent, 'Your order did not go through'],
  ] as const) {
    it(`shows ${title} behind a copied link, and offers nothing to order`, async () => {
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
