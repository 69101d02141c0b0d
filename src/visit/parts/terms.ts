import { css, html, nothing, type TemplateResult } from 'lit';
import type { HtmlNode } from '#contract/html.schema';
import type { Words } from '../../messages/words.ts';
import { renderNodes } from '../../elements/parts/html-nodes.ts';
import { newTab } from '../../elements/parts/new-tab.ts';

interface Terms {
  /** The checkbox that accepts the terms. */
  box: TemplateResult[];
  vendors: { name: string; nodes: HtmlNode[] }[];
  /** The site's name. */
  site: string;
  /** Address of the site's own terms, if it has any. */
  url: string | null | undefined;
  words: Words;
}

/** The checkbox that accepts the terms, and the terms of the vendors and of the site. */
export function terms({ box, vendors, site, url, words }: Terms): TemplateResult {
  return html`${box}
  ${vendors.map(({ name, nodes }) => vendorTerms(words.say('terms', { vendor: name }), nodes))}
  ${url ? newTab(url, words.say('terms', { vendor: site }), words, 'small page') : nothing}`;
}

/** A vendor's terms, folded until they are opened. */
export function vendorTerms(title: string, nodes: HtmlNode[]) {
  if (nodes.length === 0) return nothing;
  return html`<details class="small">
    <summary>${title}</summary>
    <div class="text" tabindex="0" role="region" aria-label=${title}>${renderNodes(nodes)}</div>
  </details>`;
}

export const termsStyles = css`
  details {
    margin-top: 8px;
  }
  summary {
    cursor: pointer;
    padding: 4px 0;
  }
  .text {
    max-height: 12em;
    overflow: auto;
    padding-inline-end: 8px;
    overflow-wrap: anywhere;
  }
  .text > * + * {
    margin-top: 8px;
  }
  .text :is(ul, ol) {
    padding-inline-start: 20px;
  }
`;
