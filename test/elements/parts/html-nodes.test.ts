import { expect, fixture, html } from '@open-wc/testing';
import { type HtmlNode, htmlTags } from '#contract/html.schema';
import { renderNodes } from '../../../src/elements/parts/html-nodes.ts';
import { page } from '../../support/page.ts';

const show = (...nodes: HtmlNode[]) => fixture<HTMLElement>(html`<div>${renderNodes(nodes)}</div>`);

const text: HtmlNode[] = [
  { tag: 'h3', children: ['On the water'] },
  { tag: 'p', children: ['Two ', { tag: 'strong', children: ['quiet'] }, ' hours.'] },
  {
    tag: 'ul',
    children: [
      { tag: 'li', children: ['Boats'] },
      { tag: 'li', children: [{ tag: 'a', href: 'https://boats.example/', children: ['Fleet'] }] },
    ],
  },
];

describe('a vendor’s text', () => {
  it('is accessible', async () => {
    await expect(await show(...text)).to.be.accessible();
  });

  it('has the vendor’s words and structure', async () => {
    const shown = await show(...text);

    expect(page(shown).text()).to.equal('On the water Two quiet hours. Boats Fleet');
    expect(page(shown).all('listitem')).to.have.length(2);
    expect(shown.querySelector('p strong')?.textContent).to.equal('quiet');
  });

  it('puts its headings below the widget’s own', async () => {
    const seen = await show({ tag: 'h3', children: ['A'] }, { tag: 'h4', children: ['B'] });

    expect([...seen.querySelectorAll('h1, h2, h3')]).to.deep.equal([]);
    expect(page(seen).names('heading')).to.deep.equal(['A', 'B']);
  });

  for (const tag of htmlTags.filter((tag) => !/^(a|h3|h4)$/.test(tag))) {
    it(`renders ${tag} as the same element`, async () => {
      const [first, ...rest] = (await show({ tag, children: [] })).children;

      expect(first?.localName).to.equal(tag);
      expect(rest).to.deep.equal([]);
    });
  }

  it('opens links in a new tab with noopener and nofollow', async () => {
    const seen = page(await show(...text));

    const link = seen.find<HTMLAnchorElement>('link', 'Fleet');

    expect(link.href).to.equal('https://boats.example/');
    expect(link.target).to.equal('_blank');
    expect([...link.relList]).to.include.members(['noopener', 'nofollow', 'ugc']);
  });

  it('shows a link without an address as its words', async () => {
    const seen = page(await show({ tag: 'a', children: ['Fleet'] }));

    expect(seen.text()).to.equal('Fleet');
    expect(seen.has('link')).to.equal(false);
  });

  it('shows what looks like HTML as the text that it is', async () => {
    const hostile = '<img src=x onerror=alert(1)><b>bold</b>';

    const seen = await show({ tag: 'p', children: [hostile] });

    expect(page(seen).text()).to.equal(hostile);
    expect(seen.querySelector('img, b')).to.equal(null);
  });
});
