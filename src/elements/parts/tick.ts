import { css, html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';

interface Tick {
  /** Names it in the details and in the page. */
  name: string;
  label: string;
  /** Beside the label, smaller. */
  aside?: string | undefined;
  checked: boolean;
  required?: boolean | undefined;
  /** What is wrong with it, in words. */
  problem?: string | undefined;
}

/**
 * A box to tick, and what is wrong with it. Ticked it says `true`; the form around it hears that.
 */
export function tick({ name, label, aside, checked, required, problem }: Tick): TemplateResult {
  return html`<div class="tick">
    <input
      type="checkbox"
      id=${name}
      name=${name}
      value="true"
      .checked=${checked}
      aria-required=${required ? 'true' : 'false'}
      aria-invalid=${problem ? 'true' : 'false'}
      aria-describedby=${ifDefined(problem && `${name}-problem`)}
    />
    <label for=${name}
      >${label} ${aside ? html`<span class="small">${aside}</span>` : nothing}</label
    >
    ${problem ? html`<p class="problem" id="${name}-problem">${problem}</p>` : nothing}
  </div>`;
}

export const tickStyles = css`
  .tick {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 0 12px;
  }
  .tick input {
    width: 24px;
    height: 24px;
    margin: 0;
    accent-color: var(--_accent);
  }
  .tick label {
    overflow-wrap: anywhere;
  }
  .tick .problem {
    grid-column: 2;
  }
`;
