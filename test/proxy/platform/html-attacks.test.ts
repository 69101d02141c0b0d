import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import type { HtmlNode } from '#contract/html.schema';
import { htmlNodes } from '#contract/html.schema';
import { parseHtml, summarize, toHref } from '../../../proxy/platform/html.ts';
import { toEventsIn, toProducts, toVendor } from '../../../proxy/platform/translate.ts';
import { wireVendor } from '../../../proxy/platform/wire.ts';
import { attacks } from './attacks.ts';
import { wireEvent, wireProduct } from './wire-items.ts';

const toEvents = toEventsIn(undefined);

const disturbing = /[\u0000-\u0008\u007f-\u009f\u202a-\u202e\u2066-\u2069]|\p{Cs}/u;

/** Checks the sanitised HTML independently of the sanitiser. */
function assertHarmless(nodes: readonly HtmlNode[]): void {
  htmlNodes.parse(nodes);
  const { elements, texts, depth } = measure(nodes);
  for (const { tag, href } of elements) {
    assert.equal(href === undefined, tag !== 'a');
    if (href !== undefined) assert.match(new URL(href).protocol, /^(https?|mailto|tel):$/);
  }
  assert.doesNotMatch(texts.join('\n'), disturbing);
  assert.ok(depth <= 32 && elements.length + texts.length <= 2_000);
  assert.ok(JSON.stringify(nodes).length <= 700_000);
}

function measure(nodes: readonly HtmlNode[]) {
  const elements: Exclude<HtmlNode, string>[] = [];
  const texts: string[] = [];
  let level = [...nodes];
  let depth = 0;
  for (; level.length > 0; depth += 1) {
    texts.push(...level.filter((node) => typeof node === 'string'));
    const here = level.filter((node) => typeof node !== 'string');
    elements.push(...here);
    level = here.flatMap((element) => element.children);
    if (level.length === 0 && here.length === 0) depth -= 1;
  }
  return { elements, texts, depth };
}

for (const attack of attacks) {
  test(`makes harmless ${JSON.stringify(attack)}`, () => {
    for (const html of [
      attack,
      `<p>${attack}</p><b>after`,
      `<a href="https://x.example">${attack}`,
    ]) {
      const nodes = parseHtml(html);
      assertHarmless(nodes);
      // Parsing the summary again as HTML must be harmless too.
      assertHarmless(parseHtml(summarize(nodes, 160)));
    }
  });
}

test('control: the check distinguishes harmless from harmful trees', () => {
  const harmful: unknown[][] = [
    [{ tag: 'script', children: [] }],
    [{ tag: 'p', onclick: 'x', children: [] }],
    [{ tag: 'a', href: 'javascript:alert(1)', children: [] }],
    [{ tag: 'p', href: 'https://x.example', children: [] }],
    ['\u202e'],
    Array.from({ length: 2_001 }, () => 'x'),
  ];
  for (const nodes of harmful) assert.throws(() => assertHarmless(nodes as HtmlNode[]));
});

const textFields = ['title', 'location', 'meeting_location', 'vendor_name'] as const;
const hintFields = ['bring', 'advice', 'hint', 'participant_hint'] as const;

test('an attack in a text field stays text', () => {
  for (const attack of attacks) {
    const plain = attack.replace(new RegExp(disturbing, 'gu'), '');
    const texts = Object.fromEntries([...textFields, ...hintFields].map((name) => [name, attack]));
    const [event] = toEvents(
      [
        {
          ...wireEvent,
          ...texts,
          highlights: [attack],
          tags: [{ title: attack, values: [attack] }],
          categories: [{ id: 1, title: attack }],
          prices: [{ ...wireEvent.prices[0], title: attack, category: attack }],
          youtubeVideoId: attack,
          voucher_checkout_url: attack,
        },
      ],
      assert.fail,
    );
    const [product] = toProducts(
      [{ ...wireProduct, name: attack, description: attack }],
      assert.fail,
    );
    const vendor = toVendor(wireVendor.parse({ id: 'v', name: attack, service_email: attack }));
    const [price] = event?.price_group.prices ?? [];

    const read = [
      ...[...textFields, ...hintFields].map((name) => event?.[name]),
      ...[event?.highlights[0], event?.tags?.[0]?.title, event?.tags?.[0]?.values[0]],
      ...[event?.categories[0]?.title, price?.title, price?.category],
      ...[product?.name, product?.description, vendor.name, vendor.service_email],
    ];
    assert.deepEqual(new Set(read), new Set([plain]));
    assert.deepEqual([event?.youtubeVideoId, event?.voucher_checkout_url], ['', '']);
  }
});

test('a link leads to the web, a mailbox or a telephone, or is removed', () => {
  const none = attacks.flatMap((attack) => /href="([^"]*)"/.exec(attack)?.[1] ?? []);
  for (const href of none.filter((address) => !/^https:\/\/[xy]\.example$/.test(address))) {
    assert.equal(toHref(href), undefined, href);
  }
  for (const href of [
    'https://x.example/',
    'http://x.example/ü',
    'mailto:a@x.example',
    'tel:+49',
  ]) {
    assert.equal(toHref(href), new URL(href).href);
  }
  assert.equal(toHref(`https://x.example/${'€'.repeat(250)}`), undefined);
});

const floods: [what: string, html: string][] = [
  ['a million opening brackets', '<'.repeat(1_000_000)],
  ['a hundred thousand attributes', `<p ${'a=b '.repeat(100_000)}>x</p>`],
  [
    'as many different attributes',
    `<p ${Array.from({ length: 1e5 }, (_, n) => `a${n}`).join(' ')}>x`,
  ],
  ['nested forms', '<form><div>'.repeat(10_000)],
  ['nested lists', '<ul><li>'.repeat(20_000)],
  ['nested dropped elements', '<svg><math>'.repeat(10_000)],
  ['links in links', '<a href="https://x.example">x'.repeat(5_000)],
  ['elements closed that never opened', '</b></p></script>'.repeat(10_000)],
  ['entities', '&notanentity;&lt;&#x1F600;'.repeat(10_000)],
  ['open comments', '<!--'.repeat(100_000)],
  ['open strings', '<a href="'.repeat(20_000)],
  ['breaks', '<br>'.repeat(50_000)],
  ['a link without end', `<a href="https://x.example/${'€'.repeat(60_000)}">x</a>`],
  ['many dear links', `<a href="mailto:${'€'.repeat(200)}">x</a>`.repeat(1_000)],
  ['bold and plain by turns', '<b>x</b>y'.repeat(20_000)],
];
for (const [what, html] of floods) {
  test(`${what} make no more than a small tree`, () => assertHarmless(parseHtml(html)));
}

const markup = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.array(fc.constantFrom(...attacks.flatMap((attack) => attack.split(/(?=[<>"=&])/))), {
    maxLength: 60,
  }),
);
test('any text becomes a harmless tree', () => {
  fc.assert(
    fc.property(markup, (source) => assertHarmless(parseHtml([source].flat().join('')))),
    { numRuns: 500 },
  );
});
