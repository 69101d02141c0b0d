import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'vitest';
import { problemCodes } from '#contract/problem.schema';
import { readMessages } from '../../.config/vite/message-files.ts';
import { en, type Message, type Messages } from '../../src/messages/en.ts';

const folder = new URL('../../src/messages/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
const languages = [
  { lang: 'en', messages: en as Messages },
  ...files.map((name) => {
    const lang = name.replace('.json', '');
    return { lang, messages: readMessages(lang) as Messages };
  }),
];

const gapsOf = (text: string) => new Set(text.match(/\{\w+\}/g));
const sentencesOf = (message: Message) =>
  typeof message === 'string' ? [message] : Object.values(message);
const gapsIn = (message: Message) => [
  ...new Set(sentencesOf(message).flatMap((text) => [...gapsOf(text)])),
];

function* messagesOf({ problems, ...messages }: Messages): Iterable<[string, Message]> {
  yield* Object.entries(messages);
  yield* Object.entries(problems);
}

for (const { lang, messages } of languages) {
  test(`"${lang}" has every message, in English's order, and no other`, () => {
    assert.deepEqual(Object.keys(messages), Object.keys(en));
  });

  test(`"${lang}" has words for every problem, and for no other`, () => {
    assert.deepEqual(Object.keys(messages.problems).sort(), [...problemCodes].sort());
  });

  test(`"${lang}" leaves no message empty`, () => {
    for (const [key, message] of messagesOf(messages)) {
      for (const sentence of sentencesOf(message)) assert.notEqual(sentence.trim(), '', key);
    }
  });

  test(`"${lang}" has the gaps of English, and says a number in every form that has to`, () => {
    const english = new Map(messagesOf(en));
    for (const [key, message] of messagesOf(messages)) {
      const expected = gapsIn(english.get(key) ?? '').sort();

      assert.deepEqual(gapsIn(message).sort(), expected, key);
      for (const sentence of typeof message === 'string' ? [] : [message.other]) {
        assert.deepEqual([...gapsOf(sentence)].sort(), expected, `${key}, other`);
      }
    }
  });

  test(`"${lang}" has a sentence for each of its own plural forms where English has several`, () => {
    const forms = new Intl.PluralRules(lang).resolvedOptions().pluralCategories;
    for (const [key, message] of messagesOf(messages)) {
      const english = en[key as keyof typeof en] as Message | undefined;
      assert.equal(typeof message, typeof (english ?? ''), key);
      if (typeof message === 'string') continue;
      assert.deepEqual(Object.keys(message).sort(), [...forms].sort(), key);
    }
  });

  test(`"${lang}" has its marks in pairs`, () => {
    for (const [key, message] of messagesOf(messages)) {
      for (const sentence of sentencesOf(message)) {
        assert.equal(sentence.replace(/\{\w+\}/g, '').search(/[{}]/), -1, key);
        assert.equal(sentence, sentence.trim(), key);
      }
    }
  });
}

/**
 * Directive 2011/83/EU art. 8(2): the button says that an order costs money, in words that the law
 * knows; also one that costs money only once it is accepted.
 */
const orderButtons = {
  en: [
    'Order with obligation to pay',
    'Book free of charge',
    'Request with obligation to pay',
    'Send booking request',
  ],
  de: [
    'Zahlungspflichtig bestellen',
    'Kostenlos buchen',
    'Zahlungspflichtig anfragen',
    'Verbindlich anfragen',
  ],
  'de-x-informal': [
    'Zahlungspflichtig bestellen',
    'Kostenlos buchen',
    'Zahlungspflichtig anfragen',
    'Verbindlich anfragen',
  ],
  fr: [
    'Commander avec obligation de paiement',
    'Réserver gratuitement',
    'Demande avec obligation de paiement',
    'Envoyer la demande de réservation',
  ],
  es: [
    'Pedido con obligación de pago',
    'Reservar gratis',
    'Solicitud con obligación de pago',
    'Enviar la solicitud de reserva',
  ],
  it: [
    'Ordine con obbligo di pagare',
    'Prenotare gratis',
    'Richiesta con obbligo di pagare',
    'Inviare la richiesta di prenotazione',
  ],
  nl: [
    'Bestellen met betalingsverplichting',
    'Gratis boeken',
    'Aanvraag met betalingsverplichting',
    'Boekingsaanvraag versturen',
  ],
  // A translation, without a law behind it.
  ar: ['اطلب مع الالتزام بالدفع', 'احجز مجانًا', 'طلب حجز مع الالتزام بالدفع', 'إرسال طلب الحجز'],
};
for (const [lang, locked] of Object.entries(orderButtons)) {
  test(`the order button's words are locked in "${lang}"`, () => {
    const messages = languages.find((each) => each.lang === lang)?.messages;

    assert.deepEqual(
      [
        messages?.orderWithObligation,
        messages?.bookFree,
        messages?.requestWithObligation,
        messages?.sendRequest,
      ],
      locked,
    );
  });
}

test('every language has its order button locked here', () => {
  assert.deepEqual(languages.map(({ lang }) => lang).sort(), Object.keys(orderButtons).sort());
});

const sentencesIn = (lang: string) =>
  [...messagesOf(readMessages(lang) as Messages)].flatMap(([, message]) => sentencesOf(message));

test('German says “Sie”, and its informal variant “du”, and neither says the other', () => {
  const formal = /\b(Ihr|Ihre|Ihren|Ihnen|Sie (wählen|bestellen|haben|sich))\b|en Sie\b/;
  const informal = /\b([Dd]u|[Dd]eine?[mnrs]?|[Dd]ir|[Dd]ich)\b/;
  const german = sentencesIn('de');
  const other = sentencesIn('de-x-informal');

  assert.ok(german.some((sentence) => formal.test(sentence)));
  assert.ok(other.some((sentence) => informal.test(sentence)));
  assert.deepEqual(
    german.filter((sentence) => informal.test(sentence)),
    [],
  );
  assert.deepEqual(
    other.filter((sentence) => formal.test(sentence)),
    [],
  );
});
