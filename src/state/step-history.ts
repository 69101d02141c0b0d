import { isPlaced } from '../domain/attempt.ts';
import { dateIdOf, isCartLine } from '../domain/cart.ts';
import { addressOf, parseRoute, type Route, writtenIn } from '../domain/route.ts';
import type { BookingController } from './booking-controller.ts';
import type { EventStep, ResultStep, Step } from './steps.ts';

/** The page's address, and what each entry of its history says of the widget with a name. */
export interface Entries {
  readonly location: Pick<Location, 'href' | 'search'>;
  placeOf(widget: string): string | undefined;
  push(widget: string, place: string, before: string, address?: string): void;
  replace(widget: string, place: string, address?: string): void;
}

/** What a history entry can open in the visit. */
export interface LinkedVisit {
  quote(): unknown;
  changeChoice(): unknown;
  showCart(): unknown;
  checkOut(): unknown;
  showResult(step: ResultStep): unknown;
}

export interface HistorySource {
  /** The widget's name; undefined if it has to leave the history alone. */
  readonly name: string | undefined;
  /** Whether the page's address follows the widget (`deep-links`). */
  readonly hasAddress: boolean;
  /** The event that the tag names, which is then left out of the address; empty if none. */
  readonly event: string;
}

/**
 * Where a step is, as a history entry names it. An entry of a result names no event, because the
 * result takes the place of its checkout, which is over.
 */
export function placeOf(step: Exclude<Step, { name: 'view' }>): string {
  switch (step.name) {
    case 'list':
    case 'cart':
      return step.name;
    case 'event':
      return `event ${step.choice.eventId}`;
    case 'checkout':
      return step.choice ? `checkout ${step.choice.eventId}` : 'checkout';
    case 'result':
      return `result ${step.attempts[0]?.sent ?? ''}`;
  }
}

/** The name of a place's step, and the id of its event; empty if it has none. */
function parsePlace(place: string): [step: string, event: string] {
  const [step = '', event = ''] = place.split(/ (.*)/s);
  return [step, event];
}

/**
 * Makes every step an entry of the browser's history, so that its back button goes one step back.
 * With `deep-links`, the page's address names the open event, and an address opens it.
 */
export class StepHistory {
  readonly #entries: Entries;
  readonly #flow: BookingController;
  readonly #visit: LinkedVisit;
  readonly #source: () => HistorySource;
  /** The place that was shown last; undefined before the first one. */
  #place: string | undefined;
  /** The query of the address when it was last written or followed. */
  #search = '';
  /** The browser has moved to an entry, whose step the flow may not have or not have yet. */
  #isArriving = false;
  /** What was chosen of each event, for the way back and forward. */
  readonly #events = new Map<string, EventStep>();
  /** The last result, which can be gone back to. */
  #result: ResultStep | undefined;

  constructor(
    entries: Entries,
    flow: BookingController,
    visit: LinkedVisit,
    source: () => HistorySource,
  ) {
    this.#entries = entries;
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

  /** Whether the restored step is about the event that the address names. */
  isAt({ event }: Route): boolean {
    return !this.#source().hasAddress || !event || this.#flow.choice?.eventId === event;
  }

  /** Whether the current entry names the step. */
  get isNamed(): boolean {
    return this.#placeHere !== undefined;
  }

  /** The step is on screen: gives a new place an entry. A copied link's order has none. */
  write(): void {
    const { name, hasAddress } = this.#source();
    const { step } = this.#flow;
    if (name === undefined || step.name === 'view' || this.#isOnItsWay) return;
    const named = this.#entries.placeOf(name);
    const hasMoved = named !== undefined && this.#place !== undefined && named !== this.#place;
    // The browser has just moved to another entry, and `follow` is about to be called.
    if (hasMoved && !this.#isArriving) return;
    this.#remember(step);
    const place = placeOf(step);
    this.#leaveFor(place, this.#events.get(parsePlace(this.#place ?? '')[1]));
    const before = named ?? this.#place;
    const { href } = this.#entries.location;
    const address = hasAddress ? this.#address : undefined;
    const isNew = before !== undefined && place !== before;
    // The step of the entry is over, or there is no way to it: with a new entry after it, the back
    // button would never get past it.
    const isInItsStead =
      this.#isArriving || step.name === 'result' || (step.name === 'list' && step.missing);
    this.#isArriving = false;
    if (isNew && !isInItsStead) this.#entries.push(name, place, before, address);
    else if (isNew || (address !== undefined && address !== href)) {
      this.#entries.replace(name, place, address);
    }
    this.#place = this.#entries.placeOf(name) ?? place;
    this.#search = this.#entries.location.search;
  }

  /** The browser has moved to another entry: the flow goes to the step that it names. */
  readonly follow = (): void => {
    const { search } = this.#entries.location;
    const isLinked = this.#source().hasAddress && search !== this.#search;
    this.#search = search;
    this.#goTo(this.#placeHere ?? (isLinked ? this.#linkedPlace : undefined));
  };

  /**
   * The page has put the widget in, or back in: the flow goes to the step that the current entry
   * names. The stored step may be that of another entry.
   */
  resume(): void {
    this.#goTo(this.#placeHere);
  }

  /** Undefined if the entry names no place of the widget, for example after a jump to a fragment. */
  get #placeHere(): string | undefined {
    const { name } = this.#source();
    return name === undefined ? undefined : this.#entries.placeOf(name);
  }

  /** The place that the page's address names. */
  get #linkedPlace(): string {
    const event = this.#source().event || this.#route?.event;
    return event ? `event ${event}` : 'list';
  }

  #goTo(place: string | undefined): void {
    if (place === undefined) return;
    const { step } = this.#flow;
    this.#remember(step);
    this.#leaveFor(place, step);
    this.#isArriving = true;
    this.#show(place);
    this.write();
  }

  #show(place: string): void {
    const { step, cart } = this.#flow;
    const [name, event] = parsePlace(place);
    const isHere = step.name !== 'view' && placeOf(step) === place;
    const route = this.#route;
    if (route && name === 'list') this.narrow(route);
    if (isHere) return;
    const result = this.#result ?? this.#flow.left('result');
    const isOver = step.name === 'result' && step.attempts.every(isPlaced);
    if (result && placeOf(result) === place) {
      void this.#visit.showResult(result);
    } else if (name === 'event' || (name === 'checkout' && event)) {
      this.#showEvent(event, isOver);
      if (name === 'checkout' && isCartLine(this.#flow.choice)) void this.#visit.quote();
    } else if (name === 'list' || name === 'result' || (isOver && cart.lines.length === 0)) {
      this.#flow.send({ type: 'show-list' });
    } else if (name === 'cart') {
      if (step.name === 'checkout' && !step.choice) void this.#visit.changeChoice();
      else void this.#visit.showCart();
    } else {
      this.#flow.send({ type: 'show-cart' });
      void this.#visit.checkOut();
    }
  }

  /** @param isOver everything that was chosen is ordered */
  #showEvent(event: string, isOver: boolean): void {
    const { step, choice, cart } = this.#flow;
    if (choice?.eventId === event && !isOver) {
      if (step.name !== 'event') void this.#visit.changeChoice();
      return;
    }
    const kept = this.#events.get(event) ?? this.#storedEvent(event);
    const inCart = cart.lines.map(dateIdOf);
    const isInCart = isCartLine(kept?.choice) && inCart.includes(dateIdOf(kept.choice));
    if (kept && (!isInCart || kept.replaces)) {
      this.#flow.send({ type: 'show-again', step: { ...kept, quoting: false, failure: null } });
    } else {
      this.open({ day: '', participants: 1, ...this.#route, event });
    }
  }

  /** Stores an event for the widget that a router may put in the place of this one. */
  #leaveFor(place: string, step: Step | undefined): void {
    if (step?.name === 'event' && placeOf(step) !== place) this.#flow.storeLeft(step);
  }

  #storedEvent(event: string): EventStep | undefined {
    const step = this.#flow.left('event');
    return step?.choice.eventId === event ? step : undefined;
  }

  #remember(step: Step): void {
    if (step.name === 'event') this.#events.set(step.choice.eventId, step);
    if (step.name !== 'result' || step === this.#result) return;
    this.#result = step;
    this.#flow.storeLeft(step);
    // What is ordered would be ordered again.
    this.#events.clear();
  }

  /** Whether the step of the entry, at which the browser has arrived, awaits a quote. */
  get #isOnItsWay(): boolean {
    const { step, cart } = this.#flow;
    if (!this.#isArriving) return false;
    return step.name === 'event' ? step.quoting : step.name === 'cart' && cart.isPricing;
  }

  /** What the address names; undefined without `deep-links`. */
  get #route(): Route | undefined {
    const { search } = this.#entries.location;
    return this.#source().hasAddress ? parseRoute(writtenIn(search), () => undefined) : undefined;
  }

  /** The address that names the open event. */
  get #address(): string {
    const { choice, data, listing } = this.#flow;
    const { eventId = '', day = listing.day } = choice ?? {};
    const { participants } = choice ? data : listing;
    const event = this.#source().event ? '' : eventId;
    return addressOf({ event, day: day ?? '', participants }, this.#entries.location.href);
  }
}
