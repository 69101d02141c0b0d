import { LitElement } from 'lit';

/** Scrolls to the step that has just opened, and focuses it. */
export async function bringIntoView(widget: LitElement): Promise<void> {
  const children = [...widget.renderRoot.querySelectorAll('.root > *')];
  const element = children.find((child) => child instanceof LitElement);
  await element?.updateComplete;
  const hidden = parseFloat(getComputedStyle(widget).scrollMarginTop);
  if (widget.getBoundingClientRect().top < hidden) widget.scrollIntoView({ block: 'start' });
  element?.focus({ preventScroll: true });
}
