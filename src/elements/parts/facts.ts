import { html, nothing } from 'lit';

export type Fact = [term: string, text: unknown];

/** Those that there is something to say of. */
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
