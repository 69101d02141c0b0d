import { ContextConsumer } from '@lit/context';
import { LitElement, type PropertyValues, render } from 'lit';
import type { Site } from '#contract/site.schema';
import { InnerEvent, type InnerEventType } from '../events.ts';
import { english, type ListWords } from '../messages/words.ts';
import { isIntact } from '../page/builtins.ts';
import { styledRoot } from '../page/styled-root.ts';
import { tellReseller } from '../page/tell-reseller.ts';
import { TranslatedText } from '../page/translated-text.ts';
import { type Clock, defaultSite, HEADING_LEVEL, widgetContext } from './context.ts';
import { problemNote, quietButton } from './parts/problem-note.ts';

/**
 * An element inside `<booking-widget>`, which gives it the context. What it cannot render becomes a
 * note in its place, and the elements around it stay.
 */
export abstract class InnerElement extends LitElement {
  /** Whether the update has rendered the content; what follows may still fail. */
  #isShown = false;
  /** Whether the widget's heading level has ever differed from the templates'. */
  #isMoved = false;
  readonly #context = new ContextConsumer(this, { context: widgetContext, subscribe: true });

  constructor() {
    super();
    new TranslatedText(this);
    this.addController({ hostUpdated: () => this.#continueHeadings() });
  }

  protected get words(): ListWords {
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

  /** Whether the customer has been waiting for longer than usual. */
  protected get isSlow(): boolean {
    return this.#context.value?.isSlow ?? false;
  }

  /** The text that is shown while something loads. */
  protected get loadingText(): string {
    return this.words.say(this.isSlow ? 'slow' : 'loading');
  }

  /**
   * The text about VAT beside a price: empty if nothing is paid, `included` if prices contain it.
   */
  protected vatText(isPaid: boolean, included = ''): string {
    if (!isPaid) return '';
    return this.site?.prices_include_vat === false ? this.words.say('exclVat') : included;
  }

  /** Moves the focus to the element's title if the update has removed the focused control. */
  protected override performUpdate(): void {
    if (!isIntact()) return;
    const focused = this.shadowRoot?.activeElement;
    this.#isShown = false;
    try {
      super.performUpdate();
    } catch (error) {
      if (this.#isShown) tellReseller(`${this.localName} has failed: ${String(error)}.`);
      else this.#showFailure(error);
    }
    const isLost = focused && !focused.isConnected && !this.shadowRoot?.activeElement;
    if (isLost) this.focus({ preventScroll: true });
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    return styledRoot(this, () => super.createRenderRoot());
  }

  protected override update(changed: PropertyValues): void {
    super.update(changed);
    this.#isShown = true;
  }

  #showFailure(error: unknown): void {
    this.emit('render-fail', error);
    const retry = quietButton(this.words.say('retry'), () => this.emit('render-retry'));
    const note = problemNote(this.words.problem('internal-error'), retry);
    render(note, this.renderRoot, this.renderOptions);
  }

  protected emit(type: InnerEventType, detail: unknown = null): void {
    this.dispatchEvent(new InnerEvent(type, detail));
  }

  /** Focuses the title, or else the panel around the element, for customers without a mouse. */
  override focus(options?: FocusOptions): void {
    if (this.hasUpdated) this.#focusTitle(options);
    else void this.updateComplete.then(() => this.#focusTitle(options));
  }

  #focusTitle(options?: FocusOptions): void {
    const title = this.renderRoot.querySelector<HTMLElement>('#title');
    (title ?? this.closest<HTMLElement>('[tabindex]'))?.focus(options);
  }

  /** Templates start at h2; this shifts their levels to the widget's heading level. */
  #continueHeadings(): void {
    const lower = (this.#context.value?.headingLevel ?? HEADING_LEVEL) - HEADING_LEVEL;
    // The search would take time in each update, and usually find nothing to change.
    this.#isMoved ||= lower !== 0;
    if (!this.#isMoved) return;
    for (const heading of this.renderRoot.querySelectorAll('h2, h3, h4')) {
      const level = Number(heading.localName.slice(1)) + lower;
      if (lower) heading.setAttribute('aria-level', String(level));
      else heading.removeAttribute('aria-level');
    }
  }
}
