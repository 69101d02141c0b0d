import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { beginJourney, type Journey } from '../support/journey.ts';

let journey: Journey;
before(async () => {
  journey = await beginJourney();
});
after(() => journey.close());

test('when the last places go while typing, the customer keeps what was typed and books another time', async () => {
  const { me } = await journey.visit();
  await me.event(/^Kayak on the Spree$/).click();
  await me.day(/24 November 2026, from/).click();
  await me.time(/^14:00/).check();
  await me.add('Adult', 2);
  await me.button('Continue').click();
  await me.field('Full name').fill('Ada Lindqvist');
  await me.field('E-mail').fill('ada@example.com');
  await me.field('Phone').fill('+46 70 123 45 67');
  await me.widget
    .getByRole('group', { name: 'Adult 2' })
    .getByRole('textbox', { name: 'Name' })
    .fill('Bo Lindqvist');
  await me.field(/I accept the terms/).check();

  const [lost] = await journey.datesAt('Kayak on the Spree', '2026-11-24T13:00:00Z');
  await journey.take(lost!.id, lost!.available_slots);
  await me.button('Order with obligation to pay').click();

  const note = me.widget.getByRole('alert');
  await note.getByText('14:00 has sold out.').waitFor();
  await note.getByRole('button', { name: 'Take 11:00' }).click();
  await me.widget.getByText(/Tuesday, 24 November 2026, 11:00 to 13:00/).waitFor();
  assert.equal(await me.field('Full name').inputValue(), 'Ada Lindqvist');
  assert.equal(await me.field('E-mail').inputValue(), 'ada@example.com');
  assert.equal(await me.field('Phone').inputValue(), '+46 70 123 45 67');
  assert.equal(
    await me.widget
      .getByRole('group', { name: 'Adult 2' })
      .getByRole('textbox', { name: 'Name' })
      .inputValue(),
    'Bo Lindqvist',
  );
  assert.equal(await me.field(/I accept the terms/).isChecked(), true);
  await me.button('Order with obligation to pay').click();

  await me.widget.getByText('You have tickets').waitFor();
  const books = await journey.books();
  assert.equal(books.length, 1);
  const [free] = await journey.datesAt('Kayak on the Spree', '2026-11-24T10:00:00Z');
  assert.equal(books[0]!.tickets[0]!.date_id, free!.id);
  assert.equal(books[0]!.tickets[0]!.participants[1]!.name, 'Bo Lindqvist');
});

test('when no other time fits, the way leads back to the calendar, which shows the day as it is now', async () => {
  const { me } = await journey.visit();
  await me.event(/^Kayak on the Spree$/).click();
  await me.day(/25 November 2026, from/).click();
  await me.time(/^14:00/).check();
  await me.add('Adult', 2);
  await me.button('Continue').click();
  await me.field('Full name').fill('Ada Lindqvist');
  await me.field('E-mail').fill('ada@example.com');
  await me.field(/I accept the terms/).check();

  for (const instant of ['2026-11-25T10:00:00Z', '2026-11-25T13:00:00Z']) {
    const [date] = await journey.datesAt('Kayak on the Spree', instant);
    await journey.take(date!.id, date!.available_slots);
  }
  await me.button('Order with obligation to pay').click();
  await me.widget.getByRole('alert').getByRole('button', { name: 'Choose another time' }).click();

  await me.day('Wednesday, 25 November 2026, full').waitFor();
  await me.day(/26 November 2026, from/).click();
  await me.time(/^11:00/).check();
  await me.button('Continue').click();
  assert.equal(await me.field('Full name').inputValue(), 'Ada Lindqvist');
});
