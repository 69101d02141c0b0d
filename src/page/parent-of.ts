import { unshadowed } from './unshadowed.ts';

/** The element that is drawn around another: its slot, its parent, or the host of its shadow root. */
export function parentOf(element: Element): Element | null {
  // The widget may be in a form, and the names of a form's fields hide its members.
  const { assignedSlot, parentElement, getRootNode } = unshadowed(element);
  const root = getRootNode();
  return assignedSlot ?? parentElement ?? (root instanceof ShadowRoot ? root.host : null);
}
