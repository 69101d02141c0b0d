/** Keeps a widget usable if handlers of the host page prevent its events. */
export function withstandHostHandlers(root: Node): void {
  for (const type of ['click', 'mousedown']) {
    // `once` is explicit, because some libraries give every object a property of that name.
    root.addEventListener(type, withstandHandlers, { passive: true, once: false });
  }
}

function withstandHandlers(event: Event): void {
  const [target] = event.composedPath() as [HTMLInputElement];
  const label = target.closest('label');
  const input = label ? (label.control as HTMLInputElement | null) : target;
  const isChoice = event.type === 'click' && /^(radio|checkbox)$/.test(input?.type ?? '');
  if (!input || !(isChoice || event.type === 'mousedown')) return;
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
      input.dispatchEvent(new Event(change, { bubbles: true }));
    }
  });
}
