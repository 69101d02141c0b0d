import { TRIP, withoutReturn } from '../domain/payment-return.ts';
import { viewKeyIn } from '../domain/view-link.ts';

/** What the widgets of a page add to the page's own `history.state`. */
interface Entry {
  /** The name of the dialog that is open. */
  readonly dialog?: string;
  /** Where each widget is, by the widget's name. */
  readonly places: Readonly<Record<string, string>>;
}

const { toString } = Object.prototype;

export type HistoryWindow = Pick<
  Window,
  'location' | 'history' | 'addEventListener' | 'sessionStorage'
>;

/**
 * The only code that changes the browser's history. What the page has in `history.state` stays
 * there, because its router may need it when the browser goes back to an entry.
 */
export class PageHistory {
  readonly #window: () => HistoryWindow;
  /** The entry that the browser is arriving at, before the page's router has changed it. */
  #arrival: Entry | undefined;
  readonly #followers = new Set<() => void>();
  #hasReturned = false;

  constructor(window: () => HistoryWindow) {
    this.#window = window;
  }

  get location(): Location {
    return this.#window().location;
  }

  /**
   * Calls the follower when the browser has arrived at another entry. A router may replace the
   * entry's state, and put another widget into the page, before this hears of the arrival. A
   * listener that the widget adds itself would then be too late for it.
   */
  follow(follower: () => void): void {
    this.#followers.add(follower);
    // Adding the same listener again has no effect.
    this.#window().addEventListener('popstate', this.#arrive, true);
  }

  unfollow(follower: () => void): void {
    this.#followers.delete(follower);
  }

  readonly #arrive = ({ state }: PopStateEvent): void => {
    const { href } = this.location;
    const arrival = entryIn(state);
    this.#arrival = arrival;
    for (const follow of this.#followers) follow();
    setTimeout(() => {
      if (this.#arrival !== arrival) return;
      const isReplaced = arrival && !entryIn(this.#window().history.state);
      if (isReplaced && this.location.href === href) this.#change('replaceState', arrival);
      this.#arrival = undefined;
    });
  };

  /** The dialog that is open at the current entry; undefined for none. */
  get dialog(): string | undefined {
    return this.#entry.dialog;
  }

  /** Where a widget is at the current entry; undefined if the entry does not say so. */
  placeOf(widget: string): string | undefined {
    return this.#entry.places[widget];
  }

  /**
   * Adds an entry for another place of a widget.
   * @param before its place in the current entry, which names it from now on
   */
  push(widget: string, place: string, before: string, address?: string): void {
    const isNamed = entryIn(this.#window().history.state)?.places[widget] !== undefined;
    if (!isNamed) this.replace(widget, before);
    this.#change('pushState', this.#with(widget, place), address);
  }

  /** Changes the current entry's place of a widget, and the address if there is another. */
  replace(widget: string, place: string, address?: string): void {
    this.#change('replaceState', this.#with(widget, place), address);
  }

  /**
   * Adds an entry for a dialog.
   * @param before the address of the entry that the dialog is opened from
   */
  enterDialog(name: string, before: string): void {
    const { href } = this.#window().location;
    if (before !== href) this.#change('replaceState', this.#entry, before);
    this.#change('pushState', { ...this.#entry, dialog: name }, href);
  }

  /** Goes back over every entry of a dialog. */
  async leaveDialog(name: string): Promise<void> {
    const window = this.#window();
    do {
      await new Promise((resolve) => {
        window.addEventListener('popstate', resolve, { once: true });
        window.history.back();
      });
    } while (this.dialog === name);
  }

  /**
   * Removes the key of a copied link from the address and returns it, so that no other script finds
   * it there and nobody passes it on with the address.
   */
  takeViewKey(): string | undefined {
    const found = viewKeyIn(this.#window().location.href);
    if (found) this.#change('replaceState', undefined, found.addressWithout);
    return found?.viewKey;
  }

  /**
   * Removes from the address what a payment provider has added to it, if a widget of the tab has
   * sent the customer there, and says again in the new entry where each widget is.
   */
  endTrip(): void {
    const window = this.#window();
    const rest = withoutReturn(window.location.href);
    if (rest === undefined) return;
    try {
      const trip: unknown = JSON.parse(window.sessionStorage.getItem(TRIP) ?? 'null');
      if (!trip) return;
      this.#hasReturned = true;
      this.#change('replaceState', entryIn({ booking: (trip as { entry?: unknown }).entry }), rest);
    } catch {
      // Nothing can be read there, so no widget has sent the customer away.
    }
  }

  /** Whether a payment provider has led the customer back to this page; once. */
  takeReturn(): boolean {
    const hasReturned = this.#hasReturned;
    this.#hasReturned = false;
    return hasReturned;
  }

  /** What the current entry says of the page's widgets. */
  get entry(): Entry {
    return this.#entry;
  }

  get #entry(): Entry {
    return entryIn(this.#window().history.state) ?? this.#arrival ?? { places: {} };
  }

  #with(widget: string, place: string): Entry {
    const entry = this.#entry;
    return { ...entry, places: { ...entry.places, [widget]: place } };
  }

  #change(method: 'pushState' | 'replaceState', entry: Entry | undefined, address?: string): void {
    const { history } = this.#window();
    const state: unknown = history.state;
    const isKept = !entry || (method === 'replaceState' && !canHoldMore(state));
    try {
      history[method](isKept ? state : { ...pageState(state), booking: entry }, '', address);
    } catch {
      // Documents such as `about:srcdoc` refuse, and browsers limit how often it may be called.
    }
  }
}

/** The history of the page that the script runs in. */
export const pageHistory = new PageHistory(() => window);

/** Some pages keep a text or a list there, which has no room for anything else. */
function canHoldMore(state: unknown): boolean {
  return (state ?? undefined) === undefined || toString.call(state) === '[object Object]';
}

function pageState(state: unknown): object {
  return canHoldMore(state) ? { ...(state as object | null) } : {};
}

/** The page's scripts can write anything to `history.state`, so what is read there is checked. */
function entryIn(state: unknown): Entry | undefined {
  const { booking } = pageState(state) as { booking?: Partial<Entry> | null };
  if (typeof booking?.places !== 'object') return undefined;
  const { dialog } = booking;
  const places = Object.entries({ ...booking.places }).filter(
    ([, place]) => typeof place === 'string',
  );
  return {
    ...(typeof dialog === 'string' && { dialog }),
    places: Object.fromEntries(places),
  };
}
