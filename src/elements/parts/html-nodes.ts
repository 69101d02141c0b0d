import { html, type TemplateResult } from 'lit';
import type { HtmlElement, HtmlNode } from '#contract/html.schema';
import { href } from './address.ts';

/**
 * Renders a vendor's text with one template for each tag of the contract, so that no HTML is parsed
 * here.
 */
export function renderNodes(nodes: HtmlNode[]): unknown {
  return nodes.map((node) => (typeof node === 'string' ? node : renderElement(node)));
}

function renderElement({ tag, href: address, children }: HtmlElement): TemplateResult {
  const inner = renderNodes(children);
  switch (tag) {
    case 'p':
      return html`<p>${inner}</p>`;
    case 'br':
      return html`<br />`;
    case 'strong':
      return html`<strong>${inner}</strong>`;
    case 'em':
      return html`<em>${inner}</em>`;
    case 'ul':
      return html`<ul>
        ${inner}
      </ul>`;
    case 'ol':
      return html`<ol>
        ${inner}
      </ol>`;
    case 'li':
      return html`<li>${inner}</li>`;
    // The widget's own headings are h2 and h3, so the headings of a text are h4.
    case 'h3':
    case 'h4':
      return html`<h4>${inner}</h4>`;
    case 'blockquote':
      return html`<blockquote>${inner}</blockquote>`;
    case 'a':
      return address
        ? html`<a href=${href(address)} target="_blank" rel="noopener nofollow ugc">${inner}</a>`
        : html`${inner}`;
  }
}
