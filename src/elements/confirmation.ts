import { consume } from '@lit/context';
import { css, html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import type { IntentResponse } from '../contract/order.schema.ts';
import type { QuotedLine, QuotedOrder } from '../contract/quote.schema.ts';
import type { Site } from '../contract/site.schema.ts';
import { calendarFile } from '../domain/calendar-file.ts';
import { customerZone, dayIn } from '../domain/zone.ts';
import { InnerEvent, type InnerEventType } from '../events.ts';
import { english, type Words } from '../messages/words.ts';
import { base } from '../styles/base.ts';
import { ticket } from '../styles/ticket.ts';
import { type Clock, clockContext, defaultSite, siteContext, wordsContext } from './context.ts';
import { newTab } from './parts/new-tab.ts';
import { quietButton } from './parts/problem-note.ts';

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
  /** Where the vendor writes to. */
  @property() email = '';
  @property() tint = 'tint-0';

  @consume({ context: wordsContext, subscribe: true })
  private words: Words = english;
  @consume({ context: clockContext, subscribe: true })
  private clock: Clock = Date.now;
  @consume({ context: siteContext, subscribe: true })
  private site: Site | undefined = defaultSite;

  override render() {
    const { order, intent } = this;
    if (!order || !intent) return nothing;
    switch (intent.state) {
      case 'placed':
        return this.#renderTicket(order, intent.order);
      case 'absent':
        return this.#renderAbsent();
      default:
        return this.#renderChecking(order, intent);
    }
  }

  #renderTicket(order: QuotedOrder, placed: IntentResponse['order']) {
    const { words } = this;
    const { status, code = '' } = placed ?? {};
    const { headline, more } = sentences[status ?? 'ACCEPTED'];
    // What was typed is gone after a reload.
    const sentence = status === 'PENDING' && !this.email ? 'requestAnswered' : more;
    const total = placed ?? order;
    return html`<section class="ticket ${this.tint}">
        <div class="body">
          <p class="small state" role="status">${words.say(headline)}</p>
          ${order.lines.map((line, index) => this.#renderLine(line, index))}
          <div class="meta">
            ${quietButton(words.say('addToCalendar'), () => this.#saveCalendar(order, code))}
            ${quietButton(words.say('print'), () => window.print())}
            ${placed?.selfservice_url ? newTab(placed.selfservice_url, words.say('manage'), words, 'quiet') : nothing}
          </div>
        </div>
        <div class="stub small">
          <div>${words.say('code')}<b class="code">${placed?.code}</b></div>
          <div>
            ${this.#renderAmounts(order)}
            <span class="strong number">${words.money(total.total, total.currency)}</span>
            ${this.site?.prices_include_vat === false ? html`<br />${words.say('exclVat')}` : nothing}
          </div>
        </div>
      </section>
      <div class="after">
        <p>${words.say(sentence, { code, vendor: order.vendor_name, email: this.email })}</p>
        ${quietButton(words.say('bookMore'), () => this.#tell('start-over'))}
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

  #renderChecking({ lines }: QuotedOrder, { settled_by }: IntentResponse) {
    const { words } = this;
    return html`<section class="note" role="status">
      <h2 class="heading" tabindex="-1" id="title">${words.say('checking')}</h2>
      <p>
        ${words.say('checkingMore')}
        ${settled_by ? words.say('checkingUntil', { time: words.time(customerZone(), settled_by) }) : nothing}
      </p>
      ${lines.map((line) => html`<p class="small">${line.title}, ${this.#when(line)}</p>`)}
    </section>`;
  }

  #renderAbsent() {
    const { words } = this;
    return html`<section class="note" role="alert">
      <h2 class="heading" tabindex="-1" id="title">${words.say('absent')}</h2>
      <p>${words.say('absentMore')}</p>
      ${quietButton(words.say('orderAgain'), () => this.#tell('choice-change'))}
    </section>`;
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
