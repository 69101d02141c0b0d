import { textsOn } from '../styles/design-tokens.ts';
import { BackgroundScheme } from './background-scheme.ts';
import { contrast, paintOver, type Rgb } from './color.ts';
import { tellReseller } from './tell-reseller.ts';
import { ownDocument } from './unshadowed.ts';

/** WCAG 1.4.3. */
const MINIMUM_CONTRAST = 4.5;

const WHITE: Rgb = [1, 1, 1];
const BLACK: Rgb = [0, 0, 0];

/**
 * Keeps text readable under any theme: a text colour whose contrast to its background is too low is
 * replaced by black or white.
 */
export class ReadableText extends BackgroundScheme {
  /** The class and the colours of the root at the last check. */
  #className: string | undefined;
  #theme = '';

  /** The element that has all texts: of the widget or of the button. */
  get #root(): HTMLElement | null {
    return this.host.shadowRoot?.querySelector<HTMLElement>('.root, .primary') ?? null;
  }

  hostUpdated(): void {
    // Checked only when the scheme has changed, because updates are frequent.
    if (this.#root?.className !== this.#className) this.#keepReadable();
  }

  protected override update(): void {
    super.update();
    this.#keepReadable();
  }

  #keepReadable(): void {
    const root = this.#root;
    if (!root) return;
    this.#className = root.className;
    const colors = this.#computeColors(root);
    const theme = Object.values(colors).join();
    if (theme === this.#theme) return;
    this.#theme = theme;
    const page = paintOver(colors['page'] ?? '', WHITE);
    const surface = paintOver(colors['surface'] ?? '', page);
    const unreadable: Record<string, string[]> = {};
    for (const [ground, texts] of Object.entries(textsOn)) {
      const below = ground === 'page' ? page : paintOver(colors[ground] ?? '', surface);
      for (const text of texts) {
        const found = contrast(paintOver(colors[text] ?? '', below), below);
        const better = contrast(WHITE, below) > contrast(BLACK, below) ? '#fff' : '#000';
        const isReadable = found >= MINIMUM_CONTRAST;
        // Set and not removed: otherwise a widget in a dialog would inherit the dialog's value.
        root.style.setProperty(`--_${text}-on-${ground}`, isReadable ? 'initial' : better);
        if (isReadable) continue;
        const where = ground === 'page' ? 'the page' : `--booking-${ground}`;
        (unreadable[text] ??= []).push(`${Math.floor(found * 100) / 100} : 1 on ${where}`);
      }
    }
    for (const [text, grounds] of Object.entries(unreadable)) this.#warn(text, grounds);
  }

  /** The theme's colours, computed as sRGB by temporary elements. */
  #computeColors(root: Element): Record<string, string> {
    const { colorScheme } = getComputedStyle(root);
    // `Canvas` is the page's background, so it has the page's scheme and not the widget's.
    const ofPage = getComputedStyle(ownDocument.documentElement).colorScheme;
    const probes = names.map((name) =>
      name === 'page'
        ? createProbe(this.background || 'Canvas', ofPage)
        : createProbe(`var(--_${name})`, colorScheme),
    );
    // All are in the page before the first is read, so that the browser computes styles once.
    root.append(...probes);
    const colors = probes.map((probe) => getComputedStyle(probe).color);
    for (const probe of probes) probe.remove();
    return Object.fromEntries(names.map((name, index) => [name, colors[index] ?? '']));
  }

  /** Warns about a colour that the page has set; others are the widget's own. */
  #warn(text: string, grounds: string[]): void {
    const name = `--booking-${text}`;
    if (!getComputedStyle(this.host).getPropertyValue(name)) return;
    tellReseller(
      `${name} is below 4.5 : 1, so text there is black or white: ${grounds.join(', ')}.`,
    );
  }
}

/** Of every ground and every text. */
const names = [...new Set(Object.entries(textsOn).flat(2))];

function createProbe(color: string, colorScheme: string): HTMLElement {
  const probe = ownDocument.createElement('i');
  // In forced colours mode, all colours would be the user's.
  probe.style.cssText = `forced-color-adjust: none; color-scheme: ${colorScheme}`;
  probe.style.color = isMixed ? `color-mix(in srgb, ${color}, ${color})` : color;
  return probe;
}

const isMixed = globalThis.CSS?.supports('color', 'color-mix(in srgb, red, red)');
