import { css, html, type TemplateResult } from 'lit';

interface QuietSelect<Value extends string> {
  /** The accessible name. */
  label: string;
  value: Value;
  options: (readonly [value: Value, title: string])[];
  change: (value: Value, select: HTMLSelectElement) => void;
}

/** A select without a border, as wide as the chosen option. */
export function quietSelect<Value extends string>({
  label,
  value,
  options,
  change,
}: QuietSelect<Value>): TemplateResult {
  const choose = ({ target }: Event) => {
    const select = target as HTMLSelectElement;
    change(select.value as Value, select);
  };
  return html`<select aria-label=${label} @change=${choose}>
    ${options.map(
      ([option, title]) =>
        html`<option value=${option} .selected=${option === value}>${title}</option>`,
    )}
  </select>`;
}

export const quietSelectStyles = css`
  select {
    field-sizing: content;
    min-height: 40px;
    border: 0;
    background: none;
    text-overflow: ellipsis;
    cursor: pointer;
  }
`;
