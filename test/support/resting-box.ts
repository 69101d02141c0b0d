/**
 * Where an element is once it stands still in view, which a person waits for too. Drivers send the
 * text of this function into pages that tests do not run in: it uses what every page has.
 */
export async function restingBox(element: Element): Promise<DOMRect> {
  // What cannot be brought into view is not scrolled to for ever.
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
    // Firefox scrolls to the caret in a frame of its own choice, and away from what is clicked on.
    element.scrollIntoView({ block: 'center' });
    framesAtRest = 0;
    scrolls += 1;
  }
  return box;
}
