import assert from 'node:assert/strict';
import { test } from 'vitest';
import { type Configuration, defaultConfiguration } from '../../demo/workbench/configuration.ts';
import { preloadLinesOf, snippetOf, styleRuleOf } from '../../demo/workbench/snippet-text.ts';
import { tagOf } from '../../demo/workbench/tag.ts';

const PROXY = 'https://book.example.com';
const SCRIPT = `<script async src="${PROXY}/booking-widget.js"></script>`;

const tag = (change: Partial<Configuration> = {}) => tagOf({ ...defaultConfiguration, ...change });
const snippet = (change: Partial<Configuration> = {}) => snippetOf(tag(change), PROXY, 'tag');

test('a snippet with default settings is the two lines of the README', () => {
  assert.equal(snippet(), `<booking-widget></booking-widget>\n${SCRIPT}`);
});

test('a snippet contains only what differs from the default', () => {
  assert.equal(
    snippet({ vendor: '4711', scheme: 'dark', width: '320', weather: 'slow', page: 'dark' }),
    `<booking-widget vendor="4711" color-scheme="dark"></booking-widget>\n${SCRIPT}`,
  );
});

test('a long snippet has an attribute on each line', () => {
  const text = snippet({ language: 'de-x-informal', colors: { accent: '#8b1e3f' }, radius: 6 });

  assert.equal(
    text,
    `<booking-widget
  lang="de-x-informal"
  style="
    --booking-accent: #8b1e3f;
    --booking-radius: 6px;
    --booking-radius-small: 4px;
  "
></booking-widget>
${SCRIPT}`,
  );
});

test('a div has its options as data-*, and a button says what it does', () => {
  assert.equal(
    snippet({ kind: 'div', vendor: '4711' }),
    `<div data-booking-widget data-vendor="4711"></div>\n${SCRIPT}`,
  );
  assert.equal(snippet({ kind: 'button' }), `<booking-button>Book now</booking-button>\n${SCRIPT}`);
  assert.equal(
    snippet({ kind: 'floating', headingLevel: '3' }),
    `<booking-button floating heading-level="3">Book now</booking-button>\n${SCRIPT}`,
  );
});

test('a fallback link stands in the tag', () => {
  const link = 'https://vendor.example/tickets';

  assert.equal(
    snippet({ link }),
    `<booking-widget>\n  <a href="${link}">Book at the vendor’s</a>\n</booking-widget>\n${SCRIPT}`,
  );
});

test('a value from the address cannot break out of its attribute', () => {
  const hostile = '"><script>alert(1)</script>&';
  const text = snippet({
    language: hostile,
    event: hostile,
    link: `https://x.example/?${hostile}`,
  });

  assert.doesNotMatch(text, /<script>/);
  assert.equal(text.split('"><').length, 2, text);
});

test('without inline styles, the custom properties are a rule for the page’s style sheet', () => {
  const change = { colors: { accent: '#8b1e3f' } };

  assert.doesNotMatch(snippetOf(tag(change), PROXY, 'sheet'), /style/);
  assert.equal(styleRuleOf(tag(change)), 'booking-widget {\n  --booking-accent: #8b1e3f;\n}');
  assert.match(styleRuleOf(tag({ ...change, kind: 'div' })), /^\[data-booking-widget\] /);
  assert.equal(styleRuleOf(tag()), '');
});

test('the lines for the head preload what does not come in the script, and a button needs none', () => {
  const pathsIn = (change: Partial<Configuration>) =>
    [...preloadLinesOf(tag(change), PROXY).matchAll(/href="([^"]*)"/g)].map(([, url]) =>
      url?.replace(PROXY, ''),
    );

  assert.deepEqual(pathsIn({}), []);
  assert.deepEqual(pathsIn({ vendor: '4711', kind: 'div' })[1]?.includes('4711'), true);
  assert.deepEqual(pathsIn({ event: 'ev-1' }), ['/site', '/v3/merged_events/ev-1']);
  assert.deepEqual(pathsIn({ kind: 'button' }), []);
});
