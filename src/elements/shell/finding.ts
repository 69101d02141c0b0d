import { html } from 'lit';
import type { BookingClient } from '../../client/booking-client.ts';
import type { FurtherDuration, ListedEvent } from '#contract/event.schema';
import type { Start } from '../../domain/availability.ts';
import { isCartLine, isTooLargeToQuote, withLine } from '../../domain/cart.ts';
import { groupOf, type Choice } from '../../domain/choice.ts';
import { monthOf, type Day, type Month } from '../../domain/days.ts';
import type { ListFilter } from '../../domain/list-filter.ts';
import { firstMonthOf } from '../../domain/next-date.ts';
import type { InnerEvent } from '../../events.ts';
import type { ListWords } from '../../messages/words.ts';
import type { Announcer } from '../../page/announcer.ts';
import type { BookingController } from '../../state/booking-controller.ts';
import { isPending, loadableOf } from '../../state/booking-data.ts';
import type { EventStep, ListStep } from '../../state/steps.ts';
import type { ChoiceProgress, ShownEvent } from '../choice.ts';
import { cartBar } from '../parts/cart-bar.ts';
import type { AmountChange } from '../price-selection.ts';
import { FindingAnnouncements } from './finding-announcements.ts';

/** The public members of the widget that finding reads. */
export interface FindingWidget {
  readonly vendor: string;
  readonly category: string;
  readonly event: string;
  readonly events: string;
}

/** What else finding needs from the widget. */
export interface FindingSource {
  readonly client: BookingClient;
  readonly words: ListWords;
  /** Repeats the requests that have failed. */
  retry(): void;
  /** Another event has taken the place of the one on screen. */
  replaced(): void;
  /** The customer goes on with the choice. */
  readonly visit: Record<'quote' | 'addLine' | 'showCart', () => unknown>;
}

/** The list and the event: their templates, and what the customer does there. */
export class Finding {
  readonly #widget: FindingWidget;
  readonly #flow: BookingController;
  readonly #source: () => FindingSource;
  readonly #announcements: FindingAnnouncements;
  /** The event chosen in the list or as a further duration. Its title is shown while it loads. */
  #chosen: Pick<ListedEvent, 'id' | 'title'> | undefined;

  constructor(
    widget: FindingWidget,
    flow: BookingController,
    announcer: Announcer,
    source: () => FindingSource,
  ) {
    this.#widget = widget;
    this.#flow = flow;
    this.#source = source;
    this.#announcements = new FindingAnnouncements(announcer);
  }

  /** The title of the open event, as the list has it; empty if the event was not opened there. */
  get chosenTitle(): string {
    const { choice } = this.#flow;
    return this.#chosen?.id === choice?.eventId ? (this.#chosen?.title ?? '') : '';
  }

  /** Called when the step is on screen. */
  updated(): void {
    this.#announcements.announce(this.#flow);
  }

  /** Whether the step is waiting for a response. */
  isWaiting(step: ListStep | EventStep): boolean {
    const { isListPending, eventTask, datesTask, event } = this.#flow.data;
    if (step.name === 'list') return isListPending;
    return step.quoting || isPending(eventTask) || (event !== undefined && isPending(datesTask));
  }

  render(step: ListStep | EventStep) {
    const { words, visit } = this.#source();
    return html`${cartBar(this.#flow.cart, words, () => void visit.showCart())}
    ${step.name === 'list' ? this.#renderList(step) : this.#renderChoice(step)}`;
  }

  #renderList(step: ListStep) {
    const { listing, data } = this.#flow;
    const { list } = data;
    const { category, vendor, events } = this.#widget;
    return html`<booking-event-list
      .events=${list?.events}
      .more=${list?.more ?? false}
      .missing=${step.missing ?? ''}
      .busy=${data.isListPending}
      .failure=${data.listFailure}
      .stale=${list?.stale ?? false}
      .filter=${listing}
      .narrowed=${Boolean(vendor || category || events)}
      .fixedCategory=${category !== ''}
      .fixedVendor=${vendor !== ''}
      @event-choose=${({ detail }: InnerEvent<ListedEvent>) => this.#showEvent(detail)}
      @event-prefetch=${({ detail }: InnerEvent<ListedEvent>) => data.prefetch(detail.id, this.#firstMonth(detail))}
      @list-filter=${({ detail }: InnerEvent<ListFilter>) => this.#flow.narrow(detail)}
      @list-more=${() => this.#flow.showMore()}
      @list-retry=${this.#source().retry}
    ></booking-event-list>`;
  }

  #renderChoice(step: EventStep) {
    const flow = this.#flow;
    const { data } = flow;
    const { choice } = step;
    const { client, retry, visit } = this.#source();
    const shown: ShownEvent = {
      ...loadableOf(data.eventTask, data.event),
      title: this.chosenTitle,
      isStale: client.isStale(data.event),
    };
    return html`<booking-choice
      .event=${shown}
      .dates=${data.dates}
      .products=${data.products}
      .choice=${choice}
      .progress=${this.#progressOf(step)}
      .participants=${data.participants}
      .events=${this.#widget.events}
      .fixedEvent=${this.#isOfTag(choice.eventId)}
      @list-show=${() => flow.send({ type: 'show-list' })}
      @event-retry=${retry}
      @event-switch=${({ detail }: InnerEvent<FurtherDuration>) => this.#switchEvent(detail)}
      @dates-retry=${() => data.reload()}
      @month-show=${({ detail }: InnerEvent<Month>) => flow.send({ type: 'show-month', month: detail })}
      @day-choose=${({ detail }: InnerEvent<Day>) => this.#chooseDay(detail)}
      @start-choose=${({ detail }: InnerEvent<Start>) => flow.send({ type: 'choose-start', start: detail })}
      @amount-change=${({ detail }: InnerEvent<AmountChange<number>>) => this.#setAmount(choice, detail)}
      @product-change=${({ detail: { id, amount } }: InnerEvent<AmountChange<string>>) =>
        flow.send({ type: 'set-product', productId: id, amount })}
      @choice-done=${() => visit.quote()}
      @line-add=${() => visit.addLine()}
    ></booking-choice>`;
  }

  #progressOf({ choice, quoting, failure, replaces }: EventStep): ChoiceProgress {
    const { cart, otherStarts } = this.#flow;
    return {
      isQuoting: quoting,
      failure,
      otherStarts: failure ? otherStarts : undefined,
      isGathering: cart.lines.length > 0,
      isChanging: replaces !== null,
      isTooLarge: isCartLine(choice) && isTooLargeToQuote(withLine(cart.lines, choice, replaces)),
    };
  }

  /** Whether it is the event that the tag names, or a further duration of that event. */
  #isOfTag(eventId: string): boolean {
    const others = this.#flow.data.event?.further_durations ?? [];
    return [eventId, ...others.map(({ id }) => id)].includes(this.#widget.event);
  }

  #showEvent(event: ListedEvent): void {
    const { events = [] } = this.#flow.data.list ?? {};
    this.#announcements.selected(event, events.indexOf(event));
    this.#chosen = event;
    const { day } = this.#flow.listing;
    const month = this.#firstMonth(event);
    this.#flow.send({ type: 'show-event', eventId: event.id, day: day || undefined, month });
  }

  #switchEvent(other: FurtherDuration): void {
    this.#chosen = other;
    this.#flow.send({ type: 'switch-event', eventId: other.id });
    // The pressed button is removed, so the focus has to move.
    this.#source().replaced();
  }

  #chooseDay(day: Day): void {
    const { data } = this.#flow;
    this.#flow.send({ type: 'choose-day', day, starts: data.startsOn(day) });
  }

  /** The month that an event of the list opens with. */
  #firstMonth(event: ListedEvent): Month | undefined {
    const { day } = this.#flow.listing;
    return day ? monthOf(day) : firstMonthOf(event);
  }

  #setAmount(choice: Choice, { id, amount }: AmountChange<number>): void {
    const { event } = this.#flow.data;
    const group = event && groupOf(choice, event);
    if (group) this.#flow.send({ type: 'set-amount', group, priceId: id, amount });
  }
}
