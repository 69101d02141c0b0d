import { addressOf, parseRoute, writtenIn, type Route } from '../domain/route.ts';
import type { BookingController } from './booking-controller.ts';
import type { Step } from './steps.ts';

export type AddressWindow = Pick<Window, 'location' | 'history'>;

/** The ways of the visit that a history entry can lead to. */
export interface LinkedVisit {
  changeChoice(): unknown;
  showCart(): unknown;
  checkOut(): unknown;
}

export interface LinkSource {
  /** Whether the page's address follows the widget (`deep-links`). */
  readonly hasAddress: boolean;
  /** The event that the tag names, which the address then does not; or empty. */
  readonly event: string;
}

/** What the widget adds to the host page's own `history.state`. */
interface EntryState {
  bookingPlace?: string;
}

/** The place of the cart. */
const CART = ' cart';
/** Suffix of a place at the checkout or the result; the whole place of the cart's checkout. */
const CHECKOUT = ' checkout';

/**
 * How the history gets a place, after the place of its current entry: a new place is a new entry.
 * Undefined where the entry is right as it is.
 */
export function methodFor(
  place: string,
  before: string | undefined,
  isSameAddress: boolean,
): 'pushState' | 'replaceState' | undefined {
  if (place === before && isSameAddress) return undefined;
  return before === undefined || place === before ? 'replaceState' : 'pushState';
}

/**
 * Opens what a route names. With `deep-links`, it also writes the open event into the page's
 * address, with one history entry for each step.
 */
export class DeepLinks {
  readonly #window: AddressWindow;
  readonly #flow: BookingController;
  readonly #visit: LinkedVisit;
  readonly #source: () => LinkSource;
  /** The place of the current history entry; undefined before the first one is written. */
  #place: string | undefined;
  #search = '';

  constructor(
    window: AddressWindow,
    flow: BookingController,
    visit: LinkedVisit,
    source: () => LinkSource,
  ) {
    this.#window = window;
    this.#flow = flow;
    this.#visit = visit;
    this.#source = source;
  }

  narrow({ day, participants }: Route): void {
    this.#flow.narrow({ day, participants });
  }

  open({ event, day }: Route): void {
    this.#flow.send({ type: 'show-event', eventId: event, day: day || undefined });
  }

  /** Whether the restored step is of the event that the address names. */
  isAt({ event }: Route): boolean {
    return !this.#source().hasAddress || !event || this.#flow.choice?.eventId === event;
  }

  /**
   * Writes the open event into the address. The order of a copied link has none.
   * @param replaces whether a new place takes the current entry, whose own step is over
   */
  write(replaces = false): void {
    const { step, choice, data, listing } = this.#flow;
    if (!this.#source().hasAddress || step.name === 'view') return;
    const { location, history } = this.#window;
    const { eventId = '', day = listing.day } = choice ?? {};
    const participants = choice ? data.participants : listing.participants;
    const event = this.#source().event ? '' : eventId;
    const address = addressOf({ event, day: day ?? '', participants }, location.href);
    // A new place is a new history entry.
    const place = eventId + suffixOf(step);
    const method = methodFor(place, this.#place, address === location.href);
    if (!method) return;
    this.#place = place;
    const state = { ...history.state, bookingPlace: place };
    try {
      history[replaces ? 'replaceState' : method](state, '', address);
    } catch {
      // Documents such as `about:srcdoc` refuse, and browsers limit how often it may be called.
    }
    this.#search = location.search;
  }

  /** `popstate`: the flow goes to the step of the history entry. */
  readonly follow = (): void => {
    const place = this.#source().hasAddress ? this.#arrive() : undefined;
    if (place === undefined) return;
    const flow = this.#flow;
    const route = parseRoute(writtenIn(this.#window.location.search), () => undefined);
    const event = this.#source().event || route.event;
    const isOfCart = place === CART || place === CHECKOUT;
    const { name } = flow.step;
    const isOver = name === 'result' && !this.#source().event;
    if (isOver || !(event || isOfCart)) {
      this.narrow(route);
      flow.send({ type: 'show-list' });
    } else if (name === 'checkout' && (isOfCart || flow.choice?.eventId === event)) {
      if (!place.endsWith(CHECKOUT)) void this.#visit.changeChoice();
    } else if (place === CART) {
      void this.#visit.showCart();
    } else if (isOfCart) {
      flow.send({ type: 'show-cart' });
      void this.#visit.checkOut();
    } else if (name === 'result' || flow.choice?.eventId !== event) {
      this.open({ ...route, event });
    }
    // A new entry after one whose step is over would keep the customer from getting past it.
    if (!('attempts' in flow.step)) this.write(true);
  };

  /** Undefined where the navigation is the host page's own, such as a jump to a fragment. */
  #arrive(): string | undefined {
    const { location, history } = this.#window;
    const { bookingPlace } = (history.state ?? {}) as EntryState;
    if (bookingPlace === undefined && location.search === this.#search) return undefined;
    this.#search = location.search;
    this.#place = bookingPlace ?? writtenIn(location.search).event ?? '';
    return this.#place;
  }
}

function suffixOf({ name }: Step): string {
  if (name === 'cart') return CART;
  return name === 'checkout' || name === 'result' ? CHECKOUT : '';
}
