import assert from 'node:assert/strict';
import test, { after, afterEach, before } from 'node:test';
import type { Page, Route } from 'playwright-core';
import type { FaultsInput } from '../../demo/sandbox/faults/fault.ts';
import type { MergedEvent } from '#contract/event.schema';
import { paths, pathTo } from '#contract/paths';
import type { customer } from '../support/customer.ts';
import { beginJourney, SATURDAY, type Journey } from '../support/journey.ts';

let journey: Journey;
before(async () => {
  // The clock runs, so that the breaker's pauses end.
  journey = await beginJourney({ clock: () => SATURDAY + performance.now() });
});
afterEach(() => journey.control('/faults', { faults: [] }));
after(() => journey.close());

type Customer = ReturnType<typeof customer>;
type Fault = FaultsInput['faults'][number];

const ORDER = 'Order with obligation to pay';
const orders = '**/checkout/orders';

/** Mondays to Fridays, in turn, so that no time sells out. */
const days = [23, 24, 25, 26, 27].map((day) => new RegExp(`, ${day} November 2026, from`));
let visits = 0;

/** One adult at the kayak's checkout, with everything filled in. */
async function goToCheckout(me: Customer, name: string): Promise<void> {
  const day = days[visits % days.length]!;
  visits += 1;
  await me.chooseKayak(day);
  await me.fillIn(name);
}

/** The orders of a customer on the platform: total and code. */
async function bookedBy(customerName: string): Promise<string[]> {
  const books = await journey.books();
  return books
    .filter(({ name }) => name === customerName)
    .map(({ total_invoice: total, code }) => `${total} ${code}`);
}

/** The screen shows the code of the one order that the platform has. */
async function assertTickets(me: Customer, name: string, total: string): Promise<void> {
  await me.widget.getByText('You have tickets').first().waitFor();
  const [booked, ...more] = await bookedBy(name);
  assert.deepEqual(more, []);
  const [bookedTotal, code = ''] = booked?.split(' ') ?? [];
  assert.equal(bookedTotal, total);
  await me.widget.getByText(code).first().waitFor();
}

/** The screen says that it is not known, and the platform has nothing so far. */
async function assertChecking(me: Customer, name: string): Promise<void> {
  await me.heading('We are checking your order').waitFor();
  await me.widget.getByText('Do not order it a second time.').waitFor();
  assert.equal(await me.button(ORDER).count(), 0);
  assert.deepEqual(await bookedBy(name), []);
}

/** The screen says that nothing was ordered, the platform has nothing, and another try books it. */
async function assertRetry(me: Customer, name: string): Promise<void> {
  const note = me.widget.getByRole('alert');
  await note.getByRole('button', { name: 'Try again' }).waitFor();
  assert.deepEqual(await bookedBy(name), []);
  assert.equal(await me.field('Full name').inputValue(), name);
  await note.getByRole('button', { name: 'Try again' }).click();
  await assertTickets(me, name, '39.00');
}

type Outcome = 'tickets' | 'checking' | 'retry';

async function assertOutcome(outcome: Outcome, me: Customer, name: string): Promise<void> {
  if (outcome === 'checking') await assertChecking(me, name);
  else if (outcome === 'retry') await assertRetry(me, name);
  else await assertTickets(me, name, '39.00');
}

/**
 * Failures between proxy and platform while an order is placed, once each. A successful order comes
 * between two of them, so that the breaker does not open.
 */
const onThePlatform: [title: string, fault: Fault, outcome: Outcome][] = [
  ['before the order was read', { kind: 'cut-before' }, 'checking'],
  ['after the order was taken', { kind: 'cut-after' }, 'tickets'],
  ['with a token that has ended', { kind: 'token-ended' }, 'tickets'],
  ['with an error before it', { kind: 'error-before' }, 'checking'],
  ['with an error after it', { kind: 'error-after' }, 'tickets'],
  ['with a refusal for now', { kind: 'too-many' }, 'retry'],
  ['in the middle of the response', { kind: 'half-body' }, 'tickets'],
  ['with a page of maintenance', { kind: 'html', status: 502 }, 'checking'],
];
for (const [index, [title, fault, outcome]] of onThePlatform.entries()) {
  test(`an order that the platform breaks off ${title} ends as the screen says`, async () => {
    const name = `Platform ${index}`;
    const { me } = await journey.visit();
    await goToCheckout(me, name);
    await journey.control('/faults', {
      faults: [{ ...fault, operations: ['createOrder'], count: 1 }],
    });

    await me.button(ORDER).click();

    await assertOutcome(outcome, me, name);
  });
}

/** Failures between browser and proxy, once each. */
const onTheWay: [title: string, breakOff: (route: Route) => Promise<unknown>, outcome: Outcome][] =
  [
    ['never arrives', (route) => route.abort(), 'retry'],
    [
      'arrives while its response is lost',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      'tickets',
    ],
    [
      'arrives while its response is another’s page',
      async (route) => {
        await route.fetch();
        await route.fulfill({ status: 200, contentType: 'text/html', body: '<p>Sign in' });
      },
      'tickets',
    ],
    [
      'is stopped by a gateway',
      (route) => route.fulfill({ status: 502, contentType: 'text/html', body: 'Bad gateway' }),
      'retry',
    ],
  ];
for (const [index, [title, breakOff, outcome]] of onTheWay.entries()) {
  test(`an order that ${title} ends as the screen says`, async () => {
    const name = `Browser ${index}`;
    const { page, me } = await journey.visit();
    await goToCheckout(me, name);
    await page.route(orders, breakOff, { times: 1 });

    await me.button(ORDER).click();

    await assertOutcome(outcome, me, name);
  });
}

test('while the platform is down nothing is ordered and the input stays, and it is ordered when it is back', async () => {
  const { me } = await journey.visit();
  await goToCheckout(me, 'Abel Away');
  await journey.control('/faults', {
    faults: [{ kind: 'error-before', operations: ['listDates'] }],
  });

  await me.button(ORDER).click();
  await me.widget.getByRole('alert').getByText('Booking is not available right now.').waitFor();
  await journey.control('/faults', { faults: [] });

  await assertRetry(me, 'Abel Away');
});

/** Everything that a page stores, as text. */
const stored = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));

test('after a reload an order that is being checked is still being checked, and nothing typed is stored', async () => {
  const { page, me } = await journey.visit();
  await goToCheckout(me, 'Chuck Checked');
  await journey.control('/faults', {
    faults: [{ kind: 'cut-before', operations: ['createOrder'], count: 1 }],
  });
  await me.button(ORDER).click();
  await assertChecking(me, 'Chuck Checked');

  await page.reload();

  await assertChecking(me, 'Chuck Checked');
  assert.doesNotMatch(await stored(page), /Chuck|customer@example/);
});

// These two are the last tests, because the proxy takes a while to learn that a price has changed
// back, or that an event is on sale again.

test('a price that changed is shown beside what it was, and ordered at the next press', async () => {
  const { me } = await journey.visit();
  await goToCheckout(me, 'Paula Price');
  await setAdultPrice(41.5);

  await me.button(ORDER).click();
  await me.widget
    .getByRole('alert')
    .getByText('The price has changed from €39.00 to €41.50. This is not ordered yet.')
    .waitFor();
  assert.deepEqual(await bookedBy('Paula Price'), []);
  await me.button(ORDER).click();

  await assertTickets(me, 'Paula Price', '41.50');
});

test('an event that was taken off sale is not ordered, and a link leads back to the list', async () => {
  const { me } = await journey.visit();
  await goToCheckout(me, 'Gail Gone');
  const { id } = await kayak();
  await journey.control(`/events/${id}`, { active: 0 });

  await me.button(ORDER).click();
  await me.widget.getByRole('alert').getByText('This event is not on sale any more.').waitFor();

  assert.deepEqual(await bookedBy('Gail Gone'), []);
  await me.button('Back to the choice').click();
  await me.event('Sourdough morning').waitFor();
});

async function kayak(): Promise<MergedEvent> {
  const { id } = await journey.eventCalled('Kayak on the Spree');
  return journey.get(pathTo(paths.mergedEvent, id));
}

/** The vendor sets the weekday price of an adult. */
async function setAdultPrice(value: number): Promise<void> {
  const { price_groups } = await kayak();
  const group = price_groups.find(({ prices }) => prices[0]?.value === 3900)!;
  await journey.control(`/events/${group.event_id}/prices/${group.prices[0]!.id}`, { value });
}
