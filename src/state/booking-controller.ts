import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { isRenewable } from '../domain/attempt.ts';
import type { OtherStarts } from '../domain/availability.ts';
import { type CartLine, type CartState, dateIdOf, emptyCart, isCartLine } from '../domain/cart.ts';
import type { Choice } from '../domain/choice.ts';
import type { Details } from '../domain/details.ts';
import { unfiltered } from '../domain/list-filter.ts';
import { lostLines } from '../domain/lost-lines.ts';
import { BookingData, type DataSource, type Listing } from './booking-data.ts';
import { findingStep } from './finding-flow.ts';
import type { Session } from './session.ts';
import {
  type Action,
  attemptsOf,
  failuresIn,
  type FlowState,
  initialState,
  type LeftStep,
  type Step,
} from './steps.ts';

/** The part of the flow that follows the choice, and joins it: the visit. */
export interface FlowPart {
  /** The state after an action, whether of this part or of finding. */
  transition(state: FlowState, action: Action): FlowState;
  /** The state has changed; `before` is its previous step. */
  stateChanged(before: Step): void;
}

/**
 * Holds the state of the booking flow, and stores it for a reload. Pure transitions decide what an
 * action means, and `BookingData` decides what is loaded.
 */
export class BookingController implements ReactiveController {
  readonly data: BookingData;
  readonly #host: ReactiveControllerHost;
  #state: FlowState = initialState;
  #listing: Listing = { ...unfiltered, pages: 1 };
  #session: Session | undefined;
  #part: FlowPart = {
    transition: (state, action) => ({ ...state, step: findingStep(state.step, action) }),
    stateChanged: () => undefined,
  };

  constructor(host: ReactiveControllerHost, source: () => DataSource) {
    this.#host = host;
    host.addController(this);
    this.data = new BookingData(host, this, source);
  }

  join(part: FlowPart): void {
    this.#part = part;
  }

  hostDisconnected(): void {
    this.updateSession();
  }

  /**
   * Restores the step and the cart that the session has stored, and stores every later step in it.
   * Returns whether there was a stored step.
   */
  resume(session: Session): boolean {
    this.#session = session;
    const step = session.load();
    const cart = { ...emptyCart, ...session.loadCart() };
    this.#state = { ...this.#state, step: step ?? this.step, cart };
    this.#host.requestUpdate();
    return step !== undefined;
  }

  /**
   * Stores the current step and cart in a new session, after the widget was moved within the page.
   */
  storeIn(session: Session): void {
    this.#session = session;
    session.save(this.step);
    session.saveCart(this.cart);
  }

  /** Stores a step for the way back or forward to it, when another one is shown. */
  storeLeft(step: LeftStep): void {
    this.#session?.saveLeft(step);
  }

  /** The event or the result that was stored last. */
  left<Name extends LeftStep['name']>(name: Name): Extract<LeftStep, { name: Name }> | undefined {
    return this.#session?.loadLeft(name);
  }

  /** Stores the shown days too, when the page, or the part of it with the widget, is left. */
  updateSession(): void {
    this.#session?.update(this.step);
  }

  /**
   * Restores the stored step and loads current data, after the browser has shown the page from its
   * back/forward cache.
   */
  restoreAfterBack(): void {
    if (this.#session) this.resume(this.#session);
    this.data.reload();
  }

  /** Loads again what may have changed while the customer was elsewhere. */
  refreshShown(): void {
    if (this.step.name === 'list') this.data.refreshList();
    if (this.step.name === 'event') this.data.refreshDates();
  }

  get listing(): Listing {
    return this.#listing;
  }

  get step(): Step {
    return this.#state.step;
  }

  get cart(): CartState {
    return this.#state.cart;
  }

  /** What the customer has typed at the checkout. */
  get typed(): Details {
    return this.#state.details;
  }

  get choice(): Choice | undefined {
    return ('choice' in this.step && this.step.choice) || undefined;
  }

  /** The lines on screen whose dates the proxy has refused. */
  get lostLines(): CartLine[] {
    const { step, choice, cart } = this;
    const lines = isCartLine(choice) ? [choice] : cart.lines;
    return lostLines(lines, failuresIn(step, cart));
  }

  /** Other starts for the lost lines, without those in the cart; undefined while they load. */
  get otherStarts(): OtherStarts | undefined {
    const { step, choice, cart, data } = this;
    // Another start changes the choice, which must not happen once one of its orders may be placed.
    if (choice && !attemptsOf(step).every(isRenewable)) return new Map();
    if (!data.otherStarts) return undefined;
    const inCart = new Set(cart.lines.map(dateIdOf));
    return new Map(
      [...data.otherStarts].map(([lost, starts]) => [
        lost,
        starts.filter(({ date }) => !inCart.has(date.id)),
      ]),
    );
  }

  send(action: Action): void {
    const { step, cart } = this;
    this.#state = this.#part.transition(this.#state, action);
    // Stored before the order is sent, so that a reload finds the order's key.
    if (this.step !== step) {
      // Storing takes a tenth of the time of turning the calendar, so that is stored when the page is
      // left.
      if (action.type !== 'show-days') this.#session?.save(this.step);
      if (this.step.name === 'list') this.refreshShown();
    }
    if (this.cart !== cart) this.#session?.saveCart(this.cart);
    this.#part.stateChanged(step);
    this.#host.requestUpdate();
  }

  narrow(listing: Partial<Omit<Listing, 'pages'>>): void {
    this.#listing = { ...this.#listing, ...listing, pages: 1 };
    this.#host.requestUpdate();
  }

  showMore(): void {
    this.#listing = { ...this.#listing, pages: this.#listing.pages + 1 };
    this.#host.requestUpdate();
  }
}
