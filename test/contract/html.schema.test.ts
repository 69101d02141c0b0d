import assert from 'node:assert/strict';
import { test } from 'vitest';
import { htmlNodes, htmlTags } from '#contract/html.schema';

const allows = (...nodes: unknown[]) => htmlNodes.safeParse(nodes).success;
const link = (href: string) => ({ tag: 'a', href, children: ['there'] });

test('text and nested allowed elements are accepted', () => {
  assert.ok(allows());
  assert.ok(allows('text', { tag: 'p', children: ['a ', { tag: 'strong', children: ['b'] }] }));
  assert.ok(htmlTags.every((tag) => allows({ tag, children: [] })));
});

for (const tag of ['script', 'style', 'iframe', 'img', 'svg', 'form', 'div', 'P', '']) {
  test(`the element "${tag}" is refused, however deep`, () => {
    assert.equal(allows({ tag, children: [] }), false);
    assert.equal(
      allows({ tag: 'ul', children: [{ tag: 'li', children: [{ tag, children: [] }] }] }),
      false,
    );
  });
}

for (const href of ['https://example.com', 'HTTP://example.com', 'mailto:a@b.example', 'tel:+49']) {
  test(`a link may lead to ${href}`, () => {
    assert.ok(allows(link(href)));
  });
}

for (const href of [
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,x',
  '//x',
  '/x',
  '',
]) {
  test(`a link may not lead to "${href}"`, () => {
    assert.equal(allows(link(href)), false);
  });
}

test('an element has no attribute except a link’s address', () => {
  assert.equal(allows({ tag: 'p', children: [], onclick: 'alert(1)' }), false);
  assert.equal(allows({ tag: 'p', children: [], style: 'color:red' }), false);
});
