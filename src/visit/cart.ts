import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import type { ProblemDetail } from '#contract/problem.schema';
import type { QuotedLine, QuotedOrder } from '#contract/quote.schema';
import type { OtherStarts } from '../domain/availability.ts';
import { type CartLine, type CartState, dateIdOf, emptyCart } from '../domain/cart.ts';
import { pricedLine } from '../domain/cart-rules.ts';
import { isUnpayable } from '../domain/failure.ts';
import { dayIn } from '../domain/zone.ts';
import { sumText } from '../elements/parts/cart-bar.ts';
import { loadingNote } from '../elements/parts/loading-note.ts';
import { lostText, startsInstead } from '../elements/parts/lost-line.ts';
import { failureText, problemNote, quietButton } from '../elements/parts/problem-note.ts';
import { StepElement } from '../elements/step-element.ts';
import { cartStyles } from './cart.styles.ts';
import { type Clash, clashesOf } from './clashes.ts';
import { waysToReach } from './parts/sold-by.ts';

/**
 * The cart: its lines, grouped by order, the problem of each line, and the total.
 *
 * @fires list-show - to show the list
 * @fires line-change - with the line to change
 * @fires line-remove - with the date id of the line to remove
 * @fires cart-price - with the lines to price: those before one was removed, or the same again
 * @fires start-take - with the exchange of a lost date for another start
 * @fires check-out - to order the cart
 */
export class Cart extends StepElement {
  static override styles = cartStyles;

  @property({ attribute: false }) cart: CartState = emptyCart;
  /** Starts that can replace lost dates; undefined while they load. */
  @property({ attribute: false }) otherStarts: OtherStarts | undefined = new Map();

  override render() {
    const { cart, words } = this;
    const isEmpty = cart.lines.length === 0;
    return html`<button type="button" class="quiet" @click=${() => this.emit('list-show')}>
        ‹ ${words.say('keepLooking')}
      </button>
      <div class="columns">
        <div aria-busy=${cart.isPricing}>
          <h2 class="title" tabindex="-1" id="title">${words.say('yourVisit')}</h2>
          ${this.#renderRemoved()} ${this.#renderFailure()}
          ${isEmpty ? html`<p>${words.say('nothingGathered')}</p>` : nothing}
          ${cart.orders.map((order) => this.#renderOrder(order))}
          ${this.#clashes.map((clash) => html`<p class="small stale">${this.#clashText(clash)}</p>`)}
        </div>
        ${isEmpty ? nothing : this.#renderSum()}
      </div>`;
  }

  #renderRemoved() {
    const { cart, words } = this;
    const { before } = cart;
    const undo = () => this.emit('cart-price', before);
    return html`<p role="status">
      ${before ? html`${words.say('removed')} ${quietButton(words.say('undo'), undo)}` : nothing}
    </p>`;
  }

  /** The cart's failure, unless it is shown at a line. */
  #renderFailure() {
    const { cart, words } = this;
    const { failure, lines } = cart;
    if (!failure || lines.some((line) => this.#problemOf(line))) return nothing;
    const retry = () => this.emit('cart-price', lines);
    const text = failureText(failure, words, ...cart.orders);
    if (isUnpayable(failure))
      return problemNote(text, ...waysToReach(undefined, this.site?.seller));
    return problemNote(text, quietButton(words.say('retry'), retry));
  }

  #renderOrder(order: QuotedOrder) {
    const { cart, words } = this;
    // Until the cart is priced again, an order may have lines that the cart no longer has.
    const lines = cart.lines.filter((line) => pricedLine(cart, line)?.order === order);
    if (lines.length === 0) return nothing;
    const { kind, currency, vendor_name: vendor } = order;
    const isAlone = cart.orders.length === 1;
    return html`<section class="order">
      <h3 class="small">
        <span class="strong">${vendor}</span>
        ${isAlone ? nothing : html` · ${words.say('ownOrder', { currency })}`}
        ${kind === 'REQUEST' ? html` · ${words.say('onRequest')}` : nothing}
      </h3>
      ${lines.map((line) => this.#renderLine(line, order))}
    </section>`;
  }

  #renderLine(line: CartLine, { lines, currency }: QuotedOrder) {
    const { words } = this;
    const quoted = lines.find(({ date_id }) => date_id === dateIdOf(line));
    if (!quoted) return nothing;
    const { title, timezone, date, prices, total } = quoted;
    const change = () => this.emit('line-change', line);
    const problem = this.#problemOf(line);
    return html`<div class="line">
      <div class="row">
        <h4 class="heading">${title}</h4>
        <span class="number" translate="no">${words.price(total, currency)}</span>
      </div>
      <p class="small">
        ${words.list(words.shortDay(dayIn(timezone, date)), words.time(timezone, date))} ·
        ${words.list(...prices.map(({ amount, title }) => words.say('amountOf', { amount, title })))}
      </p>
      ${problem ? this.#renderProblem(problem, quoted, change) : nothing}
      ${this.#renderProducts(line)}
      <div class="ways">
        ${this.#lineButton('changeLine', title, change)}
        ${this.#lineButton('removeLine', title, () => this.emit('line-remove', dateIdOf(line)))}
      </div>
    </div>`;
  }

  #renderProblem(problem: ProblemDetail, line: QuotedLine, change: () => void) {
    const { words } = this;
    return problemNote(
      lostText({ line, detail: problem }, words),
      startsInstead(line, this.otherStarts, words, (exchange) => this.emit('start-take', exchange)),
      quietButton(words.say('chooseAnother'), change),
    );
  }

  /** The accessible name has the event's title, because every line has the same buttons. */
  #lineButton(label: 'changeLine' | 'removeLine', title: string, onClick: () => void) {
    const text = this.words.say(label);
    return html`<button
      type="button"
      class="quiet"
      aria-label="${text}: ${title}"
      aria-disabled=${this.cart.isPricing}
      @click=${() => this.cart.isPricing || onClick()}
    >
      ${text}
    </button>`;
  }

  #renderProducts({ products }: CartLine): TemplateResult[] {
    const { cart, words } = this;
    return [...products].flatMap(([id, amount]) => {
      const order = cart.orders.find((order) =>
        order.products.some(({ product_id }) => product_id === id),
      );
      const product = order?.products.find(({ product_id }) => product_id === id);
      if (!order || !product) return [];
      const { name: title, price } = product;
      return html`<div class="row small">
        <span>${words.say('amountOf', { amount, title })}</span>
        <span class="number" translate="no">${words.money(amount * price, order.currency)}</span>
      </div>`;
    });
  }

  #renderSum() {
    const { cart, words } = this;
    const { orders, isPricing, failure } = cart;
    const isOpen = !isPricing && !failure;
    return html`<section class="panel side" aria-label=${words.say('total')}>
      ${
        orders.length > 1
          ? orders.map(
              (order) =>
                html`<div class="row">
                  <span>${order.vendor_name}</span>
                  <span class="number" translate="no"
                    >${words.price(order.total, order.currency)}</span
                  >
                </div>`,
            )
          : nothing
      }
      <div class="row sum">
        <div>
          ${orders.length > 1 ? words.say('orders', { count: orders.length }) : words.say('total')}
          <div class="small">
            ${this.vatText(
              orders.some(({ total }) => total > 0),
              orders.some(({ vat }) => vat > 0) ? words.say('inclVat') : '',
            )}
            ${loadingNote(isPricing && this.loadingText)}
          </div>
        </div>
        <span class="total number" translate="no">${isOpen ? sumText(orders, words) : '…'}</span>
      </div>
      <button
        type="button"
        class="primary"
        aria-disabled=${!isOpen}
        @click=${() => isOpen && this.emit('check-out')}
      >
        ${words.say('checkOut')}
      </button>
      <p class="small">${words.say('notReserved')}</p>
    </section>`;
  }

  /** Why the cart cannot be ordered with this line. */
  #problemOf(line: CartLine): ProblemDetail | undefined {
    const { failure } = this.cart;
    const errors = failure?.kind === 'problem' ? failure.problem.errors : [];
    return errors.find(({ date_id }) => date_id === dateIdOf(line));
  }

  get #clashes(): Clash[] {
    const { cart } = this;
    return clashesOf(cart.lines.flatMap((line) => pricedLine(cart, line)?.quoted ?? []));
  }

  #clashText({ first, second, kind }: Clash): string {
    const key = kind === 'overlap' ? 'linesOverlap' : 'linesTooFar';
    return this.words.say(key, { first: first.title, second: second.title });
  }

  /** Focuses the undo button; otherwise a second press could remove the next line too. */
  protected override updated(changed: PropertyValues<this>): void {
    const before = changed.get('cart')?.before;
    if (this.cart.before && !before) {
      this.renderRoot.querySelector<HTMLElement>('[role="status"] button')?.focus();
    }
  }
}
