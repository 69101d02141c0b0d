import type { LitElement, ReactiveController } from 'lit';
import { readColor } from './color.ts';
import { parentOf } from './parent-of.ts';
import { unshadowed } from './unshadowed.ts';

/**
 * Tells whether the background around a widget is dark, for pages that declare no `color-scheme`.
 */
export class BackgroundScheme implements ReactiveController {
  protected readonly host: LitElement;
  /** Pages switch their theme by an attribute of an ancestor. */
  readonly #observer = new MutationObserver(() => this.update());
  readonly #preference = matchMedia('(prefers-color-scheme: dark)');
  #isDark = false;
  /** The background colour; empty for the browser's own. */
  background = '';

  constructor(host: LitElement) {
    this.host = host;
    host.addController(this);
  }

  hostConnected(): void {
    for (let at: Element | null = this.host; at; at = parentOf(at)) {
      this.#observer.observe(at, { attributes: true });
    }
    this.#listen('addEventListener');
    this.update();
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
    this.#listen('removeEventListener');
  }

  #listen(how: 'addEventListener' | 'removeEventListener'): void {
    // Style sheets may load after the script.
    window[how]('load', this.#onChange);
    // A theme may change with a transition.
    window[how]('transitionend', this.#onChange);
    this.#preference[how]('change', this.#onChange);
  }

  readonly #onChange = ({ target }: Event): void => {
    const isAround = !(target instanceof Element) || unshadowed(target).contains(this.host);
    if (isAround) this.update();
  };

  /**
   * The class for a `color-scheme` attribute; empty to follow the scheme that the page declares.
   */
  classFor(colorScheme: string): string {
    if (/^(light|dark)$/.test(colorScheme)) return colorScheme;
    return this.#isDark ? 'dark' : '';
  }

  protected update(): void {
    const { isDark, background } = backgroundOf(this.host);
    this.background = background;
    if (isDark === this.#isDark) return;
    this.#isDark = isDark;
    this.host.requestUpdate();
  }
}

/** The lightness below which white has more contrast than black. */
const MIDDLE = 0.46;

/** Text lighter than this cannot be on white. */
const LIGHT_TEXT = 0.75;

function backgroundOf(widget: Element): { isDark: boolean; background: string } {
  // `color-scheme` is inherited, so the widget has what the page declares.
  const isDeclared = getComputedStyle(widget).colorScheme !== 'normal';
  // The background is unknown, but the page's text colour is readable on it.
  const guess = (element: Element, lightest: number) => {
    const isDark = readColor(getComputedStyle(element).color).lightness > lightest;
    return { isDark: !isDeclared && isDark, background: isDark ? '#000' : '' };
  };
  for (let element: Element | null = widget; element; element = parentOf(element)) {
    const { backgroundColor, backgroundImage } = getComputedStyle(element);
    const { lightness, alpha } = readColor(backgroundColor);
    if (alpha > 0.5)
      return { isDark: !isDeclared && lightness < MIDDLE, background: backgroundColor };
    if (backgroundImage !== 'none') return guess(element, MIDDLE);
  }
  // Some pages are painted by an element that does not contain the widget.
  return guess(parentOf(widget) ?? widget, LIGHT_TEXT);
}
