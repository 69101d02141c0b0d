import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { test } from 'vitest';
import { httpAddress, safeAddress } from '../../src/domain/address.ts';
import { filesBelow } from '../support/files.ts';

const PAGE = 'https://shop.example/tours/';

for (const [written, shown] of [
  ['https://vendor.example/terms', 'https://vendor.example/terms'],
  ['/terms', 'https://shop.example/terms'],
  ['terms?a=1#b', 'https://shop.example/tours/terms?a=1#b'],
  ['mailto:hello@vendor.example', 'mailto:hello@vendor.example'],
  ['tel:+49301234', 'tel:+49301234'],
  ['http://[', ''],
  ['javascript:alert(1)', ''],
  ['data:text/html,hello', ''],
  ['blob:https://shop.example/1', ''],
] as const) {
  test(`the address ${written} is ${shown ? `shown as ${shown}` : 'not shown'}`, () => {
    assert.equal(safeAddress(written, PAGE), shown);
  });
}

test('a page to go to, a proxy and a picture are http(s) only', () => {
  assert.equal(httpAddress('/thanks', PAGE), 'https://shop.example/thanks');
  assert.equal(httpAddress('mailto:hello@vendor.example', PAGE), '');
  assert.equal(httpAddress('tel:+49301234', PAGE), '');
});

for (const [address, resolved] of [
  ['/proxy', 'https://shop.example/proxy'],
  ['https://book.example', 'https://book.example/'],
  // Every request then fails, and the widget shows the error.
  ['http://[', ''],
  ['localhost:3000', ''],
  ['ftp://book.example', ''],
] as const) {
  test(`the proxy "${address}" of a page is "${resolved}"`, () => {
    assert.equal(httpAddress(address, PAGE), resolved);
  });
}

/** What a browser skips before and in a scheme, and some that it does not. */
const noise = fc.string({
  unit: fc.constantFrom('\t', '\n', '\r', '\0', '\x01', '\x1f', ' ', '\u00a0', '\ufeff', '\u200b'),
  maxLength: 3,
});
const scheme = fc.constantFrom('javascript', 'data', 'vbscript', 'blob', 'file', 'about', 'ftp');
const disguised = fc
  .tuple(scheme, fc.infiniteStream(fc.tuple(noise, fc.boolean())), noise, fc.string())
  .map(([name, stream, before, rest]) => {
    const letters = [...`${name}:`].map((letter) => {
      const [between = '', isUpper = false] = stream.next().value ?? [];
      return (isUpper ? letter.toUpperCase() : letter) + between;
    });
    return before + letters.join('') + rest;
  });

/** What the browser makes of an address, by the same parser. */
const protocolOf = (address: string) => new URL(address, PAGE).protocol;

test('no other scheme passes, however it is disguised', () => {
  fc.assert(
    fc.property(fc.oneof(disguised, fc.string(), fc.webUrl()), (address) => {
      const shown = safeAddress(address, PAGE);
      if (shown) assert.ok(['http:', 'https:', 'mailto:', 'tel:'].includes(protocolOf(shown)));
      const opened = httpAddress(address, PAGE);
      if (opened) assert.match(protocolOf(opened), /^https?:$/);
    }),
    { numRuns: 5000 },
  );
});

test('control: some of the disguised addresses are what they look like to a browser', () => {
  const isDangerous = (address: string) =>
    /^(javascript|data|vbscript):$/.test(protocolOf(address));

  const found = fc
    .sample(disguised, { seed: 7, numRuns: 500 })
    .filter((address) => URL.canParse(address, PAGE) && isDangerous(address));

  assert.ok(found.some((address) => address.includes('\t')));
});

/** An address in a template that does not come through `href()` or `src()`. */
const BARE =
  /\b(?:href|src|srcset|action|formaction|poster|cite|data)=["']?[^"'>\s$]*\$\{(?!(?:href|src)\()/g;
/** An address that a program sets or opens. */
const SET =
  /\.(?:href|src|action) = |\bwindow\.open\(|\blocation\.(?:assign|replace)\(|\blocation(?:\.href)? = |Object\.assign\([^;]*\bhref\b/g;
/** Each with the reason why its address is safe. */
const safe: Readonly<Record<string, string>> = {
  'src/visit/parts/add-to-calendar.ts': 'a file that the widget has made',
  'src/visit/success-page.ts': 'the page for success, by httpAddress',
  'src/visit/test-payment.ts': 'the test bank of the proxy',
  'src/check/pictures.ts': 'a picture that is loaded and never shown',
  'src/visit/stripe-script.ts': 'the one address of Stripe’s script',
  'src/embed/load-check.ts': 'the script of the proxy that served this one',
};

test('every address that the widget shows or opens comes through one function', () => {
  const found = filesBelow('src', '.ts').flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const set = file in safe ? [] : (text.match(SET) ?? []);
    return [...(text.match(BARE) ?? []), ...set].map((part) => `${file}: ${part}`);
  });

  assert.deepEqual(found, []);
});

test('control: an address that is written directly is found', () => {
  for (const text of [
    'html`<a class="x" href=${url}>`',
    'html`<a href="mailto:${email}">`',
    'html`<img src=${image} alt="">`',
  ]) {
    assert.match(text, new RegExp(BARE.source));
  }
  for (const text of ['link.href = url', 'window.open(url)', 'location.assign(url)']) {
    assert.match(text, new RegExp(SET.source));
  }
});
