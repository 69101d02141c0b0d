import { expect } from '@open-wc/testing';
import type { EventDate, ListedEvent, MergedEvent } from '../../src/index.ts';
import type { QuoteRequest } from '../../src/contract/quote.schema.ts';
import { between, goToCheckout, ORDER, reload, visit, type Proxy, type Visit } from './visit.ts';

const RANGE = 'start_date=2026-11-28T00:00:00Z&end_date=2026-12-05T00:00:00Z';

async function read<T>(proxy: Proxy, request: Request, path: string): Promise<T> {
  return (await (await proxy(new Request(new URL(path, request.url)))).json()) as T;
}

/** A line of another vendor: one place on a date that can be booked. */
async function otherLine(proxy: Proxy, request: Request): Promise<QuoteRequest['lines'][number]> {
  const events = await read<ListedEvent[]>(proxy, request, '/v3/events');
  const others = events.filter(
    ({ vendor_name, type }) => type === 'BOOKING' && vendor_name !== 'Kiez & Kanal',
  );
  for (const { id } of others) {
    const event = await read<MergedEvent>(proxy, request, `/v3/merged_events/${id}`);
    const dates = await read<EventDate[]>(proxy, request, `/v3/events/${id}/dates?${RANGE}`);
    const date = dates.find(({ available_slots: places }) => places > 0);
    const group = event.price_groups.find(({ event_id }) => event_id === date?.event_id);
    const price = group?.prices[0];
    if (!date || !price || group.min_participants > 1) continue;
    return { event_id: id, date_id: date.id, prices: [{ price_id: price.id, amount: 1 }] };
  }
  throw new Error('the sandbox has no such date');
}

/** The cart that the widget will have: its first quote is of two vendors. */
const withOtherLine = () => {
  let line: QuoteRequest['lines'][number] | undefined;
  return between('/checkout/quotes', async (proxy, request) => {
    const cart = (await request.clone().json()) as QuoteRequest;
    if (line) return proxy(request);
    line = await otherLine(proxy, request);
    const body = JSON.stringify({ ...cart, lines: [...cart.lines, line] });
    return proxy(new Request(request, { body }));
  });
};

async function fillInContact(me: Visit): Promise<void> {
  await me.fill('Full name', 'Ida Meyer');
  await me.fill('E-mail', 'ida@example.com');
  await me.click('checkbox');
}

describe('booking-widget with a cart of two vendors', () => {
  it('orders both with one press, shows both codes, and tells the host page of each once', async () => {
    const me = await visit({}, { toProxy: withOtherLine() });
    await goToCheckout(me);
    await fillInContact(me);
    await me.click('button', ORDER);
    await me.says('You have tickets');

    const books = await me.books();
    expect(books).to.have.length(2);
    for (const { code } of books) expect(me.text()).to.contain(`Code ${code}`);
    const placed = me.heard.filter(({ type }) => type === 'booking-order');
    expect(placed.map(({ detail }) => detail.transaction_id)).to.have.members(
      books.map(({ code }) => code),
    );
    const count = (type: string) => me.heard.filter((event) => event.type === type).length;
    expect([count('booking-before-order'), count('booking-checkout-begin')]).to.deep.equal([2, 2]);
  });

  it('sends none of them when the host page refuses one', async () => {
    const me = await visit({}, { toProxy: withOtherLine() });
    await goToCheckout(me);
    await fillInContact(me);
    const asked: unknown[] = [];
    me.el.addEventListener('booking-before-order', ({ detail }) => {
      asked.push(detail.value);
      if (asked.length === 2) detail.refuse?.('Not this one.');
    });

    await me.click('button', ORDER);
    await me.says('Not this one.');

    expect(new Set(asked).size).to.equal(2);
    expect(me.calls).not.to.include('POST /checkout/orders');
  });

  it('opens the page for success with both codes, and not before the second order stands', async () => {
    const opened: string[] = [];
    const { click } = HTMLAnchorElement.prototype;
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      opened.push(this.href);
    };
    const me = await visit({ successUrl: '/thanks' }, { toProxy: withOtherLine() });
    const openedBefore: number[] = [];
    me.el.addEventListener('booking-order', () => openedBefore.push(opened.length));
    await goToCheckout(me);
    await fillInContact(me);
    await me.click('button', ORDER);
    await me.says('You have tickets');
    HTMLAnchorElement.prototype.click = click;

    const codes = (await me.books()).map(({ code }) => code);
    expect(openedBefore).to.deep.equal([0, 0]);
    expect(opened).to.have.length(1);
    expect(new URL(opened[0] ?? '').searchParams.getAll('booking-order')).to.have.members(codes);
  });

  it('says which is placed and which is not, and orders the rest when told to', async () => {
    let orders = 0;
    const quotes = withOtherLine();
    const toProxy = (proxy: Proxy): Proxy => {
      const quoting = quotes(proxy);
      return (request) => {
        if (!request.url.endsWith('/checkout/orders')) return quoting(request);
        orders += 1;
        const refused = { type: '', title: '', status: 409, code: 'price-changed', errors: [] };
        return orders === 2
          ? Promise.resolve(Response.json(refused, { status: 409 }))
          : proxy(request);
      };
    };
    const before = await visit({}, { toProxy });
    await goToCheckout(before);
    await fillInContact(before);
    await before.click('button', ORDER);
    await before.appears('button', 'Order the rest');
    const [first] = await before.books();
    expect(before.text()).to.contain(`Code ${first?.code}`);
    await expect(before.el).to.be.accessible();

    const me = await reload(before);
    await me.appears('button', 'Order the rest');
    await me.click('button', 'Order the rest');
    await me.appears('heading', 'Your details');
    expect(me.text()).to.contain(`Order ${first?.code}`);
    await fillInContact(me);
    await me.click('button', ORDER);
    await me.gone('heading', 'Your details');

    const books = await me.books();
    expect(books).to.have.length(2);
    for (const { code } of books) expect(me.text()).to.contain(`Code ${code}`);
    expect(me.heard.filter(({ type }) => type === 'booking-order')).to.have.length(2);
  });
});
