import { css, html, nothing, type TemplateResult } from 'lit';
import type { HtmlNode } from '#contract/html.schema';
import type { QuotedOrder } from '#contract/quote.schema';
import type { Vendor } from '#contract/vendor.schema';
import { renderNodes } from '../../elements/parts/html-nodes.ts';
import { newTab } from '../../elements/parts/new-tab.ts';
import type { Words } from '../../messages/words.ts';
import type { Field } from '../form/checkout-form.ts';
import type { FieldProblem } from '../form/field-problems.ts';
import { problemText } from './form-field.ts';
import { checkbox } from './tick.ts';

/** A vendor of the orders, and its terms. */
export interface VendorTerms {
  /** An order of the vendor. */
  order: QuotedOrder;
  /** Undefined while it loads, and if it could not be loaded. */
  vendor: Vendor | undefined;
  /** The vendor's legal name. */
  name: string;
  /** Empty if the vendor has none, or they are not loaded. */
  nodes: HtmlNode[];
}

interface Terms {
  /** The checkbox that accepts the terms. */
  field: Field;
  value: string;
  /** Why the order cannot be sent yet; undefined if it is ticked. */
  problem: FieldProblem | 'refused' | undefined;
  vendors: VendorTerms[];
  /** The site's name, and the address of its own terms, if it has any. */
  site: { name: string; url: string | null | undefined };
  /** The vendors whose terms are open. */
  opened: ReadonlySet<string>;
  /** Called when a vendor's terms are opened or closed. */
  toggle: (vendor: string, isOpen: boolean) => void;
  words: Words;
}

/** Stands for a name in a sentence until a link replaces it. No text contains it. */
const GAP = '\ue000';

/**
 * The checkbox that accepts the terms. In its sentence, each name leads to the terms: a vendor's
 * open below it, and the site's in a new tab. The sentence is not one label, because a press
 * on a name in it does not tick the box.
 */
export function termsTick({ field, value, problem, vendors, site, opened, toggle, words }: Terms) {
  const { id } = field;
  const withTerms = vendors.filter(({ nodes }) => nodes.length > 0);
  const nameOf = (index: number, name: string) => html`<bdi id="${id}-name-${index}">${name}</bdi>`;
  const links: TemplateResult[] = withTerms.map(({ name }, index) =>
    vendorLink(name, nameOf(index, name), toggle),
  );
  if (site.url) links.push(newTab(site.url, nameOf(links.length, site.name), words));
  const gaps = withTerms.map(() => GAP);
  const sentence =
    gaps.length > 0 && site.url
      ? words.say('acceptBoth', { vendor: words.names(...gaps), site: GAP })
      : words.say('acceptTerms', { vendor: gaps.length > 0 ? words.names(...gaps) : GAP });
  const parts = sentence.split(GAP);
  const ids = parts.map((_, index) => `${id}-${index} ${id}-name-${index}`).join(' ');
  const shown = html`<div>
    ${parts.map(
      (text, index) =>
        html`<label id="${id}-${index}" for=${id}>${text}</label>${links[index] ?? nothing}`,
    )}
  </div>`;
  return html`${checkbox({ id, required: true, value, problem: problemText(field, problem, words) }, ids, shown)}
  ${withTerms.filter(({ name }) => opened.has(name)).map((vendor) => termsText(vendor, words))}`;
}

/** Wraps with its sentence, which a button would not do. */
function vendorLink(name: string, shown: TemplateResult, toggle: Terms['toggle']) {
  const onToggle = ({ target }: Event) => toggle(name, (target as HTMLDetailsElement).open);
  return html`<details class="name" @toggle=${onToggle}>
    <summary class="quiet">${shown}</summary>
  </details>`;
}

function termsText({ name, nodes }: { name: string; nodes: HtmlNode[] }, words: Words) {
  const title = words.say('terms', { vendor: name });
  return html`<div class="text small" tabindex="0" role="region" aria-label=${title}>
    ${renderNodes(nodes)}
  </div>`;
}

/** The terms of a placed order. */
interface PlacedTerms {
  title: string;
  nodes: HtmlNode[];
}

/** A vendor's terms, folded until they are opened. */
export function vendorTerms({ title, nodes }: PlacedTerms) {
  return html`<details class="small">
    <summary>${title}</summary>
    <div class="text" tabindex="0" role="region" aria-label=${title}>${renderNodes(nodes)}</div>
  </details>`;
}

/** The same on paper, where nothing can be opened. */
export function printedTerms({ title, nodes }: PlacedTerms) {
  return html`<div class="printed small">
    <p class="strong">${title}</p>
    ${renderNodes(nodes)}
  </div>`;
}

export const termsStyles = css`
  details {
    margin-top: 8px;
  }
  .name,
  .name > summary {
    display: inline;
  }
  .name > summary {
    padding-block: 5px;
    color: var(--_accent-text);
  }
  .tick + .text {
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
  .printed {
    display: none;
    margin-top: 16px;
    overflow-wrap: anywhere;
  }
  @media print {
    .printed {
      display: block;
    }
  }
`;
