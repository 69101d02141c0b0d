import { html, nothing } from 'lit';

export type Fact = [term: string, text: unknown];

/** A description list of the facts whose text is not empty. */
export function renderFacts(facts: Fact[]) {
  return html`<dl>
    ${facts.map(([term, text]) =>
      text
        ? html`<dt dir="auto">${term}</dt>
            <dd dir="auto">${text}</dd>`
        : nothing,
    )}
  </dl>`;
}
