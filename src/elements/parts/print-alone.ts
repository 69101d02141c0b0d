const MARK = 'data-booking-print';

/**
 * Everything but the way to what is marked, and what is in it. No element has that id: it makes the
 * rule count for more than those of a host page.
 */
const rule = `@media print {
  :not(:has([${MARK}]), [${MARK}], [${MARK}] *, #_#_) { display: none !important }
}`;

/**
 * Prints an element without the page around it, through all shadow roots. A browser without `:has()`
 * prints the whole page. Returns what takes it back.
 */
export function printAlone(element: Element): () => void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rule);
  const undo: (() => void)[] = [];
  for (let marked: Element | undefined = element; marked;) {
    const root = marked.getRootNode() as Document | ShadowRoot;
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    const unmark = mark(marked);
    undo.push(() => {
      root.adoptedStyleSheets = root.adoptedStyleSheets.filter((other) => other !== sheet);
      unmark();
    });
    marked = 'host' in root ? root.host : undefined;
  }
  return () => undo.forEach((step) => step());
}

/** One host may stand around two of them, so they are counted. */
function mark(element: Element): () => void {
  const add = (count: number) => {
    const sum = Number(element.getAttribute(MARK)) + count;
    if (sum > 0) element.setAttribute(MARK, String(sum));
    else element.removeAttribute(MARK);
  };
  add(1);
  return () => add(-1);
}
