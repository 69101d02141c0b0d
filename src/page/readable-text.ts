import { textsOn } from '../styles/tokens.ts';
import { BackgroundScheme } from './background-scheme.ts';
import { contrast, paintOver, type Rgb } from './color.ts';
import { tellReseller } from './tell-reseller.ts';

/** WCAG 1.4.3. */
const LEAST = 4.5;

const WHITE: Rgb = [1, 1, 1];
const BLACK: Rgb = [0, 0, 0];

/**
 * Keeps text readable under any theme: a text's colour stays as the page gives it unless its contrast
 * to its ground is too low. Then it is black or white there.
 */
export class ReadableText extends BackgroundScheme {
  /** The class of the scheme, and the theme, that the texts were last made for. */
  #className: string | undefined;
  #theme = '';

  /** All that is written stands in there. */
  get #root(): HTMLElement | null {
    return this.host.shadowRoot?.querySelector<HTMLElement>('.root, .primary') ?? null;
  }

  hostUpdated(): void {
    // It is updated often, and has another scheme seldom.
    if (this.#root?.className !== this.#className) this.#keepReadable();
  }

  protected override look(): void {
    super.look();
    this.#keepReadable();
  }

  #keepReadable(): void {
    const root = this.#root;
    if (!root) return;
    this.#className = root.className;
    const colors = this.#readColors(root);
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
        const isReadable = found >= LEAST;
        // Not removed: in a dialog those of the dialog would come in.
        root.style.setProperty(`--_${text}-on-${ground}`, isReadable ? 'initial' : better);
        if (isReadable) continue;
        const where = ground === 'page' ? 'the page' : `--booking-${ground}`;
        (unreadable[text] ??= []).push(`${Math.floor(found * 100) / 100} : 1 on ${where}`);
      }
    }
    for (const [text, grounds] of Object.entries(unreadable)) this.#tell(text, grounds);
  }

  /** As sRGB, in which the page's colours need not be. */
  #readColors(root: Element): Record<string, string> {
    const probe = document.createElement('i');
    root.append(probe);
    const style = getComputedStyle(probe);
    const colors: Record<string, string> = {};
    for (const name of new Set(Object.entries(textsOn).flat(2))) {
      const isPage = name === 'page';
      const color = isPage ? this.background || 'Canvas' : `var(--_${name})`;
      // The canvas is the page's, whatever the tag's scheme is.
      const { colorScheme } = getComputedStyle(isPage ? document.documentElement : root);
      // A person's own colours would take the place of all of them.
      probe.style.cssText = `forced-color-adjust: none; color-scheme: ${colorScheme}`;
      probe.style.color = isMixed ? `color-mix(in srgb, ${color}, ${color})` : color;
      colors[name] = style.color;
    }
    probe.remove();
    return colors;
  }

  /** What the page has not given is none of its owner's concern. */
  #tell(text: string, grounds: string[]): void {
    const name = `--booking-${text}`;
    if (!getComputedStyle(this.host).getPropertyValue(name)) return;
    tellReseller(
      `${name} is below 4.5 : 1, so text there is black or white: ${grounds.join(', ')}.`,
    );
  }
}

const isMixed = globalThis.CSS?.supports('color', 'color-mix(in srgb, red, red)');
