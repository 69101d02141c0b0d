import assert from 'node:assert/strict';
import { test } from 'vitest';
import { paths } from '#contract/paths';
import { dateIdOf } from '../../src/domain/cart.ts';
import { attemptsOf } from '../../src/state/steps.ts';
import type { Send } from '../client/proxied-client.ts';
import { newKey, requestFor } from '../support/world.ts';
import { at, attemptAt, checkOut, choose, codeOf } from './visit.ts';

type Visit = Awaited<ReturnType<typeof choose>>;

interface PendingQuote {
  respond(): void;
  lose(): void;
}

/** Once slow, a quote is responded to or lost only when the test says so. */
function slowQuotes({ isSlow = true } = {}) {
  const pending: PendingQuote[] = [];
  const between =
    (proxy: Send): Send =>
    (request) => {
      if (!quotes.isSlow || !request.url.endsWith(paths.quotes)) return proxy(request);
      return new Promise((resolve, reject) => {
        pending.push({
          respond: () => resolve(proxy(request)),
          lose: () => reject(new TypeError('network error')),
        });
      });
    };
  const quotes = {
    isSlow,
    between,
    /** In the order of the requests: the responses may come in any other. */
    async nth(index: number): Promise<PendingQuote> {
      for (;;) {
        const quote = pending[index];
        if (quote) return quote;
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
  return quotes;
}

/** The last of the loaded starts that the customer can choose, except these. */
function otherStart({ flow }: Visit, ...dateIds: string[]) {
  const start = flow.data.starts.findLast(
    ({ date, state }) => state === 'free' && !dateIds.includes(date.id) && date.available_slots > 1,
  );
  assert.ok(start);
  return start;
}

function setAmount({ flow }: Visit, amount: number): void {
  const { start } = at(flow.step, 'event').choice;
  assert.ok(start?.group.prices[0]);
  const priceId = start.group.prices[0].id;
  flow.send({ type: 'set-amount', group: start.group, priceId, amount });
}

for (const name of ['quote', 'addLine'] as const) {
  for (const end of ['respond', 'lose'] as const) {
    test(`${name}: a choice that is changed while it is priced waits for nothing, whether the price comes or not (${end})`, async () => {
      const quotes = slowQuotes();
      const me = await choose({ between: quotes.between });
      const { flow, visit } = me;
      const first = visit[name]();
      const quote = await quotes.nth(0);

      setAmount(me, 1);
      const chosen = flow.step;
      assert.equal(at(chosen, 'event').quoting, false);
      quote[end]();
      await first;
      assert.equal(flow.step, chosen);

      const second = visit.quote();
      (await quotes.nth(1)).respond();
      await second;
      assert.equal(attemptAt(flow.step, 'checkout').order.lines[0]?.prices[0]?.amount, 1);
    });
  }
}

test('a customer who looks at other weeks still waits for the price', async () => {
  const quotes = slowQuotes();
  const { flow, visit } = await choose({ between: quotes.between });
  const priced = visit.quote();

  flow.send({ type: 'show-days', day: '2027-01-25' });
  (await quotes.nth(0)).respond();
  await priced;

  assert.equal(at(flow.step, 'checkout').choice?.shownDay, '2027-01-25');
});

test('the failure of an earlier price is not shown of the same choice, which is priced again', async () => {
  const quotes = slowQuotes({ isSlow: false });
  const { flow, visit } = await checkOut({ between: quotes.between });
  quotes.isSlow = true;
  const first = visit.quote({ type: 'renew-quote' });
  await visit.changeChoice();
  const second = visit.quote();

  (await quotes.nth(0)).lose();
  await first;
  const { quoting, failure } = at(flow.step, 'event');
  assert.deepEqual([quoting, failure], [true, null]);
  (await quotes.nth(1)).respond();
  await second;

  assert.equal(flow.step.name, 'checkout');
});

test('another time that is taken while one is priced is the one that is ordered', async () => {
  const quotes = slowQuotes({ isSlow: false });
  const me = await checkOut({ between: quotes.between });
  const { flow, visit, date, world } = me;
  await world.take(date.id, date.available_slots);
  await visit.order();
  quotes.isSlow = true;
  const one = otherStart(me, date.id);
  const other = otherStart(me, date.id, one.date.id);

  const first = visit.takeStart({ lost: date.id, start: one });
  const second = visit.takeStart({ lost: date.id, start: other });
  (await quotes.nth(1)).respond();
  await second;
  (await quotes.nth(0)).lose();
  await first;

  const { order, failure } = attemptAt(flow.step, 'checkout');
  assert.deepEqual([order.lines[0]?.date_id, failure], [other.date.id, null]);
  assert.equal(at(flow.step, 'checkout').choice?.start?.date.id, other.date.id);
});

/** Chooses one place at another time of the event that is in the cart. */
async function chooseNext(me: Visit): Promise<void> {
  const { flow, host, date } = me;
  const [line] = flow.cart.lines;
  assert.ok(line);
  flow.send({ type: 'show-event', eventId: line.eventId, shownDay: date.date.slice(0, 10) });
  await host.until(() => flow.data.starts.length > 0);
  flow.send({ type: 'choose-start', start: otherStart(me, ...flow.cart.lines.map(dateIdOf)) });
  setAmount(me, 1);
}

/** A customer with a second line of the same event in the cart. */
async function chooseTwo(quotes: ReturnType<typeof slowQuotes>) {
  const me = await choose({ between: quotes.between });
  const { flow, visit } = me;
  await visit.addLine();
  await chooseNext(me);
  await visit.addLine();
  assert.equal(flow.cart.lines.length, 2);
  return me;
}

const orderedDates = ({ flow }: Visit) =>
  attemptsOf(flow.step).flatMap(({ order }) => order.lines.map(({ date_id }) => date_id));

test('a line that was removed meanwhile does not come back by an earlier price', async () => {
  const quotes = slowQuotes({ isSlow: false });
  const me = await chooseTwo(quotes);
  const { flow, visit, date } = me;
  await visit.checkOut();
  quotes.isSlow = true;
  const first = visit.quote({ type: 'renew-quote' });
  const quote = await quotes.nth(0);
  quotes.isSlow = false;
  await visit.changeChoice();
  await visit.removeLine(date.id);
  await visit.checkOut();
  quotes.isSlow = true;
  const second = visit.quote({ type: 'renew-quote' });

  quote.respond();
  await first;
  assert.equal(at(flow.step, 'checkout').busy, 'pricing');
  (await quotes.nth(1)).respond();
  await second;

  assert.deepEqual(orderedDates(me), flow.cart.lines.map(dateIdOf));
  assert.ok(!orderedDates(me).includes(date.id));
});

for (const [what, goOn, lines] of [
  ['the cart is opened again', ({ visit }: Visit) => visit.showCart(), 1],
  [
    'another line is added',
    async (me: Visit) => {
      await chooseNext(me);
      await me.visit.addLine();
    },
    2,
  ],
] as const) {
  test(`a line stays removed if ${what} before the rest is priced`, async () => {
    const quotes = slowQuotes({ isSlow: false });
    const me = await chooseTwo(quotes);
    const { flow, visit, date } = me;
    quotes.isSlow = true;
    const removed = visit.removeLine(date.id);
    const rest = await quotes.nth(0);
    quotes.isSlow = false;

    await goOn(me);
    rest.respond();
    await removed;

    const dates = flow.cart.lines.map(dateIdOf);
    assert.equal(dates.length, lines);
    assert.ok(!dates.includes(date.id));
  });
}

test('a customer who leaves the cart while it is priced is not led to its checkout', async () => {
  const quotes = slowQuotes({ isSlow: false });
  const me = await chooseTwo(quotes);
  const { flow, visit, world, date } = me;
  await visit.removeLine(date.id);
  world.advance(31 * 60_000);
  quotes.isSlow = true;
  const left = visit.checkOut();
  const ofCart = await quotes.nth(0);
  await chooseNext(me);
  const priced = visit.quote();

  ofCart.respond();
  await left;
  assert.equal(at(flow.step, 'event').quoting, true);
  (await quotes.nth(1)).respond();
  await priced;

  assert.equal(orderedDates(me).length, 1);
});

test('a price that was ordered under another key is shown again, and ordered at a new quote', async () => {
  const { flow, visit, world } = await checkOut();
  const { order } = attemptAt(flow.step, 'checkout');
  await world.place(requestFor(order), newKey());

  await visit.order();
  const refused = attemptAt(flow.step, 'checkout');
  assert.deepEqual([refused.state, codeOf(refused.failure)], ['refused', 'quote-expired']);
  assert.equal((await world.books()).length, 1);
  await visit.quote({ type: 'renew-quote' });
  assert.notEqual(attemptAt(flow.step, 'checkout').order.quote, order.quote);
  await visit.order();

  assert.equal(attemptAt(flow.step, 'result').state, 'placed');
  assert.equal((await world.books()).length, 2);
});

test('a cart that is checked out again after a refusal has its quote renewed where it is needed', async () => {
  const { flow, visit, world } = await checkOut();
  flow.send({ type: 'change-choice' });
  await visit.addLine();
  await visit.checkOut();
  const { order } = attemptAt(flow.step, 'checkout');
  // Refused before anything is sent, and the browser leads back and forth: the key is another one.
  const lines = [{ date_id: 'other', participants: [{ price_id: 1 }] }];
  await world.place(requestFor(order, { lines }), newKey());
  flow.send({ type: 'show-cart' });
  await visit.checkOut();
  assert.equal(attemptAt(flow.step, 'checkout').order.quote, order.quote);

  await visit.order();
  assert.equal(codeOf(attemptAt(flow.step, 'checkout').failure), 'quote-expired');
  await visit.quote({ type: 'renew-quote' });
  await visit.order();

  assert.equal(attemptAt(flow.step, 'result').state, 'placed');
});
