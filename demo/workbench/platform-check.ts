import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { CheckedRule, CheckPlatform } from './platform-control.ts';
import { workbenchStyles } from './styles.ts';

/** Whether the real platform keeps to its specification, rule by rule, at a press. */
export class WorkbenchPlatformCheck extends LitElement {
  static override styles = [
    workbenchStyles,
    css`
      .root {
        display: grid;
        gap: 8px;
        overflow-wrap: anywhere;
      }
      h2 {
        margin-bottom: 0;
      }
      progress {
        width: 100%;
        accent-color: var(--_accent);
      }
      ul {
        display: grid;
        gap: 8px;
        list-style: none;
      }
      .broken > li {
        display: grid;
        gap: 4px;
        padding: 10px 12px;
        border: 1px solid var(--_line);
        border-radius: var(--_radius-small);
      }
      .warn {
        color: var(--_warn);
      }
      summary {
        padding: 2px 0;
      }
    `,
  ];

  @property({ attribute: false }) checkPlatform: CheckPlatform | undefined;

  @state() private rules: readonly CheckedRule[] = [];
  /** Ends the check; undefined unless one is going on. */
  @state() private running: AbortController | undefined;
  /** Why the last check did not come to its end. */
  @state() private ended = '';

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.running?.abort();
  }

  protected override render() {
    const { running, rules } = this;
    const broken = rules.filter(({ outcome }) => outcome === 'broken');
    const skipped = rules.filter(({ outcome }) => outcome === 'skipped');
    return html`<div class="root">
      <h2>Does it keep to the specification?</h2>
      <p class="small">
        Every rule is tried by reading alone. On a slow platform that takes many minutes, and the
        calls count against the month’s. Rules that write are left to
        <code>npm run conformance</code>.
      </p>
      ${running ? this.#renderProgress() : nothing}
      <p class="small strong" role="status">${running ? nothing : this.#summary}</p>
      ${
        broken.length > 0
          ? html`<ul class="broken small" aria-label="Broken">
              ${broken.map(renderBroken)}
            </ul>`
          : nothing
      }
      ${
        skipped.length > 0
          ? html`<details class="small">
              <summary>Not looked at: ${skipped.length}</summary>
              <ul>
                ${skipped.map(
                  ({ title, reason }) =>
                    html`<li><span class="strong">${title}</span>: ${reason}</li>`,
                )}
              </ul>
            </details>`
          : nothing
      }
      <div class="actions">
        <button class="action" type="button" @click=${this.#press}>
          ${running ? 'Stop' : rules.length > 0 ? 'Check it again' : 'Check this platform'}
        </button>
      </div>
    </div>`;
  }

  #renderProgress() {
    const last = this.rules.at(-1);
    return html`<progress
        aria-label="Rules tried"
        value=${last?.at ?? nothing}
        max=${last?.of ?? nothing}
      ></progress>
      <p class="small">
        ${last ? `${last.at} of ${last.of} rules, ${this.#counts}` : 'The first rule is being tried…'}
      </p>`;
  }

  get #counts(): string {
    const count = (outcome: CheckedRule['outcome']) =>
      this.rules.filter((rule) => rule.outcome === outcome).length;
    return `${count('kept')} kept, ${count('broken')} broken, ${count('skipped')} not looked at`;
  }

  get #summary(): string {
    const { ended, rules } = this;
    const last = rules.at(-1);
    if (!last) return ended;
    const tried = last.at === last.of ? `All ${last.of} rules` : `${last.at} of ${last.of} rules`;
    return [`${tried}: ${this.#counts}.`, ended].filter(Boolean).join(' ');
  }

  readonly #press = (): void => {
    if (this.running) this.running.abort();
    else void this.#check();
  };

  async #check(): Promise<void> {
    const running = new AbortController();
    const { signal } = running;
    Object.assign(this, { running, rules: [], ended: '' });
    try {
      for await (const rule of this.checkPlatform?.(signal) ?? []) {
        this.rules = [...this.rules, rule];
      }
      const last = this.rules.at(-1);
      if (last?.at !== last?.of) this.ended = 'Another tab has begun a check.';
    } catch (error) {
      this.ended = signal.aborted ? 'Stopped.' : `The check has ended: ${(error as Error).message}`;
    }
    this.running = undefined;
  }
}

function renderBroken({ title, reason, sentence, calls }: CheckedRule) {
  return html`<li>
    <span class="strong warn">${title}</span>
    <span>${reason}</span>
    <span>The specification: <q>${sentence}</q></span>
    <details>
      <summary>The calls that show it</summary>
      <pre>${calls}</pre>
    </details>
  </li>`;
}
