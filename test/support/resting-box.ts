/**
 * Resolves to the box of an element once it stands still in view. Drivers send the source of this
 * function into other pages, so it uses only what every page has.
 */
export async function restingBox(element: Element): Promise<DOMRect> {
  // Limits the attempts to scroll an element into view.
  const mostScrolls = 60;
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const isInView = ({ top, height }: DOMRect) => {
    const middle = top + height / 2;
    return middle >= 0 && middle < innerHeight;
  };
  let box = element.getBoundingClientRect();
  element.scrollIntoView({ block: 'center' });
  for (let framesAtRest = 0, scrolls = 0; framesAtRest < 2;) {
    await nextFrame();
    const next = element.getBoundingClientRect();
    framesAtRest = next.top === box.top && next.left === box.left ? framesAtRest + 1 : 0;
    box = next;
    if (isInView(box) || scrolls === mostScrolls) continue;
    // Firefox scrolls to the caret in a later frame, which moves the element away.
    element.scrollIntoView({ block: 'center' });
    framesAtRest = 0;
    scrolls += 1;
  }
  return box;
}
