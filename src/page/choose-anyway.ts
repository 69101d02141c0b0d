/**
 * Some pages prevent every click that is not on a button of theirs. A radio button or a box that is
 * pressed here is chosen all the same.
 */
export function chooseAnyway(event: Event): void {
  if (!event.defaultPrevented) return;
  const [pressed] = event.composedPath();
  const element = pressed instanceof Element ? (pressed.closest('label') ?? pressed) : undefined;
  const input = element instanceof HTMLLabelElement ? element.control : element;
  if (!(input instanceof HTMLInputElement) || !/radio|checkbox/.test(input.type)) return;
  // Only then has the browser taken back what the click had changed.
  setTimeout(() => {
    input.checked = input.type === 'radio' || !input.checked;
    for (const type of ['input', 'change']) {
      input.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
    }
  });
}
