import { LitElement } from 'lit';
import { ownDocument } from './unshadowed.ts';

/** Scrolls to the step that has just opened, and focuses it. */
export async function bringIntoView(widget: LitElement): Promise<void> {
  const children = [...widget.renderRoot.querySelectorAll('.root > *')];
  const element = children.find(isStep);
  if (element instanceof LitElement) await element.updateComplete;
  const hidden = parseFloat(getComputedStyle(widget).scrollMarginTop);
  if (widget.getBoundingClientRect().top < hidden) {
    // Not smoothly, because what covers the step can be asked only where it comes to rest.
    widget.scrollIntoView({ block: 'start', behavior: 'instant' });
  }
  uncover(widget);
  element?.focus({ preventScroll: true });
  const { scrollY } = window;
  await pageIsAtRest();
  // Unless the customer has scrolled on meanwhile.
  if (window.scrollY === scrollY) uncover(widget);
}

function uncover(widget: LitElement): void {
  // The page may have removed it meanwhile.
  if (!widget.isConnected) return;
  const covered = coveredAtTop(widget);
  if (covered > 0) window.scrollBy({ top: -covered, behavior: 'instant' });
}

/** Some headers slide in when the page is scrolled up, which their scripts hear a frame later. */
async function pageIsAtRest(): Promise<void> {
  await nextFrame();
  await nextFrame();
  const animations = ownDocument.getAnimations();
  const transitions = animations.filter((animation) => animation instanceof CSSTransition);
  await Promise.allSettled(transitions.map(({ finished }) => finished));
}

function nextFrame(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}

/** The element of the step, or its outline while its code loads. */
function isStep(element: Element): element is HTMLElement {
  return element instanceof LitElement || element.matches('[tabindex]');
}

/** Pixels between two points at which it is asked what lies over the widget. */
const STEP = 4;
/** What covers more than this part of the window is no bar, but for example a consent dialog. */
const LARGEST_BAR = 0.4;

/** How many pixels of the widget's top a bar of the page covers, such as a fixed header. */
function coveredAtTop(widget: LitElement): number {
  const root = widget.getRootNode() as Document | ShadowRoot;
  const { top, left, width } = widget.getBoundingClientRect();
  const first = Math.max(0, Math.ceil(top));
  const last = first + LARGEST_BAR * innerHeight;
  for (let y = first; y < last; y += STEP) {
    const topmost = root.elementFromPoint(left + width / 2, y + 1);
    if (!topmost) return 0;
    if (widget.contains(topmost)) return y - top;
  }
  return 0;
}
