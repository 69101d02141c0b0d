import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import test, { after, before } from 'node:test';
import type Axe from 'axe-core';
import type { Page } from 'playwright-core';
import { readMessages } from '../../.config/vite/message-files.ts';
import { en, type Messages } from '../../src/messages/en.ts';
import { Words } from '../../src/messages/words.ts';
import { beginJourney, type Journey } from '../support/journey.ts';
import { overflowOf } from '../support/overflow.ts';

let journey: Journey;
before(async () => {
  journey = await beginJourney();
});
after(() => journey.close());

const files = readdirSync('src/messages').filter((name) => name.endsWith('.json'));
const languages = ['en', ...files.map((name) => name.replace('.json', ''))];
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds against the widget; the page around it is not ours. */
async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: Pick<typeof Axe, 'run'> };
    const { violations } = await axe.run('booking-widget');
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  });
}

for (const [index, lang] of languages.entries()) {
  test(`in "${lang}" a customer at 320 px books, and nothing is too wide or in the way of anybody`, async () => {
    const messages = lang === 'en' ? (en as Messages) : (readMessages(lang) as Messages);
    const words = new Words(lang.slice(0, 2), messages);
    const { page, me, complaints } = await journey.visitPage(
      `<booking-widget lang="${lang}"></booking-widget>${journey.script}`,
    );
    await page.setViewportSize({ width: 320, height: 800 });
    const check = async (step: string) => {
      assert.deepEqual(await overflowOf(page), [], step);
      assert.deepEqual(await faultsOf(page), [], step);
    };

    await me.event('Kayak on the Spree').first().waitFor();
    await check('the list');

    await me.event('Kayak on the Spree').first().click();
    // Each has a day of its own, so that nobody takes another's places.
    const day = me.widget.getByRole('gridcell').getByRole('button', { disabled: false }).nth(index);
    await day.waitFor();
    await check('the event');

    await day.click();
    await me.widget.getByRole('radio', { disabled: false }).last().check();
    await me.button(words.say('oneMore', { title: 'Adult' })).click();
    await check('the event with a time and participants');

    await me.widget.getByRole('button', { name: words.say('continue'), exact: true }).click();
    await me.heading(words.say('yourDetails')).waitFor();
    await check('the checkout');

    await me.button(words.say('orderWithObligation')).click();
    await me.widget.getByText(words.say('nameMissing')).first().waitFor();
    await check('the checkout with what is missing');

    await me.field(words.say('name')).fill('Ngozi Adichie-Brown');
    await me.field(words.say('email')).fill('ngozi@example.com');
    for (const name of await me.widget
      .getByRole('group')
      .getByRole('textbox', { name: words.say('participantName'), exact: true })
      .all()) {
      await name.fill('Ada');
    }
    await me.widget.getByRole('checkbox').last().check();
    await me.button(words.say('orderWithObligation')).click();
    await me.widget.getByText(words.say('haveTickets')).first().waitFor();
    await check('the ticket');

    assert.equal((await journey.books()).at(-1)?.name, 'Ngozi Adichie-Brown');
    assert.deepEqual(complaints, []);
    await page.close();
  });
}

test('in Arabic the stub, the months and the amounts are on the other side', async () => {
  const centre = async (locator: ReturnType<Page['locator']>) => {
    const { x, width } = (await locator.boundingBox())!;
    return x + width / 2;
  };
  /** Of each pair, whether the first stands left of the second. */
  async function sides(lang: string): Promise<boolean[]> {
    const messages = lang === 'en' ? (en as Messages) : (readMessages(lang) as Messages);
    const words = new Words(lang, messages);
    const { page, me } = await journey.visitPage(
      `<booking-widget lang="${lang}"></booking-widget>${journey.script}`,
    );
    await me.event('Sourdough morning').waitFor();
    const card = me.widget.getByRole('listitem').filter({ hasText: 'Sourdough morning' });
    const stub = (await centre(card.getByText('€').first())) > (await centre(card));
    await me.event('Sourdough morning').click();
    const [previous, next] = await Promise.all([
      centre(me.button(words.say('previousMonth'))),
      centre(me.button(words.say('nextMonth'))),
    ]);
    const [less, more] = await Promise.all([
      centre(me.button(words.say('oneLess', { title: 'Adult' }))),
      centre(me.button(words.say('oneMore', { title: 'Adult' }))),
    ]);
    await page.close();
    return [stub, previous < next, less < more];
  }

  assert.deepEqual(await sides('en'), [true, true, true]);
  assert.deepEqual(await sides('ar'), [false, false, false]);
});
