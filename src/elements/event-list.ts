import { consume } from '@lit/context';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import type { Category, ListedEvent } from '../contract/event.schema.ts';
import type { Site } from '../contract/site.schema.ts';
import { hasNoDates } from '../domain/availability.ts';
import type { Failure } from '../domain/failure.ts';
import { townOf } from '../domain/location.ts';
import { toMillis } from '../domain/zone.ts';
import { InnerEvent } from '../events.ts';
import { english, type Words } from '../messages/words.ts';
import { base } from '../styles/base.ts';
import { ticket, tintOf } from '../styles/ticket.ts';
import { type Clock, clockContext, defaultSite, siteContext, wordsContext } from './context.ts';
import { picture, pictureStyles } from './parts/picture.ts';
import { failureText, problemNote, quietButton } from './parts/problem-note.ts';
import { eventListStyles } from './event-list.styles.ts';

export interface ListFilter {
  match: string;
  category: string;
}

/** Milliseconds without a key after which the list is narrowed. */
const TYPING_PAUSE = 200;
/** Milliseconds on a ticket after which it is likely to be opened. */
const LINGER = 80;

/**
 * What can be booked, as tickets, with search and categories.
 *
 * @fires event-choose - with the event
 * @fires event-prefetch - with the event that is likely to be chosen
 * @fires list-filter - with the words and category to narrow the list to
 * @fires list-more - the next page is wanted
 * @fires list-retry
 */
export class EventList extends LitElement {
  static override styles = [base, ticket, pictureStyles, eventListStyles];

  /** The events of the pages shown; undefined while the first ones load. */
  @property({ attribute: false }) events: ListedEvent[] | undefined;
  /** Whether there are more than are shown. */
  @property({ type: Boolean }) more = false;
  /** Newer events are being loaded. */
  @property({ type: Boolean }) busy = false;
  @property({ attribute: false }) failure: Failure | undefined;
  /** The events are older ones that the platform could not renew. */
  @property({ type: Boolean }) stale = false;
  /** The page shows one category alone, so there is none to choose. */
  @property({ type: Boolean, attribute: 'fixed-category' }) fixedCategory = false;

  /** What the list is narrowed to. */
  @property() match = '';
  @property() category = '';

  @consume({ context: wordsContext, subscribe: true })
  private words: Words = english;
  @consume({ context: clockContext, subscribe: true })
  private clock: Clock = Date.now;
  @consume({ context: siteContext, subscribe: true })
  private site: Site | undefined = defaultSite;

  #typing: ReturnType<typeof setTimeout> | undefined;
  #lingering: ReturnType<typeof setTimeout> | undefined;
  /** What the site had not said when the cards came has room reserved, so that no card moves. */
  #reserved = { categories: false, vat: false };

  /** To choose from; undefined while they load. */
  get #categories(): Category[] | undefined {
    return this.fixedCategory ? [] : this.site?.categories;
  }

  protected override willUpdate(): void {
    if (!this.events) return;
    this.#reserved.categories ||= !this.#categories;
    this.#reserved.vat ||= !this.site;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#typing);
    clearTimeout(this.#lingering);
  }

  override render() {
    return html`${this.#renderTools()} ${this.#renderList()}`;
  }

  #renderTools() {
    const isReserved = this.#reserved.categories || !this.#categories;
    return html`<div class="tools ${isReserved ? 'reserved' : ''}" role="search">
      ${this.#renderSearch()} ${this.#renderCategories(isReserved)}
    </div>`;
  }

  #renderSearch() {
    const label = this.words.say('search');
    return html`<label class="search">
      <span class="visually-hidden">${label}</span>
      <svg
        width="18"
        height="18"
        fill="none"
        stroke="currentColor"
        stroke-width="1.7"
        aria-hidden="true"
      >
        <circle cx="8" cy="8" r="5.5" />
        <path d="m12.3 12.3 4 4" />
      </svg>
      <input type="search" placeholder=${label} .value=${this.match} @input=${this.#type} />
    </label>`;
  }

  #renderCategories(isReserved: boolean) {
    const { words } = this;
    const categories = this.#categories ?? [];
    if (categories.length < 2) return isReserved ? html`<div class="chips"></div>` : nothing;
    return html`<div class="chips" role="group" aria-label=${words.say('categories')}>
      ${this.#renderCategory('', words.say('allCategories'))}
      ${categories.map(({ id, title }) => this.#renderCategory(String(id), title))}
    </div>`;
  }

  #renderCategory(id: string, title: string) {
    return html`<button
      type="button"
      aria-pressed=${this.category === id}
      @click=${() => this.#narrow(this.match, id)}
    >
      ${title}
    </button>`;
  }

  #renderList(): TemplateResult {
    const { words, events } = this;
    if (this.failure && !events) {
      return problemNote(
        failureText(this.failure, words),
        quietButton(words.say('retry'), () =>
          this.dispatchEvent(new InnerEvent('list-retry', null)),
        ),
      );
    }
    if (!events) return this.#renderSkeleton();
    if (events.length === 0) return this.#renderEmpty();
    return html`<p class="visually-hidden" role="status">
        ${words.say('found', { count: events.length })}
      </p>
      ${this.stale ? html`<p class="small stale">${words.say('stale')}</p>` : nothing}
      <ul class="grid" aria-busy=${this.busy}>
        ${events.map((event) => html`<li>${this.#renderTicket(event)}</li>`)}
      </ul>
      ${
        this.more
          ? html`<button
              type="button"
              class="quiet more"
              @click=${() => this.dispatchEvent(new InnerEvent('list-more', null))}
            >
              ${words.say('showMore')}
            </button>`
          : nothing
      }`;
  }

  #renderTicket(event: ListedEvent) {
    const { words } = this;
    return html`<article
      class="ticket ${tintOf(event.categories)}"
      @pointerenter=${() => this.#linger(event)}
      @focusin=${() => this.#linger(event)}
    >
      ${picture(event.images)}
      <div class="body">
        <h3 class="heading">
          <button
            type="button"
            class="open"
            @click=${() => this.dispatchEvent(new InnerEvent('event-choose', event))}
          >
            ${event.title}
          </button>
        </h3>
        <p class="small summary">${event.summary}</p>
        <div class="meta small">
          <span>${words.duration(event.duration)}</span>
          <span>${townOf(event.location)}</span>
          <span>${event.vendor_name}</span>
        </div>
      </div>
      <div class="stub small">
        <div>
          ${
            event.from_price
              ? html`${words.say('from')}
                  <b class="number"
                    >${words.money(event.from_price.value, event.from_price.currency)}</b
                  >${this.#renderVat()}`
              : nothing
          }
        </div>
        <div>${this.#renderNext(event)}</div>
      </div>
    </article>`;
  }

  #renderVat() {
    if (this.site?.prices_include_vat === false) return this.words.say('exclVat');
    return this.#reserved.vat ? html`<br />` : nothing;
  }

  #renderNext(event: ListedEvent) {
    const { first_date, timezone, type } = event;
    if (hasNoDates(event)) return this.words.say('noDates');
    // A date of a stale list may have passed.
    if (!first_date || (this.stale && toMillis(first_date) < this.clock())) return nothing;
    return html`${this.words.say(type === 'REQUEST' ? 'onRequest' : 'next')}<br />
      <span class="strong">${this.words.whenNext(timezone, first_date, this.clock())}</span>`;
  }

  #renderEmpty() {
    const { words } = this;
    const narrowed = this.match !== '' || this.category !== '';
    return html`<p class="empty" role="status">
      ${this.match ? words.say('nothingFound', { text: this.match }) : words.say('nothingHere')}
      ${narrowed ? quietButton(words.say('showAll'), () => this.#showAll()) : nothing}
    </p>`;
  }

  /** As large as the cards that take its place. */
  #renderSkeleton() {
    return html`<p class="visually-hidden" role="status">${this.words.say('loading')}</p>
      <div class="grid" aria-hidden="true">
        ${[1, 2, 3, 4, 5, 6].map(
          () =>
            html`<div class="ticket">
              <div class="body">
                <span class="heading skeleton">Lorem ipsum dolor sit</span>
                <span class="small skeleton"
                  >Lorem ipsum dolor sit amet consectetur adipiscing</span
                >
              </div>
              <div class="stub"></div>
            </div>`,
        )}
      </div>`;
  }

  /** The button goes with the empty list, so the keyboard goes back to the search. */
  #showAll(): void {
    this.#narrow('', '');
    this.renderRoot.querySelector('input')?.focus();
  }

  /** Whoever is on the way to a ticket finds it loaded. */
  #linger(event: ListedEvent): void {
    clearTimeout(this.#lingering);
    this.#lingering = setTimeout(
      () => this.dispatchEvent(new InnerEvent('event-prefetch', event)),
      LINGER,
    );
  }

  #type(event: InputEvent): void {
    this.match = (event.target as HTMLInputElement).value;
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => this.#narrow(this.match, this.category), TYPING_PAUSE);
  }

  #narrow(match: string, category: string): void {
    clearTimeout(this.#typing);
    this.match = match;
    this.category = category;
    this.dispatchEvent(
      new InnerEvent<ListFilter>('list-filter', { match: match.trim(), category }),
    );
  }
}
