import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { workbenchStyles } from './styles.ts';
import { snippetOf, type StylePlace, styleRuleOf, type Tag } from './tag.ts';

/** The HTML for exactly what is shown, and the address of this preview, both to be copied. */
export class WorkbenchSnippet extends LitElement {
  static override styles = [
    workbenchStyles,
    css`
      pre + pre,
      label + pre {
        margin-top: 8px;
      }
      label {
        display: flex;
        gap: 8px;
        align-items: baseline;
        margin-top: 8px;
      }
      .actions {
        gap: 0 16px;
        margin-top: 4px;
      }
      .quiet {
        font-size: 0.94em;
      }
    `,
  ];

  @property({ attribute: false }) tag!: Tag;
  /** Address of the script, as a reseller would write it. */
  @property() script = '';

  @state() private place: StylePlace = 'tag';
  @state() private report = '';

  protected override render() {
    const rule = styleRuleOf(this.tag);
    const { place } = this;
    return html`<h2 id="title">The tag for this</h2>
      <pre tabindex="0" aria-labelledby="title"><code>${this.#snippet}</code></pre>
      ${
        rule
          ? html`<label class="small">
              <input
                type="checkbox"
                .checked=${place === 'sheet'}
                @change=${() => (this.place = place === 'sheet' ? 'tag' : 'sheet')}
              />
              The page’s policy forbids inline styles
            </label>`
          : nothing
      }
      ${
        rule && place === 'sheet'
          ? html`<pre
              tabindex="0"
              aria-label="For the page’s style sheet"
            ><code>${rule}</code></pre>`
          : nothing
      }
      <div class="actions">
        <button class="quiet" type="button" @click=${() => this.#copy(this.#snippet)}>
          Copy the tag
        </button>
        <button class="quiet" type="button" @click=${() => this.#copy(location.href)}>
          Copy the preview’s link
        </button>
      </div>
      <p class="small" role="status">${this.report}</p>`;
  }

  get #snippet(): string {
    return snippetOf(this.tag, this.script, this.place);
  }

  #copy(text: string): void {
    const report = (words: string) => (this.report = words);
    navigator.clipboard.writeText(text).then(
      () => report('Copied.'),
      () => report('The browser forbids it: select the text and copy it.'),
    );
  }
}
