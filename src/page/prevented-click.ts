/**
 * Some host pages call `preventDefault()` on every click that is not on their own buttons. Checks a
 * radio button or checkbox of the widget nevertheless.
 */
export function applyPreventedClick(event: Event): void {
  if (!event.defaultPrevented) return;
  const [pressed] = event.composedPath();
  const element = pressed instanceof Element ? (pressed.closest('label') ?? pressed) : undefined;
  const input = element instanceof HTMLLabelElement ? element.control : element;
  const isCheckable =
    input instanceof HTMLInputElement && (input.type === 'radio' || input.type === 'checkbox');
  if (!isCheckable) return;
  // In a task of its own, after the browser has undone the change of the click.
  setTimeout(() => {
    input.checked = input.type === 'radio' || !input.checked;
    for (const type of ['input', 'change']) {
      input.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
    }
  });
}
