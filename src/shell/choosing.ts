import { html } from 'lit';
import type { FurtherDuration } from '#contract/event.schema';
import type { BookingClient } from '../client/booking-client.ts';
import type { Start } from '../domain/availability.ts';
import { isCartLine } from '../domain/cart.ts';
import { isTooLargeToQuote, withLine } from '../domain/cart-rules.ts';
import { type Choice, groupOf } from '../domain/choice.ts';
import type { Day } from '../domain/days.ts';
import type { ChoiceProgress, ShownEvent } from '../elements/choice.ts';
import type { AmountChange } from '../elements/price-selection.ts';
import type { InnerEvent } from '../events.ts';
import type { BookingController } from '../state/booking-controller.ts';
import { loadableOf } from '../state/booking-data.ts';
import type { EventStep } from '../state/steps.ts';
import type { Finding } from './finding.ts';

/** The public members of the widget that choosing reads. */
export interface ChoosingWidget {
  readonly event: string;
  readonly events: string;
}

/** What else choosing needs from the widget. */
export interface ChoosingSource {
  readonly client: BookingClient;
  readonly finding: Finding;
  /** The customer goes on with the choice. */
  readonly visit: Record<'quote' | 'addLine', () => unknown>;
  /** Repeats the requests that have failed. */
  retry(): void;
}

/** The event: its template, and what the customer chooses there. */
export class Choosing {
  readonly #widget: ChoosingWidget;
  readonly #flow: BookingController;
  readonly #source: () => ChoosingSource;

  constructor(widget: ChoosingWidget, flow: BookingController, source: () => ChoosingSource) {
    this.#widget = widget;
    this.#flow = flow;
    this.#source = source;
  }

  render(step: EventStep) {
    const flow = this.#flow;
    const { data } = flow;
    const { choice } = step;
    const { client, finding, visit, retry } = this.#source();
    const shown: ShownEvent = {
      ...loadableOf(data.eventTask, data.event),
      title: finding.chosenTitle,
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
      @event-switch=${({ detail }: InnerEvent<FurtherDuration>) => finding.switchEvent(detail)}
      @dates-retry=${() => data.reload()}
      @days-show=${({ detail }: InnerEvent<Day>) => flow.send({ type: 'show-days', day: detail })}
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

  #chooseDay(day: Day): void {
    const { data } = this.#flow;
    this.#flow.send({ type: 'choose-day', day, starts: data.startsOn(day) });
  }

  #setAmount(choice: Choice, { id, amount }: AmountChange<number>): void {
    const { event } = this.#flow.data;
    const group = event && groupOf(choice, event);
    if (group) this.#flow.send({ type: 'set-amount', group, priceId: id, amount });
  }
}
