import { expect } from '@open-wc/testing';
import { page, painted } from '../support/page.ts';
import { visit } from './visit.ts';

/**
 * Replaces each text node by an element with the same text, as a browser's translator does. Returns
 * the number of texts.
 */
function translate(node: Node): number {
  if (node instanceof Element && node.getAttribute('translate') === 'no') return 0;
  if (node instanceof Text && node.data.trim()) {
    const font = document.createElement('font');
    font.textContent = node.data;
    node.replaceWith(font);
    return 1;
  }
  const children = node instanceof Element ? (node.shadowRoot ?? node).childNodes : [];
  return [...children].reduce((count, child) => count + translate(child), 0);
}

describe('booking-widget, under a page translator', () => {
  it('keeps amounts and totals correct', async () => {
    const me = await visit();
    await me.event('Kayak on the Spree');
    await me.day(/28 November 2026, from/);
    await me.time(/^14:00/);
    await me.add('Adult');
    await me.says('1 participant');

    expect(translate(me.el)).to.be.greaterThan(20);
    await me.add('Adult');
    await painted();

    expect(page(me.find('group', 'Adult')).text()).to.match(/\b2\b/);
    expect(me.text()).to.contain('€90.00');
  });
});
