import { ContextConsumer } from '@lit/context';
import { LitElement } from 'lit';
import type { Site } from '../contract/site.schema.ts';
import { InnerEvent } from '../events.ts';
import { english, type Words } from '../messages/words.ts';
import { defaultSite, HEADING_LEVEL, widgetContext, type Clock } from './context.ts';

/** Stands within `<booking-widget>`, and gets from it what all of them share. */
export abstract class InnerElement extends LitElement {
  readonly #context = new ContextConsumer(this, { context: widgetContext, subscribe: true });

  constructor() {
    super();
    this.addController({ hostUpdated: () => this.#continueHeadings() });
  }

  protected get words(): Words {
    return this.#context.value?.words ?? english;
  }

  protected get clock(): Clock {
    return this.#context.value?.clock ?? Date.now;
  }

  /** Undefined while it loads. */
  protected get site(): Site | undefined {
    const { value } = this.#context;
    return value ? value.site : defaultSite;
  }

  /** What is said where something is to come. */
  protected get loadingText(): string {
    return this.words.say(this.#context.value?.isSlow ? 'slow' : 'loading');
  }

  protected override performUpdate(): void {
    try {
      super.performUpdate();
    } catch (error) {
      this.dispatchEvent(new InnerEvent('render-fail', error));
    }
  }

  /** Templates begin at h2; their outline goes on where the page's has come to. */
  #continueHeadings(): void {
    const lower = (this.#context.value?.headingLevel ?? HEADING_LEVEL) - HEADING_LEVEL;
    for (const heading of this.renderRoot.querySelectorAll('h2, h3, h4')) {
      const level = Number(heading.localName.slice(1)) + lower;
      if (lower) heading.setAttribute('aria-level', String(level));
      else heading.removeAttribute('aria-level');
    }
  }
}
