import type { LitElement, ReactiveController } from 'lit';

/**
 * Whether the page is dark around a widget, where it declares no `color-scheme`: by the background
 * that the widget stands on.
 */
export class BackgroundScheme implements ReactiveController {
  readonly #host: LitElement;
  /** Themes are switched by an attribute of one of these. */
  readonly #observer = new MutationObserver(() => this.#look());
  isDark = false;

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    const { documentElement, body } = document;
    for (const element of [documentElement, body]) {
      this.#observer.observe(element, { attributes: true });
    }
    // Style sheets may come after the script.
    window.addEventListener('load', this.#look);
    this.#look();
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
    window.removeEventListener('load', this.#look);
  }

  readonly #look = (): void => {
    const isDark = isOnDark(this.#host);
    if (isDark === this.isDark) return;
    this.isDark = isDark;
    this.#host.requestUpdate();
  };
}

/** On what is darker, white can be read better than black. */
const MIDDLE = 0.46;

function isOnDark(widget: Element): boolean {
  // What the page declares is inherited.
  if (getComputedStyle(widget).colorScheme !== 'normal') return false;
  for (let element: Element | null = widget; element; element = parentOf(element)) {
    const { backgroundColor, backgroundImage, color } = getComputedStyle(element);
    const { lightness, alpha } = readColor(backgroundColor);
    if (alpha > 0.5) return lightness < MIDDLE;
    // Nobody can tell how light a picture is; its page has chosen a colour that is read on it.
    if (backgroundImage !== 'none') return readColor(color).lightness > MIDDLE;
  }
  return false;
}

function parentOf(element: Element): Element | null {
  const root = element.getRootNode();
  return (
    element.assignedSlot ?? element.parentElement ?? (root instanceof ShadowRoot ? root.host : null)
  );
}

/** Of a computed colour, each from 0 to 1. */
function readColor(color: string): { lightness: number; alpha: number } {
  // The names of some colour spaces have digits.
  const parts = color.match(/[\s(,/][\d.]+(e-?\d+)?/g) ?? [];
  const numbers = parts.map((part) => Number(part.slice(1)));
  const [first = 0, second = 0, third = 0, alpha = 1] = numbers;
  // `lab` and `lch` begin with the lightness, `oklab` and `oklch` with one up to 1.
  if (/^ok/.test(color)) return { lightness: first, alpha };
  if (/^l/.test(color)) return { lightness: first / 100, alpha };
  const most = /^rgb/.test(color) ? 255 : 1;
  return { lightness: (0.3 * first + 0.59 * second + 0.11 * third) / most, alpha };
}
