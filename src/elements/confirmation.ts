import { consume } from '@lit/context';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { IntentResponse } from '../contract/order.schema.ts';
import type { QuotedLine, QuotedOrder } from '../contract/quote.schema.ts';
import type { Site } from '../contract/site.schema.ts';
import { calendarFile } from '../domain/calendar-file.ts';
import type { Failure } from '../domain/failure.ts';
import { viewLinkOf } from '../domain/view-link.ts';
import { customerZone, dayIn } from '../domain/zone.ts';
import { InnerEvent, type InnerEventType } from '../events.ts';
import { english, type Words } from '../messages/words.ts';
import { base } from '../styles/base.ts';
import { ticket } from '../styles/ticket.ts';
import { type Clock, clockContext, defaultSite, siteContext, wordsContext } from './context.ts';
import { newTab } from './parts/new-tab.ts';
import { failureText, problemNote, quietButton } from './parts/problem-note.ts';

/** What an order's status means to the person who placed it. */
const canceled = { headline: 'orderCanceled', more: 'orderCanceledMore' } as const;
const tickets = { headline: 'haveTickets', more: 'confirmationSent' } as const;
const sentences = {
  ACCEPTED: tickets,
  OPEN: tickets,
  RESERVED: tickets,
  PENDING: { headline: 'requestSent', more: 'requestSentMore' },
  CANCELED: canceled,
  DECLINED: canceled,
} as const satisfies Record<NonNullable<IntentResponse['order']>['status'], object>;

/**
 * What became of the order: tickets with their code, a request on its way, or an honest "not known
 * yet".
 *
 * @fires start-over - something else is to be booked
 * @fires choice-change - the same is to be ordered again
 */
export class Confirmation extends LitElement {
  static override styles = [
    base,
    ticket,
    css`
      :host {
        container-type: inline-size;
      }
      .ticket {
        max-width: 40em;
      }
      .state {
        font-weight: 620;
        color: var(--_accent);
      }
      .code {
        letter-spacing: 0.06em;
        overflow-wrap: anywhere;
      }
      .meta {
        gap: 0 20px;
      }
      .after {
        overflow-wrap: anywhere;
        max-width: 68ch;
        margin-top: 16px;
      }
      .line + .line {
        margin-top: 12px;
      }
      @media print {
        .meta,
        .after .quiet {
          display: none;
        }
      }
    `,
  ];

  @property({ attribute: false }) order: QuotedOrder | undefined;
  @property({ attribute: false }) intent: IntentResponse | undefined;
  /** Opened from a copied link: there is no more to it than the intent, and nothing to order. */
  @property({ type: Boolean }) viewed = false;
  @property({ attribute: false }) failure: Failure | null = null;
  /** Where the vendor writes to. */
  @property() email = '';
  @property() tint = 'tint-0';

  @consume({ context: wordsContext, subscribe: true })
  private words: Words = english;
  @consume({ context: clockContext, subscribe: true })
  private clock: Clock = Date.now;
  @consume({ context: siteContext, subscribe: true })
  private site: Site | undefined = defaultSite;

  /** What came of copying the link: it was copied, or has to be by hand. */
  @state() private link: { address: string; isCopied: boolean } | undefined;

  override render() {
    const { order, intent, failure, words } = this;
    if (this.viewed && failure && !intent) {
      return problemNote(failureText(failure, words), this.#bookMore());
    }
    if (this.viewed && !intent) return html`<p role="status">${words.say('loading')}</p>`;
    if (!intent || !(order || this.viewed)) return nothing;
    switch (intent.state) {
      case 'placed':
        return this.#renderTicket(order, intent.order);
      case 'absent':
      case 'refused':
        return this.#renderAbsent();
      default:
        return this.#renderChecking(order, intent);
    }
  }

  #renderTicket(order: QuotedOrder | undefined, placed: IntentResponse['order']) {
    const { words } = this;
    const { status, code = '' } = placed ?? {};
    const { headline, more } = sentences[status ?? 'ACCEPTED'];
    // What was typed is gone after a reload.
    const sentence = status === 'PENDING' && !this.email ? 'requestAnswered' : more;
    const total = placed ?? order;
    const viewKey = this.intent?.view_key;
    return html`<section class="ticket ${this.tint}">
        <div class="body">
          <p class="small state" role="status">${words.say(headline)}</p>
          ${
            order
              ? order.lines.map((line, index) => this.#renderLine(line, index))
              : html`<h2 class="title" tabindex="-1" id="title">
                  ${words.say('viewed', { code })}
                </h2>`
          }
          <div class="meta">
            ${order ? quietButton(words.say('addToCalendar'), () => this.#saveCalendar(order, code)) : nothing}
            ${order && viewKey ? quietButton(words.say('copyLink'), () => void this.#copyLink(viewKey)) : nothing}
            ${quietButton(words.say('print'), () => window.print())}
            ${placed?.selfservice_url ? newTab(placed.selfservice_url, words.say('manage'), words, 'quiet') : nothing}
          </div>
        </div>
        <div class="stub small">
          <div>${words.say('code')}<b class="code">${placed?.code}</b></div>
          <div>
            ${order ? this.#renderAmounts(order) : nothing}
            ${total ? html`<span class="strong number">${words.money(total.total, total.currency)}</span>` : nothing}
            ${this.site?.prices_include_vat === false ? html`<br />${words.say('exclVat')}` : nothing}
          </div>
        </div>
      </section>
      <div class="after">
        <p aria-live="polite">
          ${this.link ? words.say(this.link.isCopied ? 'linkCopied' : 'linkByHand') : nothing}
          ${this.link && !this.link.isCopied ? this.link.address : nothing}
        </p>
        ${order ? html`<p>${words.say(sentence, { code, vendor: order.vendor_name, email: this.email })}</p>` : nothing}
        ${this.#bookMore()}
      </div>`;
  }

  #renderLine(line: QuotedLine, index: number) {
    return html`<div class="line">
      <h2 class="title" tabindex="-1" id=${index === 0 ? 'title' : nothing}>${line.title}</h2>
      <p>${this.#when(line)}</p>
      <p class="small">${line.meeting_location}</p>
    </div>`;
  }

  #when({ timezone, date }: QuotedLine): string {
    const { words } = this;
    return `${words.longDay(dayIn(timezone, date))}, ${words.time(timezone, date)}`;
  }

  #renderAmounts(order: QuotedOrder) {
    const rows = [
      ...order.lines.flatMap(({ prices }) => prices),
      ...order.products.map(({ amount, name }) => ({ amount, title: name })),
    ];
    return rows.map(
      ({ amount, title }) =>
        html`<span>${this.words.say('amountOf', { amount, title })}</span><br />`,
    );
  }

  #renderChecking(order: QuotedOrder | undefined, { settled_by }: IntentResponse) {
    const { words } = this;
    return html`<section class="note" role="status">
      <h2 class="heading" tabindex="-1" id="title">${words.say('checking')}</h2>
      <p>
        ${words.say('checkingMore')}
        ${settled_by ? words.say('checkingUntil', { time: words.time(customerZone(), settled_by) }) : nothing}
      </p>
      ${order?.lines.map((line) => html`<p class="small">${line.title}, ${this.#when(line)}</p>`)}
    </section>`;
  }

  #renderAbsent() {
    const { words } = this;
    return html`<section class="note" role="alert">
      <h2 class="heading" tabindex="-1" id="title">${words.say('absent')}</h2>
      <p>${words.say('absentMore')}</p>
      ${this.viewed ? this.#bookMore() : quietButton(words.say('orderAgain'), () => this.#tell('choice-change'))}
    </section>`;
  }

  #bookMore() {
    return quietButton(this.words.say('bookMore'), () => this.#tell('start-over'));
  }

  async #copyLink(viewKey: string): Promise<void> {
    const address = viewLinkOf(location.href, viewKey);
    let isCopied = false;
    try {
      await navigator.clipboard.writeText(address);
      isCopied = true;
    } catch {
      // Refused, or a page that is not secure: the link is shown instead.
    }
    this.link = { address, isCopied };
  }

  #saveCalendar(order: QuotedOrder, code: string): void {
    const file = new Blob([calendarFile(code, order.lines, this.clock())], {
      type: 'text/calendar',
    });
    const link = document.createElement('a');
    link.href = URL.createObjectURL(file);
    link.download = `${code}.ics`;
    link.click();
    URL.revokeObjectURL(link.href);
  }

  #tell(name: InnerEventType): void {
    this.dispatchEvent(new InnerEvent(name, null));
  }

  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>('#title')?.focus();
  }
}
