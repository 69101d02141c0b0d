import type { LitElement, ReactiveController } from 'lit';
import { readColor } from './color.ts';

/**
 * Whether the page is dark around a widget, where it declares no `color-scheme`: by the background
 * that the widget stands on.
 */
export class BackgroundScheme implements ReactiveController {
  protected readonly host: LitElement;
  /** Themes are switched by an attribute of what the widget stands in. */
  readonly #observer = new MutationObserver(() => this.look());
  readonly #preference = matchMedia('(prefers-color-scheme: dark)');
  isDark = false;
  /** The background, unless nobody can tell it. */
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
    this.look();
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
    this.#listen('removeEventListener');
  }

  #listen(how: 'addEventListener' | 'removeEventListener'): void {
    // Style sheets may come after the script.
    window[how]('load', this.#look);
    // A page may fade from one theme to the other.
    window[how]('transitionend', this.#look);
    this.#preference[how]('change', this.#look);
  }

  readonly #look = ({ target }: Event): void => {
    const isAround = !(target instanceof Element) || target.contains(this.host);
    if (isAround) this.look();
  };

  protected look(): void {
    const { isDark, background } = groundOf(this.host);
    this.background = background;
    if (isDark === this.isDark) return;
    this.isDark = isDark;
    this.host.requestUpdate();
  }
}

/** On what is darker, white can be read better than black. */
const MIDDLE = 0.46;

function groundOf(widget: Element): { isDark: boolean; background: string } {
  // What the page declares is inherited.
  const isDeclared = getComputedStyle(widget).colorScheme !== 'normal';
  for (let element: Element | null = widget; element; element = parentOf(element)) {
    const { backgroundColor, backgroundImage, color } = getComputedStyle(element);
    const { lightness, alpha } = readColor(backgroundColor);
    if (alpha > 0.5)
      return { isDark: !isDeclared && lightness < MIDDLE, background: backgroundColor };
    // Nobody can tell how light a picture is; its page has chosen a colour that is read on it.
    if (backgroundImage !== 'none') {
      return { isDark: !isDeclared && readColor(color).lightness > MIDDLE, background: '' };
    }
  }
  return { isDark: false, background: '' };
}

function parentOf(element: Element): Element | null {
  const root = element.getRootNode();
  return (
    element.assignedSlot ?? element.parentElement ?? (root instanceof ShadowRoot ? root.host : null)
  );
}
