import type { ListFilter, ListOffer } from '../domain/list-filter.ts';
import { withSpokenDay } from '../domain/spoken-day.ts';
import type { Announcer } from '../page/announcer.ts';
import type { BookingController } from '../state/booking-controller.ts';
import { completeChoice } from '../state/complete-choice.ts';
import { Visit, type VisitSource, type VisitWidget } from '../visit/visit.ts';
import { Choosing, type ChoosingSource, type ChoosingWidget } from './choosing.ts';
import { NearestOffers } from './nearest-offers.ts';
import { SearchData } from './search-data.ts';

/** The public members of the widget that the later steps read. */
export interface LaterStepsWidget extends VisitWidget, ChoosingWidget {}

/** What else the later steps need from the widget. */
export interface LaterStepsSource extends VisitSource, ChoosingSource {}

/** The steps of a widget after its list, and what its list can do without at first. */
export class LaterSteps {
  readonly choosing: Choosing;
  readonly visit: Visit;
  readonly #flow: BookingController;
  readonly #source: () => LaterStepsSource;
  readonly #nearest: NearestOffers;
  readonly #searchData: SearchData;

  constructor(
    widget: LaterStepsWidget,
    flow: BookingController,
    announcer: Announcer,
    source: () => LaterStepsSource,
  ) {
    this.#flow = flow;
    this.#source = source;
    this.#searchData = new SearchData(widget);
    this.#nearest = new NearestOffers(widget, flow.data, () => source().client);
    this.choosing = new Choosing(widget, flow, source);
    this.visit = new Visit(widget, flow, announcer, source);
  }

  /** What there is instead of an empty list. */
  get offers(): ListOffer[] {
    return this.#nearest.offersIn(this.#source().words);
  }

  /** The filter, with a day that its text names. */
  understood(filter: ListFilter): ListFilter {
    const { words, client } = this.#source();
    return withSpokenDay(filter, words.lang, client.now());
  }

  /** Takes from the list's filter what was chosen there. */
  completeChoice(): void {
    completeChoice(this.#flow);
  }

  /** Describes the listed events, or the open event, for search engines. */
  describe(): void {
    this.#searchData.describe(this.#flow);
  }
}
