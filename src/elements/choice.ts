import { html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { MergedEvent, PriceGroup } from '#contract/event.schema';
import { MAX_AMOUNT, MAX_LINES } from '#contract/limits';
import type { Product } from '#contract/product.schema';
import { countOf, totalOf, valuesOf } from '../domain/amounts.ts';
import { hasNoDates, type OtherStarts, type ShownDates } from '../domain/availability.ts';
import { offeredProducts, participantsProblem } from '../domain/cart-rules.ts';
import {
  type Choice as ChoiceData,
  emptyChoice,
  groupOf,
  lowestValueOf,
  titleOf,
} from '../domain/choice.ts';
import type { Day } from '../domain/days.ts';
import type { Failure } from '../domain/failure.ts';
import { isOther, type Loadable } from '../domain/loadable.ts';
import type { InnerEventType } from '../events.ts';
import { choiceStyles } from './choice.styles.ts';
import { loadingNote } from './parts/loading-note.ts';
import { lostLineOf, lostText, startsInstead } from './parts/lost-line.ts';
import { failureText, problemNote, quietButton } from './parts/problem-note.ts';
import { promises } from './parts/promises.ts';
import { StepElement } from './step-element.ts';

const missingText = {
  none: 'chooseParticipants',
  'too-few': 'atLeast',
  'too-many': 'allLeft',
} as const;

/** The width in pixels below which the calendar is behind a button (choice.styles.ts has it too). */
const NARROW = 560;

/** The event to choose from, which may still be loading. */
export interface ShownEvent extends Loadable<MergedEvent> {
  /** The event's title if it is known before the event has loaded, else empty. */
  title: string;
  /** Whether the proxy has sent an older event, because the platform did not respond. */
  isStale: boolean;
}

/** The progress of the choice towards an order. */
export interface ChoiceProgress {
  isQuoting: boolean;
  /** Why the choice could not be priced. */
  failure: Failure | null;
  /** Starts that can replace a lost one; undefined while they load. */
  otherStarts: OtherStarts | undefined;
  /** Whether the cart has lines, so that the choice is added to it. */
  isGathering: boolean;
  /** Whether the choice replaces a line of the cart. */
  isChanging: boolean;
  /** Whether the cart would be too large with the choice. */
  isTooLarge: boolean;
}

/**
 * One event: its details beside the pickers for date, prices and products. It shows the total of
 * what is chosen, and what is still missing.
 *
 * @fires list-show - to show the list
 * @fires event-retry - to load the event again
 * @fires start-choose - with the start that replaces a lost one
 * @fires choice-done - to order the complete choice
 * @fires line-add - to put the complete choice into the cart
 */
export class Choice extends StepElement {
  static override styles = choiceStyles;

  @property({ attribute: false, hasChanged: isOther }) event: ShownEvent | undefined;
  /** Undefined until it is known which days to show. */
  @property({ attribute: false, hasChanged: isOther }) dates: ShownDates | undefined;
  /** The products of the event's vendor. */
  @property({ attribute: false, hasChanged: isOther }) products: Product[] = [];
  @property({ attribute: false }) choice: ChoiceData = emptyChoice('');
  @property({ attribute: false, hasChanged: isOther }) progress!: ChoiceProgress;
  /** The number of places to look for. */
  @property({ type: Number }) participants = 1;
  /** Ids of the events that the page offers, comma-separated; empty for all. */
  @property() events = '';
  /** The page shows only one event, so there is no list to go back to. */
  @property({ type: Boolean, attribute: 'fixed-event' }) fixedEvent = false;

  /** Whether the page is too narrow for a calendar in its first screen. */
  @state() private isNarrow = false;
  /** Whether the button was pressed. Before that, nothing is said about what is missing. */
  @state() private tried = false;

  /**
   * An observer reports before the browser paints, so that nothing moves afterwards. It observes an
   * element without height, since what follows changes the height of everything else.
   */
  readonly #size = new ResizeObserver(([entry]) => {
    if (entry) this.isNarrow = entry.contentRect.width < NARROW;
  });
  /** Whether the customer has just chosen a day or a time. */
  #isChoosing = false;

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.#observeWidth();
  }

  /**
   * At first the width is read. The observer reports it only after a rendering, and a calendar that
   * is rendered on a phone, only to be removed, took a fifth of the time to open an event.
   */
  protected override willUpdate(): void {
    if (!this.hasUpdated) this.isNarrow = this.clientWidth < NARROW;
  }

  protected override firstUpdated(): void {
    this.#observeWidth();
  }

  #observeWidth(): void {
    const width = this.renderRoot.querySelector('.width');
    if (width) this.#size.observe(width);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#size.disconnect();
  }

  /** Waits for the calendar too, so that the layout is final before the page scrolls. */
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
    return html`<div class="width"></div>
      ${this.#renderBack()}
      ${
        failure
          ? problemNote(
              failureText(failure, words),
              quietButton(words.say('retry'), () => this.emit('event-retry')),
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

  protected override updated(changed: PropertyValues<this>): void {
    const isNew = changed.has('choice') && this.choice.start !== changed.get('choice')?.start;
    if (this.#isChoosing && isNew && this.choice.start) void this.#showPrices();
  }

  /** Scrolls as little as it takes to show the prices, once the day's times are there. */
  async #showPrices(): Promise<void> {
    this.#isChoosing = false;
    await this.updateComplete;
    this.renderRoot.querySelector('booking-price-selection')?.scrollIntoView({ block: 'nearest' });
  }

  #renderBack() {
    if (this.fixedEvent) return nothing;
    return html`<button type="button" class="quiet" @click=${() => this.emit('list-show')}>
      ‹ ${this.words.say('back')}
    </button>`;
  }

  #renderDates(dates: ShownDates) {
    return html`<booking-date-picker
      .event=${this.event?.value}
      .events=${this.events}
      .dates=${dates}
      .day=${this.choice.day ?? ''}
      .start=${this.choice.start}
      .participants=${this.participants}
      .priceTitle=${titleOf(this.choice)}
      .skippedSince=${this.choice.skippedSince ?? ''}
      .narrow=${this.isNarrow}
      @day-choose=${this.#choosing}
      @start-choose=${this.#choosing}
    ></booking-date-picker>`;
  }

  readonly #choosing = (): void => {
    this.#isChoosing = true;
  };

  #renderPrices(event: MergedEvent) {
    const { words, choice } = this;
    const group = this.#group;
    const [price] = group?.prices ?? [];
    if (!group || !price || this.#isNeverFree(event)) return nothing;
    const { currency } = price;
    const offered = this.#offered(event, currency);
    const isChosen = choice.amounts.size > 0;
    const value = isChosen ? this.#total(group, offered) : lowestValueOf(choice, event);
    const total = words.price(value, currency);
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
        ${this.#renderPromises(event)}
      </section>
      <div class="foot perforated">
        ${this.#renderReason(event)}
        <div class="sum">
          ${this.#renderAbout(event, group, value)}
          <span class="total number" translate="no"
            >${isChosen || !value ? total : html`<span class="small">${words.say('from')}</span> ${total}`}</span
          >
        </div>
        <button
          type="button"
          class="primary"
          aria-disabled=${this.progress.isQuoting}
          @click=${() => this.#submitChoice()}
        >
          ${words.say(this.#next)}
        </button>
        ${
          this.#next === 'continue' && !this.fixedEvent
            ? quietButton(words.say('addLine'), () => this.#submitChoice('line-add'))
            : nothing
        }
      </div>`;
  }

  /** The vendor's hint for booking, and the question that each participant will be asked. */
  #renderHints({ hint, participant_hint: question }: MergedEvent) {
    return html`${hint ? html`<p class="small" dir="auto">${hint}</p>` : nothing}
    ${
      question
        ? html`<p class="small">${this.words.say('asked')} <bdi>${question}</bdi></p>`
        : nothing
    }`;
  }

  /** What is promised with the chosen start, or with any. */
  #renderPromises({ vendor_id, timezone }: MergedEvent) {
    const { words, site } = this;
    const date = this.choice.start?.date.date;
    const starts = date === undefined ? [] : [{ date, timezone }];
    return promises(vendor_id, starts, { site, words, now: this.clock() });
  }

  /** The start, the number of participants and the VAT of the total beside it. */
  #renderAbout({ timezone }: MergedEvent, { prices }: PriceGroup, value: number) {
    const { words, choice } = this;
    const { start } = choice;
    const count = countOf(choice.amounts);
    const about = [
      count > 0 ? words.say('participants', { count }) : '',
      this.vatText(value > 0, prices.some(({ vat }) => vat > 0) ? words.say('inclVat') : ''),
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

  #renderReason({ timezone }: MergedEvent) {
    const { words } = this;
    const { failure, otherStarts } = this.progress;
    const lost = lostLineOf(this.#lines(timezone), failure);
    if (lost) {
      const instead = startsInstead(lost.line, otherStarts, words, ({ start }) =>
        this.emit('start-choose', start),
      );
      return problemNote(lostText(lost, words), instead);
    }
    const products = this.products.map(({ id, name }) => ({ product_id: id, name }));
    const reason =
      (this.tried && this.#missing()) || (failure && failureText(failure, words, { products }));
    return reason ? problemNote(reason) : nothing;
  }

  /** The chosen start as a line; empty if none is chosen. */
  #lines(timezone: string) {
    const date = this.choice.start?.date;
    return date ? [{ date_id: date.id, date: date.date, timezone }] : [];
  }

  /** Whether nothing can be booked on these days or later; the calendar says so. */
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

  /** Why the choice cannot be priced yet, as a text; undefined if it can, or has no start. */
  #missing(): string | undefined {
    const { start, amounts } = this.choice;
    if (!start) return undefined;
    const { available_slots: left } = start.date;
    const minimum = this.#group?.min_participants ?? 0;
    const problem = participantsProblem(countOf(amounts), minimum, left);
    const count = problem === 'too-few' ? minimum : left;
    if (problem) return this.words.say(missingText[problem], { count });
    return this.progress.isTooLarge
      ? this.words.say('visitTooLarge', { dates: MAX_LINES, amount: MAX_AMOUNT })
      : undefined;
  }

  /** The label of the button, which names the customer's next step. */
  get #next(): 'chooseDay' | 'chooseTime' | 'continue' | 'addLine' | 'changeVisit' {
    const { day, start } = this.choice;
    if (start && this.progress.isChanging) return 'changeVisit';
    if (start) return this.progress.isGathering ? 'addLine' : 'continue';
    return day && this.#hasTimes(day) ? 'chooseTime' : 'chooseDay';
  }

  /** Whether a day has free starts, or may have some while they load. */
  #hasTimes(day: Day): boolean {
    const starts = this.dates?.value;
    return !starts || starts.some((start) => start.day === day && start.state === 'free');
  }

  #submitChoice(
    done: InnerEventType = this.progress.isGathering || this.progress.isChanging
      ? 'line-add'
      : 'choice-done',
  ): void {
    if (this.progress.isQuoting) return;
    if (!this.choice.start) {
      // The day's starts are at the end of the panel.
      this.#show('.days', this.#next === 'chooseTime' ? 'end' : 'nearest');
      return;
    }
    this.tried = true;
    if (this.#missing()) this.#show('.prices', 'nearest');
    else this.emit(done);
  }

  /** Scrolls to a panel, and focuses it. */
  #show(panel: string, block: ScrollLogicalPosition): void {
    const element = this.renderRoot.querySelector<HTMLElement>(panel);
    element?.scrollIntoView({ block });
    element?.focus({ preventScroll: true });
  }

  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector<HTMLElement>('booking-event-details')?.focus(options);
  }
}
