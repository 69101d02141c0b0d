import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { beginJourney, type Journey, type Visit } from '../support/journey.ts';

let journey: Journey;
before(async () => {
  journey = await beginJourney();
});
after(() => journey.close());

const PRINT = 'Print “The Spree at dusk”, numbered';

/** The labels in both languages. */
const words = {
  en: {
    more: 'One more',
    goOn: 'Continue',
    details: 'Your details',
    name: 'Full name',
    email: 'E-mail',
    street: 'Street',
    zip: 'Postcode',
    city: 'Town',
    country: 'Country',
    order: 'Order with obligation to pay',
    tickets: 'You have tickets',
    withdraw: 'Withdraw from the contract',
    next: 'Go on',
    copy: 'Copy text',
    receipt: /Withdrawal prepared on Saturday,? 21 November 2026/,
    day: /, 28 November/,
  },
  de: {
    more: 'Mehr',
    goOn: 'Weiter',
    details: 'Ihre Angaben',
    name: 'Vor- und Nachname',
    email: 'E-Mail',
    street: 'Straße',
    zip: 'Postleitzahl',
    city: 'Ort',
    country: 'Land',
    order: 'Zahlungspflichtig bestellen',
    tickets: 'Sie haben Tickets',
    withdraw: 'Vertrag widerrufen',
    next: 'Weiter',
    copy: 'Text kopieren',
    receipt: /Samstag, 21\. November 2026/,
    day: /, 28\. November/,
  },
};

/** Orders a kayak for one, and a print that is sent by post. */
async function order({ me }: Visit, language: keyof typeof words): Promise<void> {
  const say = words[language];
  await me.event(/^Kayak on the Spree$/).click();
  await me.day(say.day).click();
  await me.time(/^14:00/).check();
  await me.button(`${say.more}: Adult`).click();
  await me.button(`${say.more}: ${PRINT}`).click();
  await me.button(say.goOn).click();
  await me.heading(say.details).waitFor();
  await me.field(say.name).fill('Ida Meyer');
  await me.field(say.email).fill('ida@example.com');
  await me.field(say.street).fill('Gasse');
  await me.field(say.zip).fill('10115');
  await me.field(say.city).fill('Berlin');
  await me.field(say.country).selectOption('DE');
  await me.widget.getByRole('checkbox').check();
  await me.button(say.order).click();
  await me.widget.getByText(say.tickets).waitFor();
}

for (const language of ['en', 'de'] as const) {
  test(`a withdrawal is copied as it is read, is not printed, and is there again after a reload (${language})`, async () => {
    const say = words[language];
    const visited = await journey.visit({
      language,
      prepare: (page) => page.context().grantPermissions(['clipboard-read', 'clipboard-write']),
    });
    const { page, me, complaints } = visited;
    await order(visited, language);
    const code = (await journey.books()).at(-1)!.code;

    const way = me.widget.getByText(say.withdraw, { exact: true });
    await way.click();
    await me.button(say.next).click();
    await me.button(say.copy).click();
    await me.widget.getByText(say.receipt).last().waitFor();

    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(copied.trim(), (await me.widget.locator('p.text').innerText()).trim());
    for (const part of [`1 × ${PRINT}`, code, 'Ida Meyer']) assert.ok(copied.includes(part), part);

    await page.emulateMedia({ media: 'print' });
    assert.equal(await way.isVisible(), false);
    assert.equal(await me.heading('Kayak on the Spree').isVisible(), true);
    assert.equal(await page.getByLabel('Language').isVisible(), false);
    await page.emulateMedia({ media: 'screen' });

    // Names are not stored, so the form asks again.
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...sessionStorage }, { ...localStorage }]),
    );
    assert.doesNotMatch(stored, /\bIda\b|Meyer|ida@|Gasse/);
    await page.reload();
    await page.getByLabel('Language').selectOption(language);
    await me.widget.getByText(say.tickets).waitFor();
    await way.click();
    assert.equal(await me.field(say.name).inputValue(), '');
    assert.deepEqual(complaints, []);
    await page.context().close();
  });
}
