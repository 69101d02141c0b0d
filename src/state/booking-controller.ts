import type { ReactiveController } from 'lit';
import {
  ConnectionError,
  ContractError,
  isPassing,
  ProblemError,
} from '../client/client-errors.ts';
import type { IntentResponse } from '../contract/order.schema.ts';
import type { ProblemCode } from '../contract/problem.schema.ts';
import {
  offeredProducts,
  quoteRequestOf,
  type Amounts,
  type Cart,
  type Line,
} from '../domain/cart.ts';
import { orderRequestOf } from '../domain/details.ts';
import {
  initialState,
  transition,
  type Action,
  type FlowState,
  type Step,
} from './booking-flow.ts';
import { newKey } from './key.ts';
import { pause, waitOf } from './patience.ts';
import { Reads, type Listing, type ReadsHost } from './reads.ts';

export interface BookingHost extends ReadsHost {
  /** Language of the order, ISO 639-1. */
  readonly language: string;
  readonly affiliate: string;
}

/** After these the proxy may have the order all the same. */
const unclearCodes: ProblemCode[] = ['idempotency-key-reused', 'internal-error'];

/**
 * Waits between the questions whether an unclear order went through, in milliseconds; the last one
 * repeats.
 */
const CHECKS = [1000, 2000, 3000, 5000];
/** Where nobody answers the waits grow, up to this one. */
const LONGEST = 60_000;

/**
 * Drives the booking flow: holds its state and writes (quote, order) when told to. It does not
 * decide what an action means (that is `transition`), what is read (that is `Reads`), or how
 * anything looks.
 */
export class BookingController implements ReactiveController {
  readonly reads: Reads;
  readonly #host: BookingHost;
  #state: FlowState = initialState;
  #listing: Listing = { match: '', category: '', pages: 1 };
  #connected = new AbortController();

  constructor(host: BookingHost) {
    this.#host = host;
    host.addController(this);
    this.reads = new Reads(
      host,
      () => this.#listing,
      () => this.choice,
    );
  }

  hostConnected(): void {
    if (this.#connected.signal.aborted) this.#connected = new AbortController();
    const { step } = this;
    if (step.name === 'result' && step.answer.state === 'checking') void this.#check(step.key);
  }

  hostDisconnected(): void {
    this.#connected.abort();
  }

  get listing(): Listing {
    return this.#listing;
  }

  get step() {
    return this.#state.step;
  }

  get details() {
    return this.#state.details;
  }

  get choice() {
    return this.step.name === 'list' ? undefined : this.step.choice;
  }

  send(action: Action): void {
    this.#state = transition(this.#state, action);
    this.#host.requestUpdate();
  }

  narrow(listing: Pick<Listing, 'match' | 'category'>): void {
    this.#listing = { ...listing, pages: 1 };
    this.#host.requestUpdate();
  }

  showMore(): void {
    this.#listing = { ...this.#listing, pages: this.#listing.pages + 1 };
    this.#host.requestUpdate();
  }

  /** Has the choice priced and checked by the proxy; the answer opens the checkout. */
  async quote(action: Action = { type: 'quote' }): Promise<void> {
    this.send(action);
    const { choice } = this;
    const cart = this.#cart();
    const isAsked = this.step.name === 'event' ? this.step.quoting : isPricing(this.step);
    if (!cart || !isAsked) return;
    // Whoever chooses something else meanwhile is not to be answered about this.
    const isWanted = () => this.choice === choice;
    try {
      const { orders } = await this.#host.client.quote(quoteRequestOf(cart));
      const [order] = orders;
      if (!order) throw new ContractError('A quote without an order.', 200);
      if (isWanted()) this.send({ type: 'quoted', order, key: newKey() });
    } catch (error) {
      if (isWanted()) this.#fail(error);
    }
  }

  #cart(): Cart | undefined {
    const { choice } = this;
    if (!choice?.start) return undefined;
    const { id, event_id } = choice.start.date;
    const line: Line = { eventId: event_id, dateId: id, amounts: choice.amounts };
    return { lines: [line], products: this.#stillOffered(line, choice.products) };
  }

  /**
   * A product that was added for a price or event which is not chosen any more does not go along.
   */
  #stillOffered(line: Line, amounts: Amounts<string>): Amounts<string> {
    const { choice, reads } = this;
    const currency = choice?.group?.prices[0]?.currency ?? '';
    const offered = offeredProducts(reads.offers, line, currency);
    return new Map([...amounts].filter(([id]) => offered.some((product) => product.id === id)));
  }

  /** Places the order of the checkout. Sent again it has the same key, so it is placed once. */
  async order(): Promise<void> {
    this.send({ type: 'order' });
    const { step } = this;
    if (step.name !== 'checkout') return;
    const { client, language, affiliate } = this.#host;
    try {
      const { questions } = this.reads;
      const request = orderRequestOf(step.order, this.details, language, affiliate, questions);
      this.#answered(step.key, await client.order(request, step.key));
    } catch (error) {
      const code = error instanceof ProblemError ? error.problem.code : undefined;
      if (code && !unclearCodes.includes(code)) this.#fail(error);
      else await this.#ask(step.key, error);
    }
  }

  /**
   * No answer is not a no, and "that key was used" is not one either: the proxy may have the order,
   * and says so when it can be asked.
   */
  async #ask(key: string, failure: unknown): Promise<void> {
    try {
      this.#answered(key, await this.#host.client.intent(key));
    } catch {
      this.#fail(failure, true);
    }
  }

  #answered(key: string, answer: IntentResponse): void {
    if (answer.problem) this.#fail(new ProblemError(answer.problem));
    else if (answer.state === 'open')
      this.#fail(new ConnectionError('Nothing was sent yet.'), true);
    else {
      this.send({ type: 'answered', answer });
      if (answer.state === 'checking') void this.#check(key);
    }
  }

  /** Asks until it is known whether the order went through. */
  async #check(key: string): Promise<void> {
    const { signal } = this.#connected;
    let wait = 0;
    for (let turn = 0; ; turn += 1) {
      wait = Math.max(CHECKS[Math.min(turn, CHECKS.length - 1)] ?? 1000, wait);
      await pause(wait, signal);
      const { step } = this;
      if (signal.aborted || step.name !== 'result' || step.key !== key) return;
      try {
        const answer = await this.#host.client.intent(key, signal);
        wait = 0;
        if (answer.state === 'checking') continue;
        this.#answered(key, answer);
        return;
      } catch (error) {
        // The customer waits for what the proxy says, not for how often it was asked.
        wait = waitOf(error, Math.min(wait * 2, LONGEST));
      }
    }
  }

  #fail(error: unknown, unclear = false): void {
    const failure = error instanceof Error ? error : new Error(String(error));
    this.send({ type: 'failed', failure, unclear });
    // What can be taken instead is shown as it is now. Whoever has too much to do is not asked for
    // even more.
    if (!isPassing(failure)) this.reads.renew();
  }
}

function isPricing(step: Step): boolean {
  return step.name === 'checkout' && step.busy === 'pricing';
}
