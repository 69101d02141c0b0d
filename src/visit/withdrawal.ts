import { css, html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { customerZone, dayIn } from '../domain/zone.ts';
import { href } from '../elements/parts/address.ts';
import { quietButton } from '../elements/parts/problem-note.ts';
import { StepElement } from '../elements/step-element.ts';
import { withoutMarks } from '../messages/words.ts';
import { base } from '../styles/base.ts';
import { TICKED } from './form/field-values.ts';
import { fieldStyles, textField } from './parts/field.ts';
import { tick, tickStyles } from './parts/tick.ts';
import { type Goods, mailLinkOf } from './withdrawable-goods.ts';

/**
 * The withdrawal from goods in two steps (Directive 2011/83/EU art. 11a). The spec has no operation
 * for it, so the customer gets an e-mail to send, and is told that nothing is sent yet.
 */
export class Withdrawal extends StepElement {
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
  /** When the order was sent, as an instant; undefined if it is not known. */
  @property() orderedAt: string | undefined;
  @property() vendor = '';
  /** The vendor's e-mail address; empty if it is not known. */
  @property() email = '';
  /** The customer's name as typed at the checkout; empty after a reload. */
  @property() name = '';

  /** What was entered in the first step, complete or not. */
  @state() private entry: { goods: Goods[]; name: string; when: string } | undefined;
  /** Whether the text was given to a mail program, copied, or has to be copied by hand. */
  @state() private handover: 'withdrawMailed' | 'withdrawCopied' | 'withdrawByHand' | undefined;

  override render() {
    const { words, entry } = this;
    return html`<details>
      <summary>${words.say('withdraw')}</summary>
      ${entry && entry.goods.length > 0 && entry.name ? this.#renderConfirm(entry) : this.#renderChoice()}
    </details>`;
  }

  /** The first step: the goods and the customer's name. */
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
        id: 'name',
        type: 'text',
        autocomplete: 'name',
        maxLength: undefined,
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
              href=${href(mailLinkOf(email, subject, text))}
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

  /** Called by the button too, because a frame without `allow-forms` cannot submit a form. */
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
      // The browser refuses, or the page is not secure, so the text is copied by hand.
      this.handover = 'withdrawByHand';
    }
  }
}
