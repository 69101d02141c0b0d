import { consume } from '@lit/context';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { MergedEvent, PriceGroup } from '../contract/event.schema.ts';
import type { Product } from '../contract/product.schema.ts';
import type { Site } from '../contract/site.schema.ts';
import { hasNoDates, type MonthDates } from '../domain/availability.ts';
import { countOf, totalOf, valuesOf } from '../domain/amounts.ts';
import { offeredProducts, participantsProblem } from '../domain/cart.ts';
import { emptyChoice, groupOf, type Choice as ChoiceData } from '../domain/choice.ts';
import type { Failure } from '../domain/failure.ts';
import { isOther, type Loadable } from '../domain/loadable.ts';
import { InnerEvent, type InnerEventType } from '../events.ts';
import { english, type Words } from '../messages/words.ts';
import { base } from '../styles/base.ts';
import { columns } from '../styles/columns.ts';
import { defaultSite, siteContext, wordsContext } from './context.ts';
import { failureText, problemNote, quietButton } from './parts/problem-note.ts';

/**
 * One event: what it is beside what to choose of it. Hears the pickers inside and adds what only
 * both together know: the total, and what is still missing.
 *
 * @fires list-show - back to the list
 * @fires event-retry - the event is to be loaded again
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

  @property({ attribute: false, hasChanged: isOther }) event: Loadable<MergedEvent> | undefined;
  /** The event's title, where it is known before the event. */
  @property({ attribute: 'event-title' }) eventTitle = '';
  /** The page shows one event alone, so there is no list to go back to. */
  @property({ type: Boolean, attribute: 'fixed-event' }) fixedEvent = false;
  /** The event is an older one that the platform could not renew. */
  @property({ type: Boolean }) stale = false;
  /** Undefined until it is known which month to show. */
  @property({ attribute: false, hasChanged: isOther }) dates: MonthDates | undefined;
  /** What the event's vendor sells beside it. */
  @property({ attribute: false, hasChanged: isOther }) products: Product[] = [];
  @property({ attribute: false }) choice: ChoiceData = emptyChoice('');
  /** The choice is being priced. */
  @property({ type: Boolean }) quoting = false;
  /** Why it could not be priced. */
  @property({ attribute: false }) failure: Failure | null = null;

  @consume({ context: wordsContext, subscribe: true })
  private words: Words = english;
  @consume({ context: siteContext, subscribe: true })
  private site: Site | undefined = defaultSite;

  /** What is missing shows when going on was tried. */
  @state() private tried = false;

  get #group(): PriceGroup | undefined {
    const event = this.event?.value;
    return event && groupOf(this.choice, event);
  }

  override render() {
    const { words } = this;
    const { value: event, failure } = this.event ?? {};
    return html`${this.#renderBack()}
    ${
      failure
        ? problemNote(
            failureText(failure, words),
            quietButton(words.say('retry'), () => this.#tell('event-retry')),
          )
        : html`<div class="columns">
            <booking-event-details
              .event=${event}
              .eventTitle=${this.eventTitle}
            ></booking-event-details>
            <div class="side">
              <section class="panel" aria-label=${words.say('chooseDay')}>
                ${this.dates ? this.#renderDates(this.dates) : nothing}
              </section>
              ${event ? this.#renderPrices(event) : nothing}
            </div>
          </div>`
    }`;
  }

  #renderBack() {
    if (this.fixedEvent) return nothing;
    return html`<button type="button" class="quiet" @click=${() => this.#tell('list-show')}>
      ‹ ${this.words.say('back')}
    </button>`;
  }

  #renderDates(dates: MonthDates) {
    return html`<booking-date-picker
      .event=${this.event?.value}
      .dates=${dates}
      .day=${this.choice.day ?? ''}
      .start=${this.choice.start}
    ></booking-date-picker>`;
  }

  #renderPrices(event: MergedEvent) {
    const { words, choice } = this;
    const group = this.#group;
    const [price] = group?.prices ?? [];
    if (!group || !price || this.#isNeverFree(event)) return nothing;
    const { currency } = price;
    const offered = this.#offered(event, currency);
    const count = countOf(choice.amounts);
    return html`<section class="panel" aria-label=${words.say('howMany')}>
      <booking-price-selection
        .group=${group}
        .amounts=${choice.amounts}
        .places=${choice.start?.date.available_slots}
      ></booking-price-selection>
      ${
        count > 0
          ? html`<booking-products
              .products=${offered}
              .amounts=${choice.products}
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
        <span class="total number">${words.money(this.#total(group, offered), currency)}</span>
      </div>
      ${this.stale ? html`<p class="small stale">${words.say('stale')}</p>` : nothing}
      ${this.#renderReason()}
      <button
        type="button"
        class="primary"
        aria-disabled=${this.quoting ? 'true' : 'false'}
        @click=${this.#goOn}
      >
        ${words.say('continue')}
      </button>
    </section>`;
  }

  #renderReason() {
    const missing = this.tried ? this.#missing() : undefined;
    const reason = missing ?? (this.failure ? failureText(this.failure, this.words) : undefined);
    return reason ? problemNote(reason) : nothing;
  }

  /** Nothing can be booked, in this month or later; the calendar says so. */
  #isNeverFree(event: MergedEvent): boolean {
    return hasNoDates(event) && !this.dates?.value?.some(({ state }) => state === 'free');
  }

  #offered(event: MergedEvent, currency: string): Product[] {
    const { start, amounts } = this.choice;
    const line = {
      eventId: start?.date.event_id ?? this.#group?.event_id ?? event.id,
      dateId: start?.date.id ?? '',
      amounts,
    };
    return offeredProducts(this.products, line, currency);
  }

  #total(group: PriceGroup, offered: Product[]): number {
    const { amounts, products } = this.choice;
    const productValues = new Map(offered.map(({ id, price }) => [id, price]));
    return totalOf(amounts, valuesOf(group.prices)) + totalOf(products, productValues);
  }

  /** What keeps the choice from being priced, in words. */
  #missing(): string | undefined {
    const { words } = this;
    const { day, start, amounts } = this.choice;
    if (!start) return words.say(day ? 'chooseTimeFirst' : 'chooseDayFirst');
    const { available_slots } = start.date;
    const minimum = this.#group?.min_participants ?? 0;
    switch (participantsProblem(countOf(amounts), minimum, available_slots)) {
      case 'none':
        return words.say('chooseParticipants');
      case 'too-few':
        return words.say('atLeast', { count: minimum });
      case 'too-many':
        return words.say('lineFewLeft', {
          time: words.time(this.event?.value?.timezone ?? 'UTC', start.date.date),
          count: available_slots,
        });
      default:
        return undefined;
    }
  }

  #goOn(): void {
    if (this.quoting) return;
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
