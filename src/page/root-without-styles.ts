import type { LitElement } from 'lit';
import { tellReseller } from './tell-reseller.ts';

/** The root of an element whose styles could not be added to it. It can be used all the same. */
export function rootWithoutStyles({ shadowRoot }: LitElement, error: unknown): ShadowRoot {
  if (!shadowRoot) throw error;
  tellReseller(`is shown without styles: ${String(error)}.`);
  return shadowRoot;
}
