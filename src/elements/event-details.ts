import { html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { MergedEvent } from '#contract/event.schema';
import { mapUrl } from '../domain/location.ts';
import { eventDetailsStyles } from './event-details.styles.ts';
import { type Fact, renderFacts } from './parts/facts.ts';
import { renderNodes } from './parts/html-nodes.ts';
import { loadingNote } from './parts/loading-note.ts';
import { newTab } from './parts/new-tab.ts';
import { picture } from './parts/picture.ts';
import { StepElement } from './step-element.ts';

/**
 * The details of an event. On a narrow page, the slot is between the beginning of the description
 * and the rest of the details; on a wide one, it is beside them.
 *
 * @slot - the pickers of the event
 */
export class EventDetails extends StepElement {
  static override styles = eventDetailsStyles;

  /** Undefined while it loads. */
  @property({ attribute: false }) event: MergedEvent | undefined;
  /** The event's title if it is known before the event has loaded, else empty. */
  @property({ attribute: 'event-title' }) eventTitle = '';

  /** Whether the description is longer than the lines that are shown at first. */
  @state() private clipped = false;
  @state() private expanded = false;

  /** An observer reports before the browser paints, so that nothing moves afterwards. */
  readonly #size = new ResizeObserver(([entry]) => {
    if (!entry || this.expanded) return;
    const { scrollHeight, clientHeight } = entry.target;
    this.clipped = scrollHeight > clientHeight;
  });

  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has('event')) return;
    this.#size.disconnect();
    const prose = this.renderRoot.querySelector('.prose');
    if (prose) this.#size.observe(prose);
  }

  override render() {
    const { event, words } = this;
    return html`<div class="page">
      <div class="lead">
        <h2 class="title" tabindex="-1" id="title" dir="auto">
          ${event?.title ?? (this.eventTitle || html`<span class="skeleton">${words.say('loading')}</span>`)}
        </h2>
        ${event ? this.#renderLead(event) : this.#renderSkeleton()}
      </div>
      <slot></slot>
      ${event ? this.#renderRest(event) : nothing}
    </div>`;
  }

  #renderLead(event: MergedEvent) {
    const { words, expanded } = this;
    // Expanded on focus, because the focus may move to a link in the hidden part.
    return html`${picture(event.images)}
      <div
        class="prose ${expanded ? 'expanded' : ''}"
        dir="auto"
        @focusin=${() => (this.expanded = true)}
      >
        ${renderNodes(event.description)}
      </div>
      ${
        this.clipped
          ? html`<button
              type="button"
              class="quiet more"
              aria-expanded=${expanded}
              @click=${() => (this.expanded = !expanded)}
            >
              ${words.say(expanded ? 'readLess' : 'readMore')}
            </button>`
          : nothing
      }`;
  }

  #renderRest(event: MergedEvent) {
    const { words } = this;
    const { highlights, youtubeVideoId: video, voucher_checkout_url: vouchers } = event;
    return html`<div class="rest">
      ${
        highlights.length > 0
          ? html`<ul class="highlights">
              ${highlights.map((highlight) => html`<li><bdi>${highlight}</bdi></li>`)}
            </ul>`
          : nothing
      }
      ${renderFacts(this.#factsOf(event))}
      <p class="links">
        ${video ? newTab(`https://www.youtube.com/watch?v=${video}`, words.say('video'), words) : nothing}
        ${vouchers ? newTab(vouchers, words.say('giftVoucher'), words) : nothing}
      </p>
    </div>`;
  }

  #factsOf(event: MergedEvent): Fact[] {
    const { words } = this;
    // That of opening hours is not how long anybody stays; the calendar tells the hours.
    const timed = event.price_groups.filter((group) => group.latest_booking_time >= 0);
    const durations = [...new Set(timed.map(({ duration }) => words.duration(duration)))];
    const { pre_time, tags, vendor_name: vendor } = event;
    return [
      [words.say('duration'), durations.filter(Boolean).join(' · ')],
      [words.say('meetAt'), this.#renderMeeting(event)],
      [
        words.say('beThere'),
        pre_time && words.say('beforeStart', { duration: words.duration(pre_time) }),
      ],
      ...tags.map(({ title, values }): Fact => [title, words.list(...values)]),
      [
        words.say('onRequest'),
        event.type === 'REQUEST' && words.say('requestExplained', { vendor }),
      ],
      [words.say('bring'), event.bring],
      [words.say('goodToKnow'), event.advice],
      [words.say('soldBy'), vendor],
    ];
  }

  #renderMeeting(event: MergedEvent) {
    const { words } = this;
    const { meeting_location_lat: latitude, meeting_location_lng: longitude } = event;
    const map = newTab(mapUrl(latitude, longitude), words.say('map'), words);
    // The coordinates are zero if the vendor has set none.
    return html`${event.meeting_location || event.location}
    ${latitude || longitude ? html`· ${map}` : nothing}`;
  }

  #renderSkeleton() {
    return html`<div class="small waiting">${loadingNote(this.loadingText)}</div>
      <div aria-hidden="true">
        ${[1, 2, 3, 4, 5].map(() => html`<span class="skeleton">Lorem ipsum dolor sit amet</span>`)}
      </div>`;
  }
}
