import assert from 'node:assert/strict';
import { afterAll, afterEach, beforeAll, test } from 'vitest';
import { testCards } from '#contract/test-cards';
import { beginJourney, type Journey, type Visit } from '../support/journey.ts';

/*
 * The money of requests, which a vendor accepts later: in one shop it is held until then, and in the
 * other the card is saved.
 */

let holding: Journey;
let saving: Journey;
beforeAll(async () => {
  holding = await beginJourney({ payment: 'required' });
  saving = await beginJourney({ payment: 'required', requests: 'save' });
});
afterEach(() => Promise.all([holding.leave(), saving.leave()]));
afterAll(async () => {
  await holding.close();
  await saving.close();
});

const CARD = 'Card number';
const PRICE = '€85.00';
const DAY = 24 * 3_600;

/** Requests the boat, and stays on the page. */
async function requestBoat(journey: Journey, card: string, on: RegExp): Promise<Visit> {
  const visit = await journey.visit();
  const { me } = visit;
  await me.event('Your own sailing boat on the Tagus');
  await me.day(on);
  await me.time(/^12:00/);
  await me.add('Adult');
  await me.press('Continue');
  await me.appears('heading', 'Your details');
  await me.says(
    journey === saving
      ? `${PRICE}, charged once Maré Alta Experiências, Lda. accepts. Nothing is charged or held until then`
      : `${PRICE}, charged once Maré Alta Experiências, Lda. accepts. Until then it is only held.`,
  );
  await me.fillIn('Ngozi Adichie-Brown');
  await me.fill(CARD, card);
  await me.press('Request with obligation to pay');
  await me.appears('button', 'Book something else');
  return visit;
}

/** The vendor answers, and the page shows it. The payment follows at once. */
async function answer(journey: Journey, { me }: Visit, what: 'accept' | 'decline'): Promise<void> {
  const { id } = (await journey.books()).at(-1) as unknown as { id: string };
  await journey.control(`/orders/${id}/${what}`, {});
  await me.says(what === 'accept' ? 'Booked. See you' : 'has declined your request');
}

/** Pays what is due with a card that succeeds, on the ticket. */
async function payAgain({ me }: Visit): Promise<void> {
  await me.says(`${PRICE} is still to be paid`);
  await me.fill(CARD, testCards.succeeds);
  await me.press(`Pay ${PRICE}`);
  await me.says(`${PRICE} is being charged now.`);
  await me.says('Payment reference');
}

test('a request that is accepted after eight days asks for the payment again, also by its link', async () => {
  const visit = await requestBoat(holding, testCards.succeeds, /, 12 December 2026, from/);
  await holding.control('/clock', { advance: 8 * DAY });
  await answer(holding, visit, 'accept');
  await visit.me.says(`${PRICE} is still to be paid`);
  assert.doesNotMatch((await visit.page.textContent('body')) ?? '', /Paid €85/);

  const stored = await visit.page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  const [, viewKey = ''] = /\\?"view_key\\?":\\?"([^"\\]+)/.exec(stored) ?? [];
  assert.ok(viewKey);
  const link = await holding.visit({ path: `#booking-view=${viewKey}` });
  await payAgain(link);
  await visit.me.says('Payment reference');
});

test('where the charge of a saved card is refused, the order is paid by another card', async () => {
  const visit = await requestBoat(saving, testCards.isDeclinedLater, /, 5 December 2026, from/);
  await answer(saving, visit, 'accept');
  await payAgain(visit);
});
