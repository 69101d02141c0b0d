import type { LitElement } from 'lit';
import { tellReseller } from './tell-reseller.ts';

/** What lit creates, with the element's styles in it. */
type Root = HTMLElement | DocumentFragment;

/**
 * Creates the root of an element. If its styles cannot be added to it, the console says so, and the
 * element can be used all the same.
 */
export function styledRoot(element: LitElement, create: () => Root): Root {
  try {
    const root = create();
    const style = root.querySelector('style');
    // Browsers without constructable style sheets have a style element, which the page's policy may
    // forbid.
    if (style && !style.sheet) {
      tellReseller('is shown without styles: this browser needs them allowed by style-src (CSP).');
    }
    return root;
  } catch (error) {
    if (!element.shadowRoot) throw error;
    tellReseller(`is shown without styles: ${String(error)}.`);
    return element.shadowRoot;
  }
}
