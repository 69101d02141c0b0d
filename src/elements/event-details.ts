import { consume } from '@lit/context';
import { html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import type { MergedEvent } from '../contract/event.schema.ts';
import { mapUrl } from '../domain/location.ts';
import { english, type Words } from '../messages/words.ts';
import { base } from '../styles/base.ts';
import { wordsContext } from './context.ts';
import { renderNodes } from './parts/html-nodes.ts';
import { newTab } from './parts/new-tab.ts';
import { picture, pictureStyles } from './parts/picture.ts';
import { eventDetailsStyles } from './event-details.styles.ts';

/** What an event is: its text, its highlights, and what to know before going. */
export class EventDetails extends LitElement {
  static override styles = [base, pictureStyles, eventDetailsStyles];

  /** Undefined while it loads. */
  @property({ attribute: false }) event: MergedEvent | undefined;
  /** Shown at once, from the list, while the rest loads. */
  @property({ attribute: false }) known = '';

  @consume({ context: wordsContext, subscribe: true })
  private words: Words = english;

  override render() {
    const { event, words } = this;
    return html`<h2 class="title" tabindex="-1" id="title">
        ${event?.title ?? (this.known || html`<span class="bone">${words.say('loading')}</span>`)}
      </h2>
      ${event ? this.#renderEvent(event) : this.#renderSkeleton()}`;
  }

  #renderEvent(event: MergedEvent) {
    return html`${picture(event.images, event.title)}
      <div class="prose">${renderNodes(event.description)}</div>
      ${
        event.highlights.length > 0
          ? html`<ul class="highlights">
              ${event.highlights.map((highlight) => html`<li>${highlight}</li>`)}
            </ul>`
          : nothing
      }
      ${this.#renderFacts(event)}`;
  }

  #renderFacts(event: MergedEvent) {
    const { words } = this;
    const fact = (term: string, text: unknown) =>
      text
        ? html`<dt>${term}</dt>
            <dd>${text}</dd>`
        : nothing;
    const durations = [...new Set(event.price_groups.map(({ duration }) => duration))];
    return html`<dl>
      ${fact(words.say('duration'), durations.map((minutes) => words.duration(minutes)).join(' · '))}
      ${fact(words.say('meetAt'), this.#renderMeeting(event))}
      ${fact(words.say('bring'), event.bring)}
      ${fact(words.say('goodToKnow'), [event.advice, event.hint].filter(Boolean).join(' '))}
      ${fact(words.say('soldBy'), event.vendor_name)}
      ${
        event.type === 'REQUEST'
          ? fact(
              words.say('onRequest'),
              words.say('requestExplained', { vendor: event.vendor_name }),
            )
          : nothing
      }
    </dl>`;
  }

  #renderMeeting(event: MergedEvent) {
    const { words } = this;
    const map = mapUrl(event.meeting_location_lat, event.meeting_location_lng);
    return html`${event.meeting_location || event.location} ·
    ${newTab(map, words.say('map'), words)}`;
  }

  #renderSkeleton() {
    return html`<div aria-hidden="true">
      ${[1, 2, 3].map(() => html`<span class="bone">Lorem ipsum dolor sit amet</span>`)}
    </div>`;
  }

  /** Brings a keyboard or screen-reader user to the step that has opened. */
  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>('#title')?.focus();
  }
}
