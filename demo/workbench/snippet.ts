import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { type Configuration, ConfigurationChange, namesOf, tagKinds } from './configuration.ts';
import { segments, segmentStyles } from './segments.ts';
import { preloadLinesOf, snippetOf, type StylePlace, styleRuleOf } from './snippet-text.ts';
import { workbenchStyles } from './styles.ts';
import { tagOf } from './tag.ts';

/** The HTML for the widget as previewed, and the address of this preview, both to copy. */
export class WorkbenchSnippet extends LitElement {
  static override styles = [
    workbenchStyles,
    segmentStyles,
    css`
      .head {
        display: flex;
        flex-wrap: wrap;
        gap: 4px 12px;
        justify-content: space-between;
        align-items: center;
        margin-bottom: 8px;
      }
      h2 {
        margin: 0;
      }
      label + pre {
        margin: 4px 0 8px;
      }
      .check {
        display: flex;
        gap: 8px;
        align-items: baseline;
        margin-top: 8px;
      }
      .link {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: 8px;
        align-items: center;
        margin-top: 8px;
      }
      .link input {
        min-width: 0;
        min-height: 32px;
        padding: 3px 8px;
        border: 1px solid var(--_line-strong);
        border-radius: 6px;
        background: var(--_surface);
        color: var(--_ink);
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

  @property({ attribute: false }) configuration!: Configuration;
  /** Address of the proxy in the snippet. */
  @property() proxy = '';

  @state() private place: StylePlace = 'tag';
  @state() private hasPreload = false;
  @state() private report = '';

  protected override render() {
    const tag = tagOf(this.configuration);
    const rule = styleRuleOf(tag);
    const preload = preloadLinesOf(tag, this.proxy);
    const { place, hasPreload } = this;
    return html`<div class="head">
        <h2 id="title">The tag for this</h2>
        ${segments('Kind of tag', Object.entries(tagKinds), this.configuration.kind, (value) => {
          const kind = namesOf(tagKinds).find((name) => name === value);
          if (kind) this.#change({ kind });
        })}
      </div>
      <pre tabindex="0" aria-labelledby="title"><code>${this.#snippet}</code></pre>
      <label class="link small">
        Fallback link
        <input
          type="url"
          placeholder="https://…"
          .value=${this.configuration.link}
          @change=${({ target }: Event) => this.#changeLink(target as HTMLInputElement)}
        />
      </label>
      ${
        rule
          ? html`${checkbox(
              'The page’s policy forbids inline styles',
              place === 'sheet',
              this.#togglePlace,
            )}
            ${place === 'sheet' ? listing('For the page’s style sheet', rule) : nothing}`
          : nothing
      }
      ${
        preload
          ? html`${checkbox(
              'The first card sooner, by lines in the head',
              hasPreload,
              this.#togglePreload,
            )}
            ${hasPreload ? listing('For the head of the page', preload) : nothing}`
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
    return snippetOf(tagOf(this.configuration), this.proxy, this.place);
  }

  readonly #togglePlace = (): void => {
    this.place = this.place === 'sheet' ? 'tag' : 'sheet';
  };

  readonly #togglePreload = (): void => {
    this.hasPreload = !this.hasPreload;
  };

  /** An invalid address never gets into the snippet. */
  #changeLink(input: HTMLInputElement): void {
    if (input.reportValidity()) this.#change({ link: input.value });
  }

  #change(change: Partial<Configuration>): void {
    this.dispatchEvent(new ConfigurationChange(change));
  }

  #copy(text: string): void {
    const report = (words: string) => (this.report = words);
    navigator.clipboard.writeText(text).then(
      () => report('Copied.'),
      () => report('The browser forbids it: select the text and copy it.'),
    );
  }
}

function checkbox(label: string, isChecked: boolean, toggle: () => void) {
  return html`<label class="check small">
    <input type="checkbox" .checked=${isChecked} @change=${toggle} />
    ${label}
  </label>`;
}

function listing(label: string, text: string) {
  return html`<pre tabindex="0" aria-label=${label}><code>${text}</code></pre>`;
}
