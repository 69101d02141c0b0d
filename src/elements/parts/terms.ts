import { css, html, nothing, type TemplateResult } from 'lit';
import type { HtmlNode } from '../../contract/html.schema.ts';
import type { Words } from '../../messages/words.ts';
import { renderNodes } from './html-nodes.ts';
import { newTab } from './new-tab.ts';
import { tick } from './tick.ts';

interface Terms {
  /** Who sells, and on what terms. */
  seller: string;
  nodes: HtmlNode[];
  /** Who arranges it, where that is said, and the page with those terms. */
  site: string | undefined;
  url: string | null | undefined;
  accepted: boolean;
  /** It was tried to go on without. */
  missing: boolean;
  words: Words;
}

/** What has to be accepted, and where it is written. */
export function terms(given: Terms): TemplateResult {
  const { words, seller, nodes, url, accepted, missing } = given;
  const site = given.site ?? words.say('thisSite');
  const title = words.say('terms', { vendor: seller });
  return html`${tick({
    name: 'terms',
    label: words.say(url ? 'acceptBoth' : 'acceptTerms', { vendor: seller, site }),
    checked: accepted,
    required: true,
    problem: missing ? words.say('termsMissing') : undefined,
  })}
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
