import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import type { HtmlNode } from '#contract/html.schema';
import { htmlNodes, htmlTags } from '#contract/html.schema';
import { limitsOfTerms, parseHtml, summarize } from '../../../proxy/platform/html.ts';

/** The tree in short: `p(text strong(text))`. */
function short(nodes: readonly HtmlNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node;
      const href = node.href === undefined ? '' : `[${node.href}]`;
      return `${node.tag}${href}(${short(node.children)})`;
    })
    .join('');
}

for (const tag of htmlTags.filter((name) => name !== 'a' && name !== 'br')) {
  test(`keeps ${tag}`, () => {
    assert.equal(short(parseHtml(`<${tag} class="x" onclick="y()">text</${tag}>`)), `${tag}(text)`);
  });
}

const allowed: [html: string, tree: string][] = [
  ['plain', 'plain'],
  ['one<br>two<br/>three', 'onebr()twobr()three'],
  ['<b>b</b> <i>i</i>', 'strong(b) em(i)'],
  ['<h1>1</h1><h2>2</h2><h5>5</h5><h6>6</h6>', 'h3(1)h3(2)h4(5)h4(6)'],
  ['<ul><li>a<li>b</ul>', 'ul(li(a)li(b))'],
  ['Tom &amp; Jerry &lt;3 &euro;', 'Tom & Jerry <3 €'],
  ['<div><section>a <span style="color:red">b</span></section></div>', 'a b'],
  ['<table><tr><td>cell</td></tr></table>', 'cell'],
  ['<a href="https://x.example/a?b=1&amp;c=2">x</a>', 'a[https://x.example/a?b=1&c=2](x)'],
  ['<a href="  http://x.example  ">x</a>', 'a[http://x.example/](x)'],
  ['<a href="mailto:a@x.example">x</a>', 'a[mailto:a@x.example](x)'],
  ['<a href="tel:+493012345">x</a>', 'a[tel:+493012345](x)'],
  ['<P>upper</P>', 'p(upper)'],
  ['<p>never closed', 'p(never closed)'],
  ['</p></div>closed twice', 'p()closed twice'],
  ['<!-- comment -->a<!doctype html>', 'a'],
];
for (const [html, tree] of allowed) {
  test(`reads ${html}`, () => assert.equal(short(parseHtml(html)), tree));
}

const attacks: [html: string, tree: string][] = [
  ['<script>alert(1)</script>after', 'after'],
  ['<SCRIPT src=//evil.example></SCRIPT>after', 'after'],
  ['<style>p{}</style>after', 'after'],
  ['<iframe src="//evil.example">inner</iframe>after', 'after'],
  ['<object><p>inner</p></object>after', 'after'],
  ['<template><p>inner</p></template>after', 'after'],
  ['<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>after', 'after'],
  ['<svg><script>alert(1)</script><a href="https://x.example">x</a></svg>after', 'after'],
  ['<svg><style><p>inner</p></style></svg>after', 'after'],
  ['<math><mtext><p>inner</p></mtext></math>after', 'after'],
  ['<textarea><p>inner</p></textarea>after', 'after'],
  ['<img src=x onerror=alert(1)>after', 'after'],
  ['<form action="//evil.example"><input name=card>after</form>', 'after'],
  ['<constructor>after</constructor>', 'after'],
  ['<toString>after</toString>', 'after'],
  ['<a href="javascript:alert(1)">x</a>', 'x'],
  ['<a href="JaVaScRiPt:alert(1)">x</a>', 'x'],
  ['<a href="java\tscript:alert(1)">x</a>', 'x'],
  ['<a href="&#106;avascript:alert(1)">x</a>', 'x'],
  ['<a href="\u0001javascript:alert(1)">x</a>', 'x'],
  ['<a href="https://x.example/\u0000">x</a>', 'x'],
  ['<a href="https://x.exa\nmple">x</a>', 'x'],
  ['<a href="data:text/html,x">x</a>', 'x'],
  ['<a href="vbscript:x">x</a>', 'x'],
  ['<a href="file:///etc/passwd">x</a>', 'x'],
  ['<a href="//evil.example">x</a>', 'x'],
  ['<a href="/relative">x</a>', 'x'],
  ['<a href="https:relative">x</a>', 'x'],
  ['<a href="#">x</a>', 'x'],
  ['<a href="">x</a>', 'x'],
  ['<a>x</a>', 'x'],
  ['<a href="https://bank.example@evil.example">x</a>', 'x'],
  ['<p style="position:fixed" id=x>x</p>', 'p(x)'],
  ['<<script>alert(1)//<</script>after', '<after'],
];
for (const [html, tree] of attacks) {
  test(`makes harmless ${JSON.stringify(html)}`, () => assert.equal(short(parseHtml(html)), tree));
}

test('flattens elements that are nested too deep, and keeps their text', () => {
  const nodes = parseHtml(`${'<em>'.repeat(10_000)}deep`);

  assert.equal(depthOf(nodes), 32);
  assert.match(JSON.stringify(nodes), /deep/);
});

test('survives elements that are nested without end', () => {
  assert.equal(short(parseHtml(`${'<div>'.repeat(13_000)}deep`)), 'deep');
});

test('truncates what is too long', () => {
  assert.ok(countOf(parseHtml('<p>x</p>'.repeat(8_000))) <= 2_000);
  assert.ok(short(parseHtml('x'.repeat(100_000))).length <= 65_536);
});

test('keeps every character of a long text', () => {
  for (const before of ['', 'x']) {
    const text = before + '\u{1f6f6}'.repeat(10_000);
    assert.equal(short(parseHtml(text)), text);
  }
});

test('cuts terms off where more elements are open than the parser can take', () => {
  const nested = (depth: number) =>
    JSON.stringify(parseHtml(`${'<div>'.repeat(depth)}the end`, limitsOfTerms));

  assert.match(nested(100), /the end/);
  assert.doesNotMatch(nested(200_000), /the end/);
});

test('turns any text into a tree that the contract allows', () => {
  const pieces = fc.constantFrom(
    ...[
      '<p>',
      '</p>',
      '<script>',
      '</script>',
      '<a href="',
      '">',
      "'",
      '<svg>',
      '</svg>',
      '<!--',
      '-->',
      '&lt;',
      '\0',
    ],
    ...[
      'javascript:',
      'https://x.example',
      '<b',
      '<template>',
      ' onerror=',
      '<![CDATA[',
      ']]>',
      '<?',
      'text',
      '<title>',
    ],
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), (html) => {
      htmlNodes.parse(parseHtml(html.join('')));
    }),
    { numRuns: 500 },
  );
});

test('summarizes the beginning as plain text, cut between words', () => {
  const nodes = parseHtml('<h3>Title</h3><p>First  <b>bold</b>,\n then more.</p><p>Last</p>');

  assert.equal(summarize(nodes, 160), 'Title First bold, then more. Last');
  assert.equal(summarize(nodes, 17), 'Title First…');
  assert.equal(summarize(nodes, 12), 'Title First…');
  assert.equal(summarize(parseHtml('x'.repeat(300)), 160).length, 160);
  assert.equal(summarize([], 160), '');
});

function depthOf(nodes: readonly HtmlNode[]): number {
  return Math.max(
    0,
    ...nodes.map((node) => (typeof node === 'string' ? 0 : 1 + depthOf(node.children))),
  );
}

function countOf(nodes: readonly HtmlNode[]): number {
  return nodes.reduce<number>(
    (count, node) => count + 1 + (typeof node === 'string' ? 0 : countOf(node.children)),
    0,
  );
}
