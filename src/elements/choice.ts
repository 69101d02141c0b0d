import { html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { MergedEvent, PriceGroup } from '../contract/event.schema.ts';
import type { Product } from '../contract/product.schema.ts';
import { hasNoDates, type MonthDates, type OtherStarts } from '../domain/availability.ts';
import { countOf, totalOf, valuesOf } from '../domain/amounts.ts';
import { offeredProducts, participantsProblem } from '../domain/cart.ts';
import {
  emptyChoice,
  groupOf,
  lowestValueOf,
  titleOf,
  type Choice as ChoiceData,
} from '../domain/choice.ts';
import type { Day } from '../domain/days.ts';
import type { Failure } from '../domain/failure.ts';
import { isOther, type Loadable } from '../domain/loadable.ts';
import type { InnerEventType } from '../events.ts';
import { base } from '../styles/base.ts';
import { columns } from '../styles/columns.ts';
import { choiceStyles } from './choice.styles.ts';
import { InnerElement } from './inner-element.ts';
import { loadingNote } from './parts/loading-note.ts';
import { lostLineOf, lostText, startsInstead } from './parts/lost-line.ts';
import { failureText, problemNote, quietButton } from './parts/problem-note.ts';

const missingText = {
  none: 'chooseParticipants',
  'too-few': 'atLeast',
  'too-many': 'allLeft',
} as const;

/** The event to choose from, which may still be loading. */
export interface ShownEvent extends Loadable<MergedEvent> {
  /** Known before the rest where it comes from the list; empty otherwise. */
  title: string;
  /** It is an older one that the platform could not renew. */
  isStale: boolean;
}

/** How far the choice has come on its way into an order. */
export interface ChoiceProgress {
  isQuoting: boolean;
  /** Why it could not be priced. */
  failure: Failure | null;
  /** What can be taken instead of a start that is lost; undefined until it is loaded. */
  otherStarts: OtherStarts | undefined;
  /** The cart has something already, and this goes along. */
  isGathering: boolean;
  /** What the cart has of this is being changed. */
  isChanging: boolean;
}

/**
 * One event: what it is beside what to choose of it. Hears the pickers inside and adds what only
 * both together know: the total, and what is still missing.
 *
 * @fires list-show - back to the list
 * @fires event-retry - the event is to be loaded again
 * @fires start-choose - with the start to take instead of a lost one
 * @fires choice-done - a time and participants are chosen, and to be ordered
 * @fires line-add - they are chosen, and to be put into the cart
 */
export class Choice extends InnerElement {
  static override styles = [base, columns, choiceStyles];

  @property({ attribute: false, hasChanged: isOther }) event: ShownEvent | undefined;
  /** Undefined until it is known which month to show. */
  @property({ attribute: false, hasChanged: isOther }) dates: MonthDates | undefined;
  /** What the event's vendor sells beside it. */
  @property({ attribute: false, hasChanged: isOther }) products: Product[] = [];
  @property({ attribute: false }) choice: ChoiceData = emptyChoice('');
  @property({ attribute: false, hasChanged: isOther }) progress!: ChoiceProgress;
  /** How many places are looked for. */
  @property({ type: Number }) participants = 1;
  /** The only events of the page: ids, comma-separated; empty for all. */
  @property() events = '';
  /** The page shows one event alone, so there is no list to go back to. */
  @property({ type: Boolean, attribute: 'fixed-event' }) fixedEvent = false;

  /** What is missing shows when going on was tried. */
  @state() private tried = false;

  /** With its calendar, so that the page is laid out once before it is scrolled and focused. */
  protected override async getUpdateComplete(): Promise<boolean> {
    const isComplete = await super.getUpdateComplete();
    await this.renderRoot.querySelector('booking-date-picker')?.updateComplete;
    return isComplete;
  }

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
            quietButton(words.say('retry'), () => this.tell('event-retry')),
          )
        : html`<booking-event-details .event=${event} .eventTitle=${this.event?.title ?? ''}>
            <div class="side">
              <section class="panel days" tabindex="-1" aria-label=${words.say('chooseDay')}>
                ${this.dates ? this.#renderDates(this.dates) : nothing}
              </section>
              ${event ? this.#renderPrices(event) : nothing}
            </div>
          </booking-event-details>`
    }`;
  }

  #renderBack() {
    if (this.fixedEvent) return nothing;
    return html`<button type="button" class="quiet" @click=${() => this.tell('list-show')}>
      ‹ ${this.words.say('back')}
    </button>`;
  }

  #renderDates(dates: MonthDates) {
    return html`<booking-date-picker
      .event=${this.event?.value}
      .events=${this.events}
      .dates=${dates}
      .day=${this.choice.day ?? ''}
      .start=${this.choice.start}
      .participants=${this.participants}
      .priceTitle=${titleOf(this.choice)}
      .skippedFrom=${this.choice.skippedFrom ?? ''}
    ></booking-date-picker>`;
  }

  #renderPrices(event: MergedEvent) {
    const { words, choice } = this;
    const group = this.#group;
    const [price] = group?.prices ?? [];
    if (!group || !price || this.#isNeverFree(event)) return nothing;
    const { currency } = price;
    const offered = this.#offered(event, currency);
    return html`<section class="panel prices" tabindex="-1" aria-label=${words.say('howMany')}>
        <booking-price-selection
          .group=${group}
          .amounts=${choice.amounts}
          .places=${choice.start?.date.available_slots}
        ></booking-price-selection>
        ${this.#renderHints(event)}
        ${
          countOf(choice.amounts) > 0
            ? html`<booking-products
                .products=${offered}
                .amounts=${choice.products}
              ></booking-products>`
            : nothing
        }
        ${this.event?.isStale ? html`<p class="small">${words.say('stale')}</p>` : nothing}
      </section>
      <div class="foot perforated">
        ${this.#renderReason(event)}
        <div class="sum">
          ${this.#renderAbout(event, group)}
          <span class="total number" translate="no"
            >${this.#renderTotal(event, group, offered, currency)}</span
          >
        </div>
        <button
          type="button"
          class="primary"
          aria-disabled=${this.progress.isQuoting ? 'true' : 'false'}
          @click=${() => this.#goOn()}
        >
          ${words.say(this.#next)}
        </button>
        ${
          this.#next === 'continue' && !this.fixedEvent
            ? quietButton(words.say('addLine'), () => this.#goOn('line-add'))
            : nothing
        }
      </div>`;
  }

  /** What the vendor wants to be known while booking, and what each participant will be asked. */
  #renderHints({ hint, participant_hint: question }: MergedEvent) {
    return html`${hint ? html`<p class="small" dir="auto">${hint}</p>` : nothing}
    ${
      question
        ? html`<p class="small">${this.words.say('asked')} <bdi>${question}</bdi></p>`
        : nothing
    }`;
  }

  /** What the sum beside it is for. */
  #renderAbout({ timezone }: MergedEvent, { prices }: PriceGroup) {
    const { words, choice } = this;
    const { start } = choice;
    const count = countOf(choice.amounts);
    const vat = this.site?.prices_include_vat === false ? 'exclVat' : 'inclVat';
    const about = [
      count > 0 ? words.say('participants', { count }) : '',
      prices.some((price) => price.vat > 0) ? words.say(vat) : '',
    ];
    return html`<div class="small">
      ${
        start
          ? html`<div class="strong">
              ${words.list(words.shortDay(start.day), words.time(timezone, start.date.date))}
            </div>`
          : nothing
      }
      ${about.filter(Boolean).join(' · ')}
      ${loadingNote(this.progress.isQuoting && this.loadingText)}
    </div>`;
  }

  /** The lowest price, while no amounts are chosen. */
  #renderTotal(event: MergedEvent, group: PriceGroup, offered: Product[], currency: string) {
    const { words, choice } = this;
    if (choice.amounts.size > 0) return words.price(this.#total(group, offered), currency);
    const value = lowestValueOf(choice, event);
    return html`${value > 0 ? html`<span class="small">${words.say('from')}</span> ` : nothing}${words.price(value, currency)}`;
  }

  #renderReason({ timezone }: MergedEvent) {
    const { words } = this;
    const { failure, otherStarts } = this.progress;
    const lost = lostLineOf(this.#lines(timezone), failure);
    if (lost) {
      const instead = startsInstead(lost.line, otherStarts, words, ({ start }) =>
        this.tell('start-choose', start),
      );
      return problemNote(lostText(lost, words), instead);
    }
    const missing = this.tried ? this.#missing() : undefined;
    const reason = missing ?? (failure ? failureText(failure, words) : undefined);
    return reason ? problemNote(reason) : nothing;
  }

  /** What is chosen, as the line that it was priced as. */
  #lines(timezone: string) {
    const date = this.choice.start?.date;
    return date ? [{ date_id: date.id, date: date.date, timezone }] : [];
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

  /** What keeps a chosen start from being priced, in words. */
  #missing(): string | undefined {
    const { start, amounts } = this.choice;
    if (!start) return undefined;
    const { available_slots: left } = start.date;
    const minimum = this.#group?.min_participants ?? 0;
    const problem = participantsProblem(countOf(amounts), minimum, left);
    const count = problem === 'too-few' ? minimum : left;
    return problem && this.words.say(missingText[problem], { count });
  }

  /** What the one button leads to. */
  get #next(): 'chooseDay' | 'chooseTime' | 'continue' | 'addLine' | 'changeVisit' {
    const { day, start } = this.choice;
    if (start && this.progress.isChanging) return 'changeVisit';
    if (start) return this.progress.isGathering ? 'addLine' : 'continue';
    return day && this.#hasTimes(day) ? 'chooseTime' : 'chooseDay';
  }

  /** A day that was said before its times were known may have none. */
  #hasTimes(day: Day): boolean {
    const starts = this.dates?.value;
    return !starts || starts.some((start) => start.day === day && start.state === 'free');
  }

  #goOn(
    done: InnerEventType = this.progress.isGathering || this.progress.isChanging
      ? 'line-add'
      : 'choice-done',
  ): void {
    if (this.progress.isQuoting) return;
    if (!this.choice.start) {
      // Its times stand at the end of the calendar.
      this.#show('.days', this.#next === 'chooseTime' ? 'end' : 'nearest');
      return;
    }
    this.tried = true;
    if (this.#missing()) this.#show('.prices', 'nearest');
    else this.tell(done);
  }

  /** Takes eyes and keyboard to where the next thing is chosen. */
  #show(panel: string, block: ScrollLogicalPosition): void {
    const element = this.renderRoot.querySelector<HTMLElement>(panel);
    element?.scrollIntoView({ block });
    element?.focus({ preventScroll: true });
  }

  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector<HTMLElement>('booking-event-details')?.focus(options);
  }
}
