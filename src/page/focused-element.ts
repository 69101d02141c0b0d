import { ownDocument } from './unshadowed.ts';

/** Through all shadow roots. */
export function focusedElement(): HTMLElement {
  let focused = ownDocument.activeElement ?? ownDocument.body;
  while (focused.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  return focused as HTMLElement;
}

/** Without scrolling. */
export function focus(element: HTMLElement): void {
  if (focusedElement() !== element) element.focus({ preventScroll: true });
}
