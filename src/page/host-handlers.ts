const types = ['click', 'mousedown', 'keydown', 'keypress', 'keyup', 'touchstart'];

/** Keeps a widget usable if handlers of the host page prevent its events, or act on them. */
export function withstandHostHandlers(root: Node): void {
  for (const type of types) {
    // `once` is explicit, because some libraries give every object a property of that name.
    root.addEventListener(type, withstandHandlers, { passive: true, once: false });
  }
}

function withstandHandlers(event: Event): void {
  const { type, key = '' } = event as KeyboardEvent;
  const [target] = event.composedPath() as [HTMLInputElement];
  const label = target.closest('label');
  const input = label ? (label.control as HTMLInputElement | null) : target;
  // The page's keyboard shortcuts do not recognise a field in a shadow root. A page that scrolls
  // with the space key would keep it from pressing a button.
  const isTyped = key.length === 1 && target.matches('input, select, textarea');
  // FastClick would turn the touch into a click on the widget itself.
  const isTouch = type === 'touchstart';
  if (isTyped || isTouch || key === ' ') event.stopPropagation();
  const isChoice = type === 'click' && /^(radio|checkbox)$/.test(input?.type ?? '');
  if (!input || !(isChoice || type === 'mousedown')) return;
  // In a later task, after the page's handlers have run and the browser has undone the change of a
  // prevented click.
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
