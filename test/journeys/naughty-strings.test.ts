import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Page } from 'playwright-core';
import { beginJourney, type Journey } from '../support/journey.ts';
import { naughtyStrings } from '../support/naughty-strings.ts';
import { overflowOf } from '../support/overflow.ts';

let journey: Journey;
before(async () => {
  journey = await beginJourney();
});
after(() => journey.close());

/** Detects whether a string runs: strings of the list call `alert` or load images. */
async function watch(page: Page): Promise<string[]> {
  const run: string[] = [];
  page.on('dialog', (dialog) => {
    run.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('framenavigated', (frame) => run.push(`a navigation to ${frame.url()}`));
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

/** Sets a text in every field at once, as autofill does, and returns the fields' values. */
function fillEvery(page: Page, text: string): Promise<string[]> {
  return page.evaluate(async (value) => {
    const form = document
      .querySelector('booking-widget')
      ?.shadowRoot?.querySelector('booking-checkout');
    const inputs = form?.shadowRoot?.querySelectorAll<HTMLInputElement>('input, textarea') ?? [];
    const fields = [...inputs].filter(({ type }) => type !== 'checkbox');
    for (const field of fields) {
      field.value = value;
      field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
      field.dispatchEvent(new Event('change', { bubbles: true }));
    }
    await form?.updateComplete;
    return fields.map((field) => field.value);
  }, text);
}

test('naughty strings stand in every field as they were typed, run nowhere, and fit at 320 px', async () => {
  const { page, me, complaints } = await journey.visit({ width: 320 });
  await me.event(/^Kayak on the Spree$/).click();
  await me.day(/28 November 2026, from/).click();
  await me.time(/^14:00/).check();
  await me.add('Adult', 2);
  await me.add('Print “The Spree at dusk”, numbered', 1);
  await me.button('Continue').click();
  await me.heading('Your details').waitFor();
  await me.button('Add a company or a billing address').click();
  const run = await watch(page);

  const prefilled = naughtyStrings.filter((text) => text.trim());
  assert.deepEqual(await prefillEach(page, prefilled), prefilled);
  for (const text of naughtyStrings) {
    const values = await fillEvery(page, text);
    assert.equal(values.length, 19, 'every field is there');
    // An e-mail field trims its value by itself.
    const harmed = values.filter((value) => value !== text && value !== text.trim());
    assert.deepEqual(harmed, [], text);
    assert.deepEqual(await overflowOf(page), [], text);
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
  assert.deepEqual(complaints, []);
  await page.context().close();
});
