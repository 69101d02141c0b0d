/** Where a press on an element lands, in pixels of the window. */
export interface PressPoint {
  readonly x: number;
  readonly y: number;
  /** The width of the element. */
  readonly width: number;
  /** Why the element would not get the press; empty if it would. */
  readonly obstacle: string;
}

/**
 * Resolves to the middle of an element once it stands still, whole in view. Drivers send the source
 * of this function into other pages, so it uses only what every page has.
 */
export async function pressPoint(element: Element): Promise<PressPoint> {
  // Limits the attempts to scroll an element into view.
  const mostScrolls = 60;
  // What an observer reports knows everything that cuts off the element: the window, and whatever
  // scrolls or hides its overflow around it.
  const atNextFrame = () =>
    new Promise<IntersectionObserverEntry>((resolve) => {
      const observer = new IntersectionObserver(([entry]) => {
        observer.disconnect();
        resolve(entry!);
      });
      observer.observe(element);
    });
  // Engines round to fractions of a pixel.
  const isWhole = (shown: number, length: number, most: number) =>
    shown > length - 0.5 || length > most;

  element.scrollIntoView({ block: 'center' });
  let box = element.getBoundingClientRect();
  let isCut = false;
  for (let framesAtRest = 0, scrolls = 0; framesAtRest < 2;) {
    const { boundingClientRect: next, intersectionRect: shown } = await atNextFrame();
    framesAtRest = next.top === box.top && next.left === box.left ? framesAtRest + 1 : 0;
    box = next;
    isCut =
      !isWhole(shown.width, box.width, innerWidth) ||
      !isWhole(shown.height, box.height, innerHeight);
    if (!isCut || scrolls === mostScrolls) continue;
    // Firefox scrolls to the caret in a later frame, which moves the element away.
    element.scrollIntoView({ block: 'center' });
    framesAtRest = 0;
    scrolls += 1;
  }

  const x = Math.round(box.left + box.width / 2);
  const y = Math.round(box.top + box.height / 2);
  return {
    x,
    y,
    width: Math.round(box.width),
    obstacle: isCut ? 'It is cut off.' : obstacleAt(x, y),
  };

  /** What gets the press is the element, something in it, or its label. */
  function obstacleAt(left: number, top: number): string {
    let hit = document.elementFromPoint(left, top);
    for (let root = hit?.shadowRoot; root; root = hit?.shadowRoot) {
      // A host is named for its slotted text too, and lists have what is around the root as well.
      const own = root;
      const inner = own.elementsFromPoint(left, top).find((one) => one.getRootNode() === own);
      if (!inner) break;
      hit = inner;
    }
    let node: Node | null = hit;
    while (node) {
      if (node === element || (node as HTMLLabelElement).control === element) return '';
      node = (node as Element).assignedSlot ?? node.parentNode ?? (node as ShadowRoot).host ?? null;
    }
    if (!hit) return 'It is outside the window.';
    const text = hit.textContent.trim().replace(/\s+/g, ' ').slice(0, 60);
    return `There lies <${hit.localName} class="${hit.getAttribute('class') ?? ''}"> “${text}”.`;
  }
}
