import { consume } from '@lit/context';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { MergedEvent, PriceGroup } from '../contract/event.schema.ts';
import type { Product } from '../contract/product.schema.ts';
import type { Site } from '../contract/site.schema.ts';
import { hasNoDates, type Start } from '../domain/availability.ts';
import type { Failure } from '../domain/failure.ts';
import { countOf, totalOf, valuesOf, type Amounts } from '../domain/amounts.ts';
import { offeredProducts, participantsProblem } from '../domain/cart.ts';
import { InnerEvent, type InnerEventType } from '../events.ts';
import { english, type Words } from '../messages/words.ts';
import { base } from '../styles/base.ts';
import { columns } from '../styles/columns.ts';
import { defaultSite, siteContext, wordsContext } from './context.ts';
import { failureText, problemNote, wayOn } from './parts/problem-note.ts';

/**
 * One event: what it is beside what to choose of it. Hears the pickers inside and adds what only
 * both together know: the total, and what is still missing.
 *
 * @fires list-show - back to the list
 * @fires event-retry - the event could not be read and is wanted again
 * @fires choice-done - a time and participants are chosen
 */
export class Choice extends LitElement {
  static override styles = [
    base,
    columns,
    css`
      .panel + .panel {
        margin-top: 16px;
      }
      .quiet {
        margin-bottom: 4px;
      }
      booking-products {
        margin-top: 16px;
      }
      .row.perforated {
        align-items: baseline;
        margin-top: 4px;
      }
      .note,
      .stale {
        margin-bottom: 12px;
      }
    `,
  ];

  @property({ attribute: false }) event: MergedEvent | undefined;
  @property({ attribute: false }) eventFailure: Failure | undefined;
  /** Title from the list, while the event loads. */
  @property() known = '';
  @property({ type: Boolean }) backable = true;
  @property({ attribute: false }) products: Product[] = [];
  @property() month = '';
  @property({ attribute: false }) starts: Start[] = [];
  @property({ type: Boolean, attribute: 'dates-busy' }) datesBusy = false;
  @property({ attribute: false }) datesFailure: Failure | undefined;
  @property() day = '';
  @property({ attribute: false }) start: Start | undefined;
  @property({ attribute: false }) group: PriceGroup | undefined;
  @property({ attribute: false }) amounts: Amounts<number> = new Map();
  @property({ attribute: false }) productAmounts: Amounts<string> = new Map();
  /** The event is the last of it that could be had. */
  @property({ type: Boolean }) stale = false;
  /** The choice is being priced. */
  @property({ type: Boolean }) busy = false;
  @property({ attribute: false }) failure: Failure | null = null;

  @consume({ context: wordsContext, subscribe: true })
  private words: Words = english;
  @consume({ context: siteContext, subscribe: true })
  private site: Site | undefined = defaultSite;

  /** What is missing shows when going on was tried. */
  @state() private tried = false;

  override render() {
    const { words, event } = this;
    return html`${
      this.backable
        ? html`<button type="button" class="quiet" @click=${() => this.#tell('list-show')}>
            ‹ ${words.say('back')}
          </button>`
        : nothing
    }
    ${
      this.eventFailure
        ? problemNote(
            failureText(this.eventFailure, words),
            wayOn(words.say('retry'), () => this.#tell('event-retry')),
          )
        : html`<div class="columns">
            <booking-event-details .event=${event} .known=${this.known}></booking-event-details>
            <div class="side">
              <section class="panel" aria-label=${words.say('chooseDay')}>
                ${this.month ? this.#renderDates() : nothing}
              </section>
              ${event ? this.#renderPrices(event) : nothing}
            </div>
          </div>`
    }`;
  }

  #renderDates() {
    return html`<booking-date-picker
      .timezone=${this.event?.timezone ?? 'UTC'}
      .month=${this.month}
      .starts=${this.starts}
      .day=${this.day}
      .chosen=${this.start?.date.id ?? ''}
      .first=${this.event?.first_date ?? ''}
      .none=${this.event ? hasNoDates(this.event) : false}
      .busy=${this.datesBusy}
      .failure=${this.datesFailure}
    ></booking-date-picker>`;
  }

  #renderPrices(event: MergedEvent) {
    const { words, group } = this;
    const [price] = group?.prices ?? [];
    if (!group || !price || this.#nothingLeft(event)) return nothing;
    const count = countOf(this.amounts);
    const offered = this.#offered(event, price.currency);
    const total =
      totalOf(this.amounts, valuesOf(group.prices)) +
      totalOf(this.productAmounts, new Map(offered.map((product) => [product.id, product.price])));
    return html`<section class="panel" aria-label=${words.say('howMany')}>
      <booking-price-selection
        .group=${group}
        .amounts=${this.amounts}
        .places=${this.start?.date.available_slots}
      ></booking-price-selection>
      ${
        count > 0
          ? html`<booking-products
              .products=${offered}
              .amounts=${this.productAmounts}
            ></booking-products>`
          : nothing
      }
      <div class="row perforated">
        <div>
          ${words.say('participants', { count })}
          <div class="small">
            ${words.say(this.site?.prices_include_vat === false ? 'exclVat' : 'inclVat')}
          </div>
        </div>
        <span class="total number">${words.money(total, price.currency)}</span>
      </div>
      ${this.stale ? html`<p class="small stale">${words.say('stale')}</p>` : nothing}
      ${this.#renderReason()}
      <button
        type="button"
        class="primary"
        aria-disabled=${this.busy ? 'true' : 'false'}
        @click=${this.#goOn}
      >
        ${words.say('continue')}
      </button>
    </section>`;
  }

  /** Nothing can be booked, in this month or later; the calendar says so. */
  #nothingLeft(event: MergedEvent): boolean {
    return hasNoDates(event) && !this.starts.some(({ state }) => state === 'free');
  }

  #renderReason() {
    const missing = this.tried ? this.#missing() : undefined;
    const reason = missing ?? (this.failure ? failureText(this.failure, this.words) : undefined);
    return reason ? problemNote(reason) : nothing;
  }

  #offered(event: MergedEvent, currency: string): Product[] {
    const line = {
      eventId: this.start?.date.event_id ?? this.group?.event_id ?? event.id,
      dateId: this.start?.date.id ?? '',
      amounts: this.amounts,
    };
    return offeredProducts(this.products, line, currency);
  }

  /** What keeps the choice from being priced, in words. */
  #missing(): string | undefined {
    const { words, group, start } = this;
    if (!start) return words.say(this.day ? 'chooseTimeFirst' : 'chooseDayFirst');
    const { available_slots } = start.date;
    const minimum = group?.min_participants ?? 0;
    switch (participantsProblem(countOf(this.amounts), minimum, available_slots)) {
      case 'none':
        return words.say('chooseParticipants');
      case 'too-few':
        return words.say('atLeast', { count: minimum });
      case 'too-many':
        return words.say('lineFewLeft', {
          time: words.time(this.event?.timezone ?? 'UTC', start.date.date),
          count: available_slots,
        });
      default:
        return undefined;
    }
  }

  #goOn(): void {
    if (this.busy) return;
    this.tried = true;
    if (!this.#missing()) this.#tell('choice-done');
  }

  #tell(name: InnerEventType): void {
    this.dispatchEvent(new InnerEvent(name, null));
  }

  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>('booking-event-details')?.focus();
  }
}
