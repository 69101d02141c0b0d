import { css, html, nothing, type TemplateResult } from 'lit';
import type { HtmlNode } from '../../contract/html.schema.ts';
import type { Words } from '../../messages/words.ts';
import { renderNodes } from './html-nodes.ts';
import { newTab } from './new-tab.ts';

interface Terms {
  /** The box that accepts them. */
  box: TemplateResult[];
  vendors: { name: string; nodes: HtmlNode[] }[];
  /** The site's name, and the address of its terms, if any. */
  site: string;
  url: string | null | undefined;
  words: Words;
}

/** What has to be accepted, and where it is written. */
export function terms({ box, vendors, site, url, words }: Terms): TemplateResult {
  return html`${box}
  ${vendors.map(({ name, nodes }) => vendorTerms(words.say('terms', { vendor: name }), nodes))}
  ${url ? newTab(url, words.say('terms', { vendor: site }), words, 'small page') : nothing}`;
}

/** A vendor's terms, to be opened where they are wanted. */
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
