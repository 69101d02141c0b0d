import { focus, focusedElement } from './focused-element.ts';
import { ownDocument } from './unshadowed.ts';

/** Pixels; scripts add smaller frames that nobody is to see. */
const SHOWN = 100;

/**
 * Moves the focus to a frame that a script shows on the page, such as the second step of a payment,
 * so that it is heard and can be used by keyboard. The returned function ends this, and gives the
 * focus back if the frame has taken it away.
 */
export function focusAddedFrame(): () => void {
  const before = focusedElement();
  const shown = new IntersectionObserver((entries) => {
    for (const { target, boundingClientRect: box, isIntersecting } of entries) {
      const isShown = isIntersecting && box.width > SHOWN && box.height > SHOWN;
      if (isShown) focus(target as HTMLElement);
    }
  });
  const added = new MutationObserver((records) => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof HTMLElement)) continue;
      const frames = node.localName === 'iframe' ? [node] : node.querySelectorAll('iframe');
      for (const frame of frames) shown.observe(frame);
    }
  });
  added.observe(ownDocument.body, { childList: true });
  return () => {
    added.disconnect();
    shown.disconnect();
    if (focusedElement() === ownDocument.body) focus(before);
  };
}
