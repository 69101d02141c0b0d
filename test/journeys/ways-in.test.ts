import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { beginJourney, type Journey } from '../support/journey.ts';

let journey: Journey;
before(async () => {
  journey = await beginJourney();
});
after(() => journey.close());

/** The widget's own warnings, without the browser's messages about refused requests. */
const told = (complaints: string[]) =>
  complaints.filter((text) => text.startsWith('<booking-widget>'));

test('a tag whose event and day are wrong leads to the list, and the reseller is warned of both', async () => {
  const { me, complaints } = await journey.visitPage(
    `<booking-widget event="no-such-event" day="tomorrow"></booking-widget>${journey.script}`,
  );
  await me.widget.getByRole('alert').getByText('This event is not on sale any more.').waitFor();

  await me.event('Sourdough morning').click();
  await me.day(/from/).first().waitFor();

  assert.deepEqual(told(complaints), [
    '<booking-widget> day="tomorrow" is not a day like 2026-11-28.',
    '<booking-widget> event="no-such-event" is not on sale here; the list is shown instead.',
  ]);
});

test('a tag whose vendor and proxy are wrong shows a friendly message, and warns the reseller of each', async () => {
  const { me, complaints } = await journey.visitPage(
    `<booking-widget vendor="nobody"></booking-widget>
     <booking-widget proxy="localhost:3000"></booking-widget>${journey.script}`,
  );

  await me.widget.first().getByText('What this page offers is not on sale right now.').waitFor();
  await me.widget.last().getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor();

  const [nobody = '', ...others] = told(complaints).sort();
  assert.match(nobody, /nothing on sale here fits vendor="nobody"; there is vendor="/);
  assert.deepEqual(others, ['<booking-widget> proxy="localhost:3000" is not an http(s) address.']);
});

test('a warning about the script tag names the script tag, not the widget’s', async () => {
  const script = journey.script.replace(' src=', ' data-vendor="nobody" data-day="soon" src=');
  const { me, complaints } = await journey.visitPage(
    `<booking-widget category="7"></booking-widget>${script}`,
  );

  await me.widget.getByText('What this page offers is not on sale right now.').waitFor();

  const [day, filters = ''] = told(complaints);
  assert.equal(day, '<booking-widget> day="soon" of the script tag is not a day like 2026-11-28.');
  assert.match(filters, /nothing on sale here fits vendor="nobody" of the script tag category="7"/);
});

test('with deep links back leads to the list, forward to the event, and its address opens it anew', async () => {
  const { page, me } = await journey.visitPage(
    `<booking-widget deep-links></booking-widget>${journey.script}`,
  );
  const kayak = me.event(/^Kayak on the Spree$/);
  const day = me.day(/28 November 2026, from/);
  await kayak.click();
  await day.click();
  await page.waitForURL(/\?booking-event=.+&booking-day=2026-11-28/);

  await page.goBack();
  await kayak.waitFor();
  // Not the page before it, which has a list too.
  assert.equal(page.url(), `${journey.shop.demo}/host`);
  await page.goForward();
  await me.heading('Kayak on the Spree').waitFor();
  await page.waitForURL(/booking-event=.+&booking-day=2026-11-28/);
  await page.reload();
  await me.time(/^14:00/).waitFor();
  await me.button('All experiences').click();
  await kayak.waitFor();

  assert.doesNotMatch(page.url(), /booking-event/);
});

test('with deep links back leads past the checkout of a visit that is ordered', async () => {
  const { page, me } = await journey.visitPage(
    `<booking-widget deep-links></booking-widget>${journey.script}`,
  );
  await me.event(/^Kayak on the Spree$/).click();
  await me.day(/28 November 2026, from/).click();
  await me.time(/^14:00/).check();
  await me.add('Adult', 1);
  await me.button('Add to your visit').click();
  await me.button('Check out').click();
  await me.heading('Your details').waitFor();
  await me.order('Bea Back');
  await me.button('Book something else').click();
  await me.event(/^Kayak on the Spree$/).waitFor();

  // The checkout, then the visit.
  for (const _ of [1, 2]) {
    await page.goBack();
    await me.widget.getByText('There is nothing in your visit yet.').waitFor();
  }
  await page.goBack();
  await me.heading('Kayak on the Spree').waitFor();
});
