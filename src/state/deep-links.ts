import { addressOf, writtenIn, type Route } from '../domain/route.ts';

/** As much of a window as an address has to do with. */
export type AddressWindow = Pick<Window, 'location' | 'history'>;

/** What stands in `history.state` beside what the host page has there. */
interface EntryState {
  bookingPlace?: string;
}

/**
 * Keeps the page's address at what is open, so that it can be linked to, and makes a step of the
 * flow a step of the browser's history.
 */
export class DeepLinks {
  readonly #window: AddressWindow;
  /** Where the flow was when the address was last written; undefined before. */
  #place: string | undefined;
  #search = '';

  constructor(window: AddressWindow) {
    this.#window = window;
  }

  /** @param place names the step: another one is another entry of the history. */
  show(route: Route, place: string): void {
    const { location, history } = this.#window;
    const address = addressOf(route, location.href);
    const isOther = this.#place !== undefined && this.#place !== place;
    if (!isOther && this.#place === place && address === location.href) return;
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

  /**
   * What the browser went to; undefined where that is the host page's own affair, like a jump to
   * another place of the page.
   */
  goneTo(): { written: ReturnType<typeof writtenIn>; place: string } | undefined {
    const { location, history } = this.#window;
    const { bookingPlace } = (history.state ?? {}) as EntryState;
    if (bookingPlace === undefined && location.search === this.#search) return undefined;
    const written = writtenIn(location.search);
    this.#place = bookingPlace ?? written.event ?? '';
    this.#search = location.search;
    return { written, place: this.#place };
  }
}
