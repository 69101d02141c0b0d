import { expect } from '@open-wc/testing';
import { toProblem } from '../../proxy/http/problems.ts';
import { findings } from '../../src/check/findings.ts';
import type { BookingWidget, PaymentMethod } from '../../src/index.ts';
import { until } from '../support/time.ts';
import { between, type Proxy, visit } from './visit.ts';

interface SetUp {
  readonly tag?: Partial<BookingWidget>;
  readonly sites?: readonly { readonly key: string }[];
  readonly toProxy?: (proxy: Proxy) => Proxy;
  /** What the console says, with the remedy. */
  readonly tells: RegExp;
  /** What the check says, if it can say more. */
  readonly checks?: RegExp;
}

const several = [{ key: 'museum' }, { key: 'harbour' }];
const anything = (answer: () => Promise<Response>) => between('/', answer);
const refusing = (code: Parameters<typeof toProblem>[0], detail: string) =>
  anything(async () => {
    const body = toProblem(code, [{ code, field: 'Origin', detail }]);
    return Response.json(body, { status: body.status });
  });
const setKey = /unknown-site: .* Set site="…" to the key/;

/** What resellers do wrong, and where they are told. */
const setUps: Readonly<Record<string, SetUp>> = {
  'no site of several': { sites: several, tells: /unknown-site: .* names none/ },
  'a misspelt site': { sites: several, tag: { site: 'muesum' }, tells: setKey },
  'a site in capitals': { sites: several, tag: { site: 'MUSEUM' }, tells: setKey },
  'a site with a space': { sites: several, tag: { site: 'museum ' }, tells: setKey },
  'a site of another proxy': { tag: { site: 'elsewhere' }, tells: setKey },
  'a vendor that is not here': {
    tag: { vendor: 'nobody' },
    tells: /vendor="nobody"; there is ven/,
  },
  'a vendor’s name': {
    tag: { vendor: 'Kiez & Kanal' },
    tells: /"Kiez & Kanal"; there is vendor="/,
  },
  'vendors by semicolon': { tag: { vendor: 'a;b' }, tells: /vendor="a;b"; there is vendor="/ },
  'a category that is not here': { tag: { category: '987' }, tells: /"987"; there is category="/ },
  'a category’s name': { tag: { category: 'boats' }, tells: /category="boats": a whole number/ },
  'a negative category': { tag: { category: '-1' }, tells: /category="-1": a whole number/ },
  'a category as a hash': { tag: { category: '#7' }, tells: /category="#7": a whole number/ },
  'events that are not here': { tag: { events: 'x,y' }, tells: /events="x,y"; are the ids right/ },
  'filters that exclude each other': {
    tag: { vendor: 'none', category: '986' },
    tells: /vendor="none" category="986"; there is vendor="/,
  },
  'an event that is not here': {
    tag: { event: 'gone' },
    tells: /event="gone" is not on sale here/,
  },
  'an event’s title': { tag: { event: 'Kayak' }, tells: /event="Kayak" is not on sale here/ },
  'a word as day': { tag: { day: 'tomorrow' }, tells: /day="tomorrow" is not a day like 2026/ },
  'a German day': { tag: { day: '28.11.2026' }, tells: /"28.11.2026" is not a day like 2026/ },
  'a day that is none': { tag: { day: '2026-13-45' }, tells: /"2026-13-45" is not a day like/ },
  'nobody as party': { tag: { participants: 0 }, tells: /participants="0" is not a number from 1/ },
  'too large a party': { tag: { participants: 500 }, tells: /"500" is not a number from 1 to 99/ },
  'half a participant': { tag: { participants: 1.5 }, tells: /"1.5" is not a number from 1 to 99/ },
  'a language that is none': { tag: { lang: 'xx' }, tells: /lang="xx" is no language/ },
  'a country as language': { tag: { lang: 'gb' }, tells: /lang="gb" is no language/ },
  'an unknown scheme': {
    tag: { colorScheme: 'blue' } as Partial<BookingWidget>,
    tells: /color-scheme="blue" is not auto, light or dark/,
  },
  'too high a level': {
    tag: { headingLevel: 9 },
    tells: /heading-level="9" is not a number from 1/,
  },
  'no as history': { tag: { history: 'no' }, tells: /history="no" is not on or off/ },
  'a proxy that is no address': {
    tag: { proxy: 'http://[' },
    tells: /"http:\/\/\[" is not an http/,
  },
  'a proxy without http': {
    tag: { proxy: 'localhost:3000' },
    tells: /"localhost:3000" is not an h/,
  },
  'a page that is not allowed': {
    toProxy: refusing('origin-not-allowed', 'it is not among the ALLOWED_ORIGINS of the site'),
    tells: /origin-not-allowed: .* Have its origin added to the ALLOWED_ORIGINS/,
  },
  'a proxy that is not there': {
    toProxy: anything(() => Promise.reject(new TypeError('Failed to fetch'))),
    tells: /cannot reach its proxy .* \?booking-check/,
    checks: /cannot be reached from here. Open .*livez/,
  },
  'another server at the address': {
    toProxy: anything(async () => new Response('<!doctype html>')),
    tells: /gets from .* what no booking proxy says/,
    checks: /is no booking proxy, .* is the address right/,
  },
};

describe('a wrong set-up of a reseller', () => {
  const { warn } = console;
  const { fetch } = window;
  afterEach(() => {
    console.warn = warn;
    window.fetch = fetch;
  });

  it('is told of no tag that is right', async () => {
    const told: string[] = [];
    console.warn = (text: string) => told.push(text);
    const me = await visit({ site: 'museum' }, { site: several });
    await me.appears('button', 'Kayak on the Spree');
    window.fetch = (input, init) => me.settings.fetch!(input, init);

    const found = await findings(document);

    expect(found.filter(({ state }) => state === 'wrong')).to.deep.equal([]);
    expect(told).to.deep.equal([]);
  });

  const payment: PaymentMethod = {
    mount: () => {},
    authorise: async () => ({ authorised: true }),
  };
  const required = { orders: 'required', vendors: {}, refunds: 'automatic' } as const;
  for (const [name, payments, tag, says] of [
    ['a page that takes payment alone', undefined, { payment }, /This page takes payment, and its/],
    ['a proxy that takes payment alone', required, {}, /this page has no payment fields/],
    ['both of them', required, { payment }, undefined],
    ['a page beside a provider', { ...required, provider: 'test' }, { payment }, /by test, whose/],
    ['a proxy with a provider', { ...required, provider: 'test' }, {}, undefined],
  ] as const) {
    it(`is told by the check who takes payment: ${name}`, async () => {
      const me = await visit(tag, { site: payments ? { payments } : {} });
      await me.appears('button', 'Kayak on the Spree');
      window.fetch = (input, init) => me.settings.fetch!(input, init);

      const found = (await findings(document)).filter(({ text }) => /payment/.test(text));

      expect(found.length).to.equal(says ? 1 : 0);
      if (says) expect(found[0]?.text).to.match(says);
    });
  }

  for (const [tag, isNeeded] of [
    [{}, false],
    [{ vendor: '1h9wtvt172y28s' }, true],
  ] as const) {
    it(`is ${isNeeded ? 'not ' : ''}told by the check that a preloaded list can go: ${JSON.stringify(tag)}`, async () => {
      const link = Object.assign(document.createElement('link'), {
        rel: 'preload',
        as: 'fetch',
        crossOrigin: '',
        href: 'https://book.example/v3/events?limit=25',
      });
      document.head.append(link);
      const me = await visit(tag);
      window.fetch = (input, init) => me.settings.fetch!(input, init);

      const found = await findings(document);
      link.remove();

      expect(found.some(({ text }) => text.includes('rel="preload"'))).to.equal(!isNeeded);
    });
  }

  it('stands here thirty times and more', () => {
    expect(Object.keys(setUps).length).to.be.at.least(30);
  });

  for (const [name, { tag = {}, sites, toProxy, tells, checks = tells }] of Object.entries(
    setUps,
  )) {
    it(`is told in the console and by the check, and not as an empty shop: ${name}`, async () => {
      const told: string[] = [];
      console.warn = (text: string) => told.push(text);
      const me = await visit(tag, { ...(sites && { site: sites }), ...(toProxy && { toProxy }) });
      await until(() => told.some((text) => tells.test(text)), `${tells} among ${told.join()}`);
      expect(me.text()).not.to.contain('There is nothing to book here yet.');

      window.fetch = (input, init) => me.settings.fetch!(input, init);
      const found = await findings(document);
      expect(found.filter(({ state }) => state !== 'fine').map(({ text }) => text)).to.satisfy(
        (texts: string[]) => texts.some((text) => checks.test(text)),
        found.map(({ text }) => text).join('\n'),
      );
    });
  }
});
