const types = ['click', 'mousedown', 'keydown', 'keypress', 'keyup', 'touchstart'];

/** Keeps a widget usable where handlers of the host page prevent its events, or act on them. */
export function withstandHostHandlers(root: Node): void {
  for (const type of types) {
    // Some libraries give every object a `once`, and so these options.
    root.addEventListener(type, withstandHandlers, { passive: true, once: false });
  }
}

function withstandHandlers(event: Event): void {
  const { type, key = '' } = event as KeyboardEvent;
  const [target] = event.composedPath() as [HTMLInputElement];
  const label = target.closest('label');
  const input = label ? (label.control as HTMLInputElement | null) : target;
  // To the page's shortcuts a field in a shadow root is none, and a page that scrolls by the space
  // key presses no button.
  const isTyped = key.length === 1 && target.matches('input, select, textarea');
  // FastClick would make a click on the widget itself of it.
  const isTouch = type === 'touchstart';
  if (isTyped || isTouch || key === ' ') event.stopPropagation();
  const isChoice = type === 'click' && /^(radio|checkbox)$/.test(input?.type ?? '');
  if (!input || !(isChoice || type === 'mousedown')) return;
  // In a task of its own: the page's handlers come later, and the browser undoes a click's change.
  setTimeout(() => {
    if (!event.defaultPrevented) return;
    if (!isChoice) {
      input.focus({ preventScroll: true });
      return;
    }
    input.checked = input.type === 'radio' || !input.checked;
    for (const change of ['input', 'change']) {
      input.dispatchEvent(new Event(change, { bubbles: true, composed: true }));
    }
  });
}
