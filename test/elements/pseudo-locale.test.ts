import { expect } from '@open-wc/testing';
import { paths } from '#contract/paths';
import type { Problem } from '#contract/problem.schema';
import type { Message } from '../../src/messages/en.ts';
import { en } from '../../src/messages/en.ts';
import { painted } from '../support/page.ts';
import { expectLog } from '../support/page-log.ts';
import { between, type Proxy, type Visit, visit } from './visit.ts';

/** A pseudo-locale. Text outside of its brackets does not come from the messages. */
const LANG = 'xx';

/** Makes a sentence a third longer, as in other languages, and keeps its placeholders. */
function pseudo(sentence: string): string {
  const accented = sentence.replace(/\{\w+\}|[aeiou]/g, (part) =>
    part.length > 1 ? part : (`áéíóú`['aeiou'.indexOf(part)] ?? part),
  );
  return `⟦${accented}${'~'.repeat(Math.ceil(sentence.length / 3))}⟧`;
}

function pseudoOf(message: Message | Record<string, string>): unknown {
  if (typeof message === 'string') return pseudo(message);
  return Object.fromEntries(Object.entries(message).map(([form, text]) => [form, pseudo(text)]));
}

const messages = Object.fromEntries(
  Object.entries(en).map(([key, message]) => [key, pseudoOf(message)]),
);

/** Serves the pseudo-locale, and collects the texts of vendors and sites. */
function speaking(vendorTexts: Set<string>) {
  return (proxy: Proxy): Proxy =>
    async (request) => {
      if (request.url.includes(`/messages/${LANG}`)) return Response.json(messages);
      const response = await proxy(request);
      const body: unknown = await response
        .clone()
        .json()
        .catch(() => null);
      for (const text of textsIn(body)) vendorTexts.add(text);
      return response;
    };
}

function* textsIn(value: unknown): Iterable<string> {
  if (typeof value === 'string') yield value;
  else if (value && typeof value === 'object') {
    for (const part of Object.values(value)) yield* textsIn(part);
  }
}

const isSilent = (element: Element) =>
  element.localName === 'style' || element.ariaHidden === 'true';

/** Every text and accessible name that a screen reader reads. */
function* saidBy(element: Element): Iterable<string> {
  for (const name of ['aria-label', 'title', 'alt', 'placeholder']) {
    const value = element.getAttribute(name);
    if (value) yield value;
  }
  for (const child of (element.shadowRoot ?? element).childNodes) {
    if (child instanceof Text) yield child.data;
    else if (child instanceof Element && !isSilent(child)) yield* saidBy(child);
  }
}

const inUtc = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(LANG, { ...options, timeZone: 'UTC' });

/** Months, weekdays and other texts from Intl. */
const names = [
  ...(['long', 'short'] as const).flatMap((style) => [
    ...Array.from({ length: 12 }, (_, month) =>
      inUtc({ month: style }).format(Date.UTC(2026, month, 1)),
    ),
    ...Array.from({ length: 7 }, (_, day) =>
      inUtc({ weekday: style }).format(Date.UTC(2026, 0, day + 1)),
    ).flatMap((name) => [name, name.slice(0, 2)]),
  ]),
  ...[0, 1].map((day) => new Intl.RelativeTimeFormat(LANG, { numeric: 'auto' }).format(day, 'day')),
  ...['AM', 'PM', 'at'],
];

/** What stands before, between and after the links of a sentence. */
const pieces = [en.acceptTerms, en.acceptBoth]
  .flatMap((sentence) => pseudo(sentence).split(/\{\w+\}/))
  .map((piece) => piece.trim());

/** Removes messages, vendors' texts, numbers and Intl's words from a text. */
function strangeIn(text: string, vendorTexts: ReadonlySet<string>): string {
  const expected = [...vendorTexts, ...names].filter(Boolean);
  let rest = text;
  // Innermost first, because a message may contain another one.
  while (/⟦[^⟦⟧]*⟧/.test(rest)) rest = rest.replace(/⟦[^⟦⟧]*⟧/g, ' ');
  if (expected.some((one) => one.replace(/\s+/g, ' ').includes(rest.trim().replace(/\s+/g, ' ')))) {
    return '';
  }
  for (const name of expected.toSorted((a, b) => b.length - a.length))
    rest = rest.replaceAll(name, ' ');
  return rest.replace(/[\d\s\p{P}\p{S}]/gu, '');
}

/** The name of a message in the pseudo-locale, with the value of its placeholder. */
function said(key: keyof typeof en, inGap = ''): string {
  const sentence = en[key];
  return typeof sentence === 'string' ? pseudo(sentence).replace(/\{\w+\}/, inGap) : '';
}

const dayWithPrice = /28.*fróm/;
const POSTER = 'Print “The Spree at dusk”, numbered';

const refuseWith = (refusal: Problem) => () =>
  Promise.resolve(
    Response.json(refusal, {
      status: refusal.status,
      headers: { 'Content-Type': 'application/problem+json' },
    }),
  );

/**
 * Clicks without a mouse, because the long words move things, and only the words are tested here.
 */
async function press(me: Visit, role: string, name?: string | RegExp): Promise<void> {
  me.find(role, name).click();
  await painted();
}

describe('booking-widget in a pseudo-locale', () => {
  const vendorTexts = new Set<string>();
  const countries = new Intl.DisplayNames(LANG, { type: 'region' });

  function expectNothingStrange(me: Visit): void {
    const codes = me.all('option').map((option) => (option as HTMLOptionElement).value);
    const options = codes.flatMap((code) => (/^[A-Z]{2}$/.test(code) ? countries.of(code) : []));
    const strange = [...saidBy(me.el)]
      // Names are joined by the word of the language itself, which is no message.
      .flatMap((text) => text.split(' and '))
      .map((text) => text.trim())
      .filter((text) => text && !options.includes(text) && !pieces.includes(text))
      .filter((text) => strangeIn(text, vendorTexts));
    expect(strange).to.deep.equal([]);
  }

  const open = (refusal?: Problem) =>
    visit(
      { lang: LANG },
      {
        toProxy: (proxy) =>
          speaking(vendorTexts)(
            refusal ? between(paths.orders, refuseWith(refusal))(proxy) : proxy,
          ),
      },
    );

  /** A Saturday, two participants and a product that is sent by post. */
  async function choose(me: Visit): Promise<void> {
    await me.appears('button', 'Kayak on the Spree');
    await press(me, 'button', 'Kayak on the Spree');
    // A day cannot be chosen before its dates have arrived.
    await me.appears('button', dayWithPrice);
    await press(me, 'button', dayWithPrice);
    await me.appears('radio', /\b2:00/);
    await press(me, 'radio', /\b2:00/);
    await press(me, 'button', said('oneMore', 'Adult'));
    await press(me, 'button', said('oneMore', 'Adult'));
    await me.appears('button', said('oneMore', POSTER));
    await press(me, 'button', said('oneMore', POSTER));
  }

  async function goToCheckout(me: Visit): Promise<void> {
    await choose(me);
    await press(me, 'button', said('continue'));
    await me.appears('heading', said('yourDetails'));
  }

  async function fillIn(me: Visit): Promise<void> {
    const values: Record<string, string> = { email: 'ida@example.com', 'select-one': 'DE' };
    for (const field of [...me.all('textbox'), ...me.all('combobox')] as HTMLInputElement[]) {
      field.value = values[field.type] ?? 'Ida';
      field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    }
    await press(me, 'checkbox');
    vendorTexts.add('Ida');
    vendorTexts.add('ida@example.com');
  }

  it('says everything through its messages, in the list and of an event', async () => {
    const me = await open();
    await me.appears('button', 'Kayak on the Spree');
    expectNothingStrange(me);

    await press(me, 'button', 'Kayak on the Spree');
    await me.appears('button', dayWithPrice);
    expectNothingStrange(me);
  });

  it('says everything through its messages, from the choice to the tickets', async () => {
    const me = await open();
    await choose(me);
    expectNothingStrange(me);

    await press(me, 'button', said('continue'));
    await me.appears('heading', said('yourDetails'));
    await press(me, 'button', said('addInvoice'));
    expectNothingStrange(me);

    await press(me, 'button', said('orderWithObligation'));
    await me.appears('alert');
    expectNothingStrange(me);

    await fillIn(me);
    await press(me, 'button', said('orderWithObligation'));
    await me.appears('button', said('bookMore'));
    expectNothingStrange(me);

    await press(me, 'button', said('withdraw'));
    await press(me, 'button', said('withdrawGoOn'));
    expectNothingStrange(me);
  });

  it('says everything through its messages, in the cart', async () => {
    const me = await open();
    await choose(me);

    await press(me, 'button', said('addLine'));
    await me.appears('heading', said('yourVisit'));

    expectNothingStrange(me);
  });

  for (const code of [
    'sold-out',
    'too-few-participants',
    'order-refused',
    'invalid-request',
  ] as const) {
    it(`says everything through its messages, of an order that is refused as ${code}`, async () => {
      expectLog(new RegExp(code));
      const me = await open({
        type: 'about:blank',
        title: 'Refused by us',
        status: 409,
        code,
        errors: [{ code, ...(code === 'invalid-request' && { field: 'contact.name' }) }],
      });
      await goToCheckout(me);
      await fillIn(me);

      await press(me, 'button', said('orderWithObligation'));
      await me.appears('alert');

      expectNothingStrange(me);
    });
  }
});
