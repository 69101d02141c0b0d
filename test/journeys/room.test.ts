import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, test } from 'vitest';
import { beginJourney, type Journey, type Visit } from '../support/journey.ts';
import { naughtyStrings } from '../support/naughty-strings.ts';
import { overflowAtAnyWidth, overflowOf } from '../support/overflow.ts';

/*
 * Everything has room at every width: long words, every outcome of an order, and whatever somebody
 * types. A page has its rules for widths, so each step is looked at once and its window resized.
 */

let journey: Journey;
beforeAll(async () => {
  journey = await beginJourney();
});
beforeEach(() => journey.control('/reset', { scenario: 'calm' }));
afterEach(() => journey.leave());
afterAll(() => journey.close());

type Customer = Visit['me'];

async function assertRoom(page: Page, where: string): Promise<void> {
  assert.deepEqual(await overflowAtAnyWidth(page), [], where);
}

test('the longest words have room in German, from the list to the order', async () => {
  journey.expectComplaints(/has no terms/);
  await journey.control('/reset', { scenario: 'unusual' });
  const { page, me } = await journey.visit({ width: 320, language: 'de' });
  const longest = me.button(/^The longest walk/);
  const firstDay = me.days(/, (ab |gratis)/).first();
  const choose = async () => {
    await firstDay.click();
    await me
      .button(/^Mehr: /)
      .first()
      .click();
    await me.widget.getByRole('radio').first().check();
  };

  await longest.waitFor();
  await assertRoom(page, 'the list');
  await me.widget.getByText('Beliebiger Tag').click();
  await assertRoom(page, 'the list with its calendar');
  await page.keyboard.press('Escape');

  await longest.click();
  await firstDay.waitFor();
  await assertRoom(page, 'the event');
  await choose();
  await assertRoom(page, 'the event with a time and a participant');
  await me.press('Alle Termine');
  await me.press('Nächste Termine');
  await assertRoom(page, 'the next dates');

  await me.press('Zur Auswahl hinzufügen');
  await me.appears('heading', 'Ihre Auswahl');
  await assertRoom(page, 'the visit');
  // At the same time as the first event, and in another currency.
  for (const other of [/^A walk that costs nothing/, /Dhow/]) {
    await me.press(/Weiter stöbern/);
    await me.event(other);
    await choose();
    await me.press('Zur Auswahl hinzufügen');
    await me.appears('heading', 'Ihre Auswahl');
  }
  await me.widget.getByText(/dauert noch, wenn/).waitFor();
  await assertRoom(page, 'the visit with two orders');

  await me.press('Zur Kasse');
  await me.appears('heading', 'Ihre Angaben');
  await assertRoom(page, 'the checkout');
});

async function gather(me: Customer, event: RegExp, day: RegExp, time: RegExp): Promise<void> {
  await me.event(event);
  await me.day(day);
  await me.time(time);
  await me.add('Adult', 1);
  await me.press('Add to your selection');
  await me.appears('heading', 'Your selection');
}

/** The vendor adds a voucher to the newest order. */
async function giveVoucher(): Promise<void> {
  const [order] = (await journey.books()).toReversed() as unknown as { id: string }[];
  await journey.control(`/orders/${order?.id}/voucher`, { value: 1_234.5 });
}

test('a cart, a removed line and what came of its orders have room', async () => {
  journey.expectComplaints(/status of 409.*\/checkout\/orders/, /<booking-widget> sold-out/);
  const { page, me } = await journey.visit({ width: 320 });
  await gather(me, /^Kayak on the Spree$/, /28 November 2026, from/, /^11:00/);
  await me.press(/Keep looking/);
  await gather(me, /^Tea ceremony in a town house$/, /, 29 November 2026, from/, /^10:00/);
  await me.says('€45.00 + ¥5,500');
  await assertRoom(page, 'the visit');

  await me.press('Remove: Kayak on the Spree');
  await me.appears('button', 'Undo');
  await assertRoom(page, 'a visit with a line taken out');
  await me.press('Undo');
  await me.says('€45.00 + ¥5,500');

  await me.press('Check out');
  await me.fillIn('Nora Narrow', 'nora.narrow@example.com');
  await journey.takeAll('Tea ceremony in a town house', '2026-11-29T01:00:00Z');
  await me.press('Order with obligation to pay');
  await me.says('What has a code stays booked.');
  await assertRoom(page, 'tickets beside what has sold out');
});

test('a withdrawal, a voucher and a copied link have room', async () => {
  const { page, me } = await journey.visit({
    width: 320,
    prepare: (fresh) => fresh.context().grantPermissions(['clipboard-read', 'clipboard-write']),
  });
  await me.event('Kayak on the Spree');
  await me.day(/28 November 2026, from/);
  await me.time(/^14:00/);
  await me.add('Adult', 1);
  await me.add('Print “The Spree at dusk”, numbered', 1);
  await me.press('Continue');
  for (const [label, value] of [
    ['Street', 'Donaudampfschifffahrtsgesellschaftsstraße'],
    ['Postcode', '10115'],
    ['Town', 'Berlin'],
  ] as const) {
    await me.fill(label, value);
  }
  await me.field('Country').selectOption('DE');
  await me.order('Nora Narrow');
  await giveVoucher();
  await me.widget.getByText(/Gift voucher worth/).waitFor();
  await assertRoom(page, 'a ticket with a voucher');

  await me.widget.getByText('Withdraw from the contract').click();
  await assertRoom(page, 'what to withdraw from');
  await me.press('Go on');
  await me.press('Copy text');
  await me.widget.getByText(/Withdrawal prepared on/).waitFor();
  await assertRoom(page, 'a withdrawal');

  await me.press('Copy link');
  await me.widget.getByText(/The link is copied/).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const viewer = await journey.visit({ width: 320 });
  await viewer.page.goto('about:blank');
  await viewer.page.goto(link);
  await viewer.me.says('Booked. See you');
  await assertRoom(viewer.page, 'a copied link');
});

test('an order that is being checked has room', async () => {
  const { page, me } = await journey.visit({ width: 320 });
  await gather(me, /^Kayak on the Spree$/, /28 November 2026, from/, /^11:00/);
  await me.press('Check out');
  await me.fillIn('Vera Verified', 'vera@example.com');
  await journey.control('/faults', {
    faults: [{ kind: 'cut-before', operations: ['createOrder'], count: 1 }],
  });
  await me.press('Order with obligation to pay');
  await me.appears('heading', 'We are checking your order');

  await assertRoom(page, 'an order that is being checked');
});

/** Detects whether a string runs: strings of the list call `alert` or load images. */
async function watch(page: Page): Promise<string[]> {
  const run: string[] = [];
  page.on('dialog', (dialog) => {
    run.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('domcontentloaded', () => run.push(`a navigation to ${page.url()}`));
  page.on('request', (request) => {
    const { origin } = new URL(request.url());
    if (![journey.shop.demo, journey.shop.proxy].includes(origin)) run.push(request.url());
  });
  return run;
}

/** Prefills each text through the page, and returns the values of the field. */
function prefillEach(page: Page, texts: readonly string[]): Promise<(string | undefined)[]> {
  return page.evaluate(async (all) => {
    const widget = document.querySelector('booking-widget');
    const form = widget?.shadowRoot?.querySelector('booking-checkout');
    const values: (string | undefined)[] = [];
    for (const text of all) {
      widget?.setAttribute('prefill-name', text);
      await widget?.updateComplete;
      await form?.updateComplete;
      values.push(form?.shadowRoot?.querySelector<HTMLInputElement>('#name')?.value);
    }
    return values;
  }, texts);
}

/** Every field of a checkout with two participants, an address and a company. */
const FIELDS = 19;

/** Sets the texts in the fields, in turn, as autofill does, and returns the fields' values. */
function fillEvery(page: Page, texts: readonly string[]): Promise<string[]> {
  return page.evaluate(async (all) => {
    const form = document
      .querySelector('booking-widget')
      ?.shadowRoot?.querySelector('booking-checkout');
    const inputs = form?.shadowRoot?.querySelectorAll<HTMLInputElement>('input, textarea') ?? [];
    const fields = [...inputs].filter(({ type }) => type !== 'checkbox');
    for (const [index, field] of fields.entries()) {
      field.value = all[index % all.length] ?? '';
      field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
      field.dispatchEvent(new Event('change', { bubbles: true }));
    }
    await form?.updateComplete;
    return fields.map((field) => field.value);
  }, texts);
}

test('naughty strings stand in every field as they were typed, run nowhere, and fit at 320 px', async () => {
  const { page, me } = await journey.visit({ width: 320 });
  await me.event('Kayak on the Spree');
  await me.day(/28 November 2026, from/);
  await me.time(/^14:00/);
  await me.add('Adult', 2);
  await me.add('Print “The Spree at dusk”, numbered', 1);
  await me.press('Continue');
  await me.appears('heading', 'Your details');
  await me.press('Add a company or a billing address');
  const run = await watch(page);

  const prefilled = naughtyStrings.filter((text) => text.trim());
  assert.deepEqual(await prefillEach(page, prefilled), prefilled);
  for (const text of naughtyStrings) {
    const values = await fillEvery(page, [text]);
    assert.equal(values.length, FIELDS);
    // An e-mail field trims its value by itself.
    const harmed = values.filter((value) => value !== text && value !== text.trim());
    assert.deepEqual(harmed, [], text);
  }
  // Looking for what is too wide takes longest, so each field has another string meanwhile.
  for (let first = 0; first < naughtyStrings.length; first += FIELDS) {
    const texts = naughtyStrings.slice(first, first + FIELDS);
    await fillEvery(page, texts);
    assert.deepEqual(await overflowOf(page), [], texts.join('\n'));
  }

  // Goes on to the ticket, which shows the participants' names.
  const names = ['<script>alert(123)</script>', '"><img src=x onerror=alert(1)>'];
  for (const [index, name] of names.entries()) {
    const person = me.widget.getByRole('group', { name: `Adult ${index + 1}` });
    await person.getByRole('textbox', { name: 'Name' }).fill(name);
  }
  await me.widget.getByRole('combobox').last().selectOption('DE');
  for (const email of await me.field('E-mail').all()) await email.fill('ida@example.com');
  for (const short of [/^Number/, /^Postcode/, /^Phone/, /^VAT/]) {
    for (const field of await me.field(short).all()) await field.fill('1');
  }
  await me.order('\u202eIda <b>');
  for (const name of names) await me.widget.getByText(name).waitFor();
  assert.deepEqual(await overflowOf(page), [], 'the ticket');

  assert.deepEqual(run, []);
});
