import type { ListedEvent, MergedEvent } from '#contract/event.schema';
import { detailOfChosen, detailOfEvent, detailOfList } from '../domain/analytics.ts';
import { bookingEvents } from '../events.ts';
import type { Announcer } from '../page/announcer.ts';
import type { BookingController } from '../state/booking-controller.ts';
import { taskFailure } from '../state/booking-data.ts';

/** GA4 ignores any items of an event beyond this number. */
const MAX_ITEMS = 200;

/** Tells the host page what is listed, chosen and opened. */
export class FindingAnnouncements {
  readonly #announcer: Announcer;
  /** The id of the event that is open, or was open before the cart or the checkout. */
  #viewed = '';

  constructor(announcer: Announcer) {
    this.#announcer = announcer;
  }

  /** Announces what is shown, or why it could not be loaded. */
  announce({ step, data }: BookingController): void {
    const { list, listTask, eventTask, event } = data;
    if (step.name === 'list' && list) this.#announcer.ready();
    // Not for the list that came in the script, because the loaded one would be a second view.
    if (step.name === 'list' && listTask.value) this.#list(listTask.value.events);
    if (step.name === 'event' && event) this.#event(event);
    const task = step.name === 'list' ? listTask : step.name === 'event' && eventTask;
    const failure = task && taskFailure(task);
    if (failure) this.#announcer.problem(failure, task.error as object);
  }

  /** Announces that an event of the list was chosen. */
  selected(event: ListedEvent, index: number): void {
    const detail = detailOfChosen(event, index, this.#announcer.listName);
    this.#announcer.dispatch(bookingEvents.eventSelect, detail);
  }

  #list(events: ListedEvent[]): void {
    this.#viewed = '';
    const detail = () => detailOfList(events.slice(0, MAX_ITEMS), this.#announcer.listName);
    this.#announcer.dispatchOnce(bookingEvents.listView, events, detail);
  }

  /** Once each time that it is opened, however often it is loaded. */
  #event(event: MergedEvent): void {
    this.#announcer.ready();
    if (event.id === this.#viewed) return;
    this.#viewed = event.id;
    this.#announcer.dispatch(bookingEvents.eventView, detailOfEvent(event));
  }
}
