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

      await longest.click();
      await me.day(/, ab /).first().waitFor();
      assert.deepEqual(await overflow(), [], 'the event');

      await me.day(/, ab /).first().click();
      await me.widget
        .getByRole('button', { name: /^Mehr: Adult/ })
        .first()
        .click();
      await me.widget.getByRole('radio').first().check();
      assert.deepEqual(await overflow(), [], 'the event with a time and a participant');

      await me.button('Nächste Termine').click();
      assert.deepEqual(await overflow(), [], 'the next dates');

      await me.button(/^Weiter$/).click();
      await me.heading('Ihre Angaben').waitFor();
      assert.deepEqual(await overflow(), [], 'the checkout');
      await page.close();
    });
  }
}
