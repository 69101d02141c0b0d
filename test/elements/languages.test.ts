/// <reference types="vite/types/importMeta.d.ts" />
import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { en, type Messages } from '../../src/messages/en.ts';
import { Words } from '../../src/messages/words.ts';
import { excessAtEdges, overflowBelow } from '../support/overflow-in-page.ts';
import { painted } from '../support/page.ts';
import { visit } from './visit.ts';

const files = import.meta.glob<Messages>('../../src/messages/*.json', {
  eager: true,
  import: 'default',
});

const messagesOf = (lang: string) => files[`../../src/messages/${lang}.json`];

/** A variant such as `de-x-informal` has only the texts that differ from its language. */
const languages: readonly (readonly [lang: string, messages: Messages])[] = [
  ['en', en],
  ...Object.entries(files).map(([path, own]) => {
    const lang = path.replace(/.*\/|\.json/g, '');
    return [lang, { ...messagesOf(lang.split('-x-')[0]!), ...own }] as const;
  }),
];

async function expectRoom(step: string): Promise<void> {
  await painted();
  expect([...overflowBelow('booking-widget'), ...excessAtEdges()], step).to.deep.equal([]);
}

describe('booking-widget, on a phone', () => {
  beforeEach(() => setViewport({ width: 320, height: 800 }));
  afterEach(() => setViewport({ width: 800, height: 600 }));

  for (const [lang, messages] of languages) {
    it(`books in "${lang}", and nothing is too wide`, async () => {
      const words = new Words(lang.slice(0, 2), messages);
      const me = await visit({ lang }, { messages: { [`messages/${lang}.json`]: messages } });
      await me.appears('button', 'Kayak on the Spree');
      await expectRoom('the list');

      await me.event('Kayak on the Spree');
      await me.appears('button', /28.*45/);
      await expectRoom('the event');

      await me.press(/28.*45/);
      await me.time(/^(14:00|2:00)/);
      await me.press(words.say('oneMore', { title: 'Adult' }));
      await expectRoom('the event with a time and participants');

      await me.press(words.say('addLine'));
      await me.appears('heading', words.say('yourVisit'));
      await expectRoom('the cart');

      await me.press(words.say('checkOut'));
      await me.appears('heading', words.say('yourDetails'));
      await expectRoom('the checkout');

      await me.press(words.say('orderWithObligation'));
      await me.says(words.say('nameMissing'));
      await expectRoom('the checkout with what is missing');

      await me.fill(words.say('name'), 'Ngozi Adichie-Brown');
      await me.fill(words.say('email'), 'ngozi@example.com');
      // Without the mouse: in Arabic it is where WebKit's scroll bar lies over the page.
      me.find('checkbox').click();
      await me.press(words.say('orderWithObligation'));
      await me.says(words.say('orderPlaced'));
      await expectRoom('the ticket');

      expect(await me.books()).to.have.length(1);
    });
  }
});
