import { css, html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { TICKED } from '../domain/field-values.ts';
import { mailLinkOf, type Goods } from '../domain/withdrawal.ts';
import { customerZone, dayIn } from '../domain/zone.ts';
import { withoutMarks } from '../messages/words.ts';
import { base } from '../styles/base.ts';
import { InnerElement } from './inner-element.ts';
import { fieldStyles, textField } from './parts/field.ts';
import { quietButton } from './parts/problem-note.ts';
import { tick, tickStyles } from './parts/tick.ts';

/**
 * The withdrawal from a contract on goods in two steps (Directive 2011/83/EU art. 11a). No operation
 * of the spec withdraws, so it makes a mail that the customer sends, and says that it sends nothing.
 */
export class Withdrawal extends InnerElement {
  static override styles = [
    base,
    fieldStyles,
    tickStyles,
    css`
      :host {
        display: block;
        margin: 8px 0;
      }
      summary {
        cursor: pointer;
        padding: 4px 0;
        text-decoration: underline;
      }
      form,
      section {
        display: grid;
        justify-items: start;
        gap: 12px;
        max-width: 40em;
        margin: 8px 0;
      }
      form > * {
        width: 100%;
      }
      form > button {
        width: auto;
      }
      .tick {
        margin-top: 8px;
      }
      .text {
        white-space: pre-wrap;
        overflow-wrap: anywhere;
        padding-inline-start: 12px;
        border-inline-start: 2px solid var(--_line-strong);
      }
      @media print {
        :host {
          display: none;
        }
      }
    `,
  ];

  @property({ attribute: false }) goods: Goods[] = [];
  @property() code = '';
  /** An instant; missing where it is not known. */
  @property() orderedAt: string | undefined;
  @property() vendor = '';
  /** The vendor's service address; empty where it is not known. */
  @property() email = '';
  /** What was typed at the checkout, as far as this page knows. */
  @property() name = '';

  /** What the first step was left with, whole or not. */
  @state() private entry: { goods: Goods[]; name: string; when: string } | undefined;
  /** How the text left the page. */
  @state() private handover: 'withdrawMailed' | 'withdrawCopied' | 'withdrawByHand' | undefined;

  override render() {
    const { words, entry } = this;
    return html`<details>
      <summary>${words.say('withdraw')}</summary>
      ${entry && entry.goods.length > 0 && entry.name ? this.#renderConfirm(entry) : this.#renderChoice()}
    </details>`;
  }

  /** Which goods, and who. */
  #renderChoice() {
    const { words, goods, entry } = this;
    const isChosen = (product: Goods) =>
      entry ? entry.goods.includes(product) : goods.length === 1;
    return html`<form novalidate @submit=${this.#enter}>
      <div role="group" aria-label=${words.say('withdrawWhich')}>
        <p>${words.say('withdrawWhich')}</p>
        ${goods.map((product, index) =>
          tick({
            id: `goods-${index}`,
            label: this.#titleOf(product),
            hint: undefined,
            required: false,
            value: isChosen(product) ? TICKED : '',
            problem: undefined,
          }),
        )}
        ${entry?.goods.length === 0 ? html`<p class="problem" role="alert">${words.say('withdrawNone')}</p>` : nothing}
      </div>
      ${textField({
        ...{ id: 'name', type: 'text', autocomplete: 'name', maxLength: undefined },
        label: words.say('name'),
        hint: undefined,
        required: true,
        value: entry?.name ?? this.name,
        problem: entry && !entry.name ? words.say('nameMissing') : undefined,
      })}
      ${quietButton(words.say('withdrawGoOn'), () => void this.#goOn())}
    </form>`;
  }

  #renderConfirm({ goods, name, when }: NonNullable<typeof this.entry>) {
    const { words, code, orderedAt, vendor, email, handover } = this;
    const list = goods.map((product) => this.#titleOf(product)).join('\n');
    const to = [vendor, email].filter(Boolean).join(', ');
    const subject = withoutMarks(words.say('withdrawSubject', { code }));
    const ordered = orderedAt && words.longDay(dayIn(customerZone(), orderedAt));
    const order = [code, ordered].filter(Boolean).join(', ');
    const values = { to, goods: list, code: order, name, when };
    const text = withoutMarks(words.say('withdrawText', values));
    return html`<section>
      <p tabindex="-1">${words.say('withdrawSend', { vendor })}</p>
      <p class="text">${text}</p>
      ${
        email
          ? html`<a
              class="quiet"
              href=${mailLinkOf(email, subject, text)}
              @click=${() => (this.handover = 'withdrawMailed')}
              >${words.say('withdrawConfirm')}</a
            >`
          : nothing
      }
      ${quietButton(words.say('withdrawCopy'), () => void this.#copy(text))}
      ${quietButton(words.say('changeLine'), () => (this.entry = this.handover = undefined))}
      <p role="status">
        ${handover ? `${words.say(handover)} ${words.say('withdrawReceipt', { when })}` : nothing}
      </p>
    </section>`;
  }

  #titleOf({ amount, name }: Goods): string {
    return this.words.say('amountOf', { amount, title: name });
  }

  readonly #enter = (event: SubmitEvent): void => {
    event.preventDefault();
    void this.#goOn();
  };

  /** By its button too, because a frame without `allow-forms` submits nothing. */
  async #goOn(): Promise<void> {
    const { words } = this;
    const typed = new FormData(this.renderRoot.querySelector('form') ?? undefined);
    const zone = customerZone();
    const now = this.clock();
    this.entry = {
      goods: this.goods.filter((_, index) => typed.has(`goods-${index}`)),
      name: String(typed.get('name')).trim(),
      when: words.list(words.longDay(dayIn(zone, now)), words.time(zone, now)),
    };
    await this.updateComplete;
    const next = '[tabindex="-1"], [aria-invalid="true"], [type="checkbox"]';
    this.renderRoot.querySelector<HTMLElement>(next)?.focus();
  }

  async #copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.handover = 'withdrawCopied';
    } catch {
      // Refused, or a page that is not secure: the text stands there.
      this.handover = 'withdrawByHand';
    }
  }
}
