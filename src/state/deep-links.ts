import { addressOf, parseRoute, writtenIn, type Route } from '../domain/route.ts';
import type { BookingController } from './booking-controller.ts';

/** As much of a window as an address has to do with. */
export type AddressWindow = Pick<Window, 'location' | 'history'>;

export interface LinkedHost {
  /** The page's address is at what is open. */
  readonly hasAddress: boolean;
  /** The one event of the page, which its address does not name; or empty. */
  readonly event: string;
}

/** What stands in `history.state` beside what the host page has there. */
interface EntryState {
  bookingPlace?: string;
}

/** Ends the place of what is being ordered. */
const CHECKOUT = ' checkout';

/**
 * Brings the flow to where a route leads. With deep links it also keeps the page's address at what is
 * open, and makes a step of the flow an entry of the browser's history.
 */
export class DeepLinks {
  readonly #window: AddressWindow;
  readonly #flow: BookingController;
  readonly #host: LinkedHost;
  /** Where the flow was when the address was last written; undefined before. */
  #place: string | undefined;
  #search = '';

  constructor(window: AddressWindow, flow: BookingController, host: LinkedHost) {
    this.#window = window;
    this.#flow = flow;
    this.#host = host;
  }

  narrow({ day, participants }: Route): void {
    this.#flow.narrow({ day, participants });
  }

  open({ event, day }: Route): void {
    this.#flow.send({ type: 'show-event', eventId: event, day: day || undefined });
  }

  /** Whether what an earlier page of this tab has left is what the address asks for. */
  isAt({ event }: Route): boolean {
    return !this.#host.hasAddress || !event || this.#flow.choice?.eventId === event;
  }

  /** The address follows what is shown. A copied link's order has no address of its own. */
  write(): void {
    const { step, choice, data, listing } = this.#flow;
    if (!this.#host.hasAddress || step.name === 'view') return;
    const { eventId = '', day = listing.day } = choice ?? {};
    const participants = choice ? data.participants : listing.participants;
    const isOrdering = step.name === 'checkout' || step.name === 'result';
    const event = this.#host.event ? '' : eventId;
    this.#show({ event, day: day ?? '', participants }, eventId + (isOrdering ? CHECKOUT : ''));
  }

  /** @param place names the step: another one is another entry of the history. */
  #show(route: Route, place: string): void {
    const { location, history } = this.#window;
    const address = addressOf(route, location.href);
    const isOther = this.#place !== undefined && this.#place !== place;
    if (this.#place === place && address === location.href) return;
    this.#place = place;
    const state = { ...history.state, bookingPlace: place };
    try {
      if (isOther) history.pushState(state, '', address);
      else history.replaceState(state, '', address);
    } catch {
      // A document without an address of its own, or too many changes at once.
    }
    this.#search = location.search;
  }

  /** The browser went back or forward: whoever goes back there goes back a step. */
  readonly follow = (): void => {
    const place = this.#host.hasAddress ? this.#arrive() : undefined;
    if (place === undefined) return;
    const flow = this.#flow;
    const route = parseRoute(writtenIn(this.#window.location.search), () => undefined);
    const event = this.#host.event || route.event;
    const { name } = flow.step;
    if (name === 'result' || !event) {
      this.narrow(route);
      flow.send({ type: 'show-list' });
    } else if (name === 'checkout') {
      if (!place.endsWith(CHECKOUT)) void flow.changeChoice();
    } else if (flow.choice?.eventId !== event) {
      this.open({ ...route, event });
    }
  };

  /** Undefined where it is the host page's own affair, like a jump within the page. */
  #arrive(): string | undefined {
    const { location, history } = this.#window;
    const { bookingPlace } = (history.state ?? {}) as EntryState;
    if (bookingPlace === undefined && location.search === this.#search) return undefined;
    this.#search = location.search;
    this.#place = bookingPlace ?? writtenIn(location.search).event ?? '';
    return this.#place;
  }
}
