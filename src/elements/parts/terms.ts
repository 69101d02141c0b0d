import { css, html, nothing, type TemplateResult } from 'lit';
import type { HtmlNode } from '../../contract/html.schema.ts';
import type { Words } from '../../messages/words.ts';
import { renderNodes } from './html-nodes.ts';
import { newTab } from './new-tab.ts';

interface Terms {
  /** The box that accepts them. */
  box: TemplateResult[];
  vendor: string;
  nodes: HtmlNode[];
  /** Who arranges it, and the page with those terms where there is one. */
  site: string;
  url: string | null | undefined;
  words: Words;
}

/** What has to be accepted, and where it is written. */
export function terms({ box, vendor, nodes, site, url, words }: Terms): TemplateResult {
  const title = words.say('terms', { vendor });
  return html`${box}
  ${
    nodes.length > 0
      ? html`<details class="small">
          <summary>${title}</summary>
          <div class="text" tabindex="0" role="region" aria-label=${title}>
            ${renderNodes(nodes)}
          </div>
        </details>`
      : nothing
  }
  ${url ? newTab(url, words.say('terms', { vendor: site }), words, 'small page') : nothing}`;
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
