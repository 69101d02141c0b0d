import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { beginJourney, type Journey } from '../support/journey.ts';
import { overflowOf, spaceText } from '../support/overflow.ts';

let journey: Journey;
before(async () => {
  journey = await beginJourney({ scenario: 'unusual' });
});
after(() => journey.close());

// 320 px are 400 % of 1,280.
for (const width of [320, 390, 600, 1100]) {
  for (const isSpaced of [false, true]) {
    test(`nothing is too wide at ${width} px in German${isSpaced ? ', with text spaced out' : ''}, from the list to the order`, async () => {
      const { page, me } = await journey.visit({ width, language: 'de' });
      const overflow = async () => {
        if (isSpaced) await spaceText(page);
        return overflowOf(page);
      };
      const longest = me.event(/^The longest walk/);

      await longest.waitFor();
      assert.deepEqual(await overflow(), [], 'the list');
      await me.widget.getByText('Beliebiger Tag').click();
      assert.deepEqual(await overflow(), [], 'the list with its calendar');
      await page.keyboard.press('Escape');

      const choose = async () => {
        await me
          .day(/, (ab |gratis)/)
          .first()
          .click();
        await me.widget
          .getByRole('button', { name: /^Mehr: / })
          .first()
          .click();
        await me.widget.getByRole('radio').first().check();
      };
      await longest.click();
      await me
        .day(/, (ab |gratis)/)
        .first()
        .waitFor();
      assert.deepEqual(await overflow(), [], 'the event');

      await choose();
      assert.deepEqual(await overflow(), [], 'the event with a time and a participant');

      await me.button('Nächste Termine').click();
      assert.deepEqual(await overflow(), [], 'the next dates');

      await me.button('Zum Besuch hinzufügen').click();
      await me.heading('Ihr Besuch').waitFor();
      assert.deepEqual(await overflow(), [], 'the visit');

      // At the same time as the first event, and in another currency.
      for (const other of [/^A walk that costs nothing/, /Dhow/]) {
        await me.button(/Weiter stöbern/).click();
        await me.event(other).click();
        await choose();
        await me.button('Zum Besuch hinzufügen').click();
        await me.heading('Ihr Besuch').waitFor();
      }
      await me.widget.getByText(/dauert noch, wenn/).waitFor();
      assert.deepEqual(await overflow(), [], 'the visit with two orders');

      await me.button('Zur Kasse').click();
      await me.heading('Ihre Angaben').waitFor();
      assert.deepEqual(await overflow(), [], 'the checkout');
      await page.close();
    });
  }
}
