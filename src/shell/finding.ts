import { html } from 'lit';
import type { FurtherDuration, ListedEvent } from '#contract/event.schema';
import type { Day } from '../domain/days.ts';
import type { ListFilter, ListOffer } from '../domain/list-filter.ts';
import { firstDayOf } from '../domain/next-date.ts';
import type { PressedStart } from '../elements/event-list.ts';
import { cartBar } from '../elements/parts/cart-bar.ts';
import type { InnerEvent } from '../events.ts';
import type { ListWords } from '../messages/words.ts';
import type { Announcer } from '../page/announcer.ts';
import type { BookingController } from '../state/booking-controller.ts';
import { isPending } from '../state/booking-data.ts';
import type { EventStep, ListStep } from '../state/steps.ts';
import { FindingAnnouncements } from './finding-announcements.ts';

/** The public members of the widget that finding reads. */
export interface FindingWidget {
  readonly vendor: string;
  readonly category: string;
  readonly events: string;
}

/** What else finding needs from the widget. */
export interface FindingSource {
  readonly words: ListWords;
  /** What there is instead of an empty list. */
  readonly offers: ListOffer[];
  /** The filter, with a day that its text names. */
  understood(filter: ListFilter): ListFilter;
  /** Repeats the requests that have failed. */
  retry(): void;
  /** Another event has taken the place of the one on screen. */
  replaced(): void;
  /** Opens the cart. */
  showCart(): unknown;
}

/** The list: its template, and which event the customer opens there. */
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

  /** A link to the cart, if something is in it. */
  renderCart() {
    const { words, showCart } = this.#source();
    return cartBar(this.#flow.cart, words, () => void showCart());
  }

  renderList(step: ListStep) {
    const { listing, data } = this.#flow;
    const { list } = data;
    const { category, vendor, events } = this.#widget;
    return html`${this.renderCart()}
      <booking-event-list
        .events=${list?.events}
        .more=${list?.more ?? false}
        .missing=${step.missing ?? ''}
        .busy=${data.isListPending}
        .failure=${data.listFailure}
        .stale=${list?.stale ?? false}
        .filter=${listing}
        .offers=${this.#source().offers}
        .narrowed=${Boolean(vendor || category || events)}
        .fixedCategory=${category !== ''}
        .fixedVendor=${vendor !== ''}
        @event-choose=${({ detail }: InnerEvent<ListedEvent>) => this.#showEvent(detail)}
        @start-open=${({ detail: { event, date } }: InnerEvent<PressedStart>) => this.#showEvent(event, date)}
        @event-prefetch=${({ detail }: InnerEvent<ListedEvent>) => data.prefetch(detail.id, this.#firstDay(detail))}
        @list-filter=${({ detail }: InnerEvent<ListFilter>) => this.#flow.narrow(this.#source().understood(detail))}
        @list-more=${() => this.#flow.showMore()}
        @list-retry=${this.#source().retry}
      ></booking-event-list>`;
  }

  /** @param wanted when the start begins that was pressed */
  #showEvent(event: ListedEvent, wanted?: string): void {
    const { events = [] } = this.#flow.data.list ?? {};
    this.#announcements.selected(event, events.indexOf(event));
    this.#chosen = event;
    const { day } = this.#flow.listing;
    const shownDay = this.#firstDay(event);
    this.#flow.send({
      type: 'show-event',
      eventId: event.id,
      day: day || undefined,
      shownDay,
      wanted,
    });
  }

  /** Opens a further duration of the event on screen. */
  switchEvent(other: FurtherDuration): void {
    this.#chosen = other;
    this.#flow.send({ type: 'switch-event', eventId: other.id });
    // The pressed button is removed, so the focus has to move.
    this.#source().replaced();
  }

  /** The first of the days that an event of the list opens with. */
  #firstDay(event: ListedEvent): Day | undefined {
    return this.#flow.listing.day || firstDayOf(event);
  }
}
