import { supportsAdoptingStyleSheets } from 'lit';
import { ownDocument } from '../../page/unshadowed.ts';

const MARK = 'data-booking-print';

/**
 * Hides everything but marked elements, their ancestors and their content. Marked elements are
 * visible even if the page prints only parts of its own, and so are the elements around them, which
 * get the display that browsers give them. The id, which no element has, makes the rules more
 * specific than those of a host page.
 */
const rule = `@media print {
  :not(:has([${MARK}]), [${MARK}], [${MARK}] *, #_#_) { display: none !important }
  :has([${MARK}]):not(#_#_) { display: revert !important }
  [${MARK}]:not(#_#_) { display: block !important; visibility: visible !important }
}`;

/**
 * Prints an element without the page around it, through all shadow roots, until the returned
 * function is called. A browser without `:has()` prints the whole page.
 */
export function printAlone(element: Element): () => void {
  const addRule = supportsAdoptingStyleSheets ? adoptRule() : appendRule;
  const undo: (() => void)[] = [];
  for (let marked: Element | undefined = element; marked;) {
    const root = marked.getRootNode() as Document | ShadowRoot;
    undo.push(addRule(root), addMark(marked));
    marked = 'host' in root ? root.host : undefined;
  }
  return () => undo.forEach((step) => step());
}

function adoptRule(): typeof appendRule {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rule);
  return (root) => {
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    return () => {
      root.adoptedStyleSheets = root.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  };
}

/** For browsers without constructable style sheets, as Lit does it there. */
function appendRule(root: Document | ShadowRoot): () => void {
  const style = ownDocument.createElement('style');
  style.textContent = rule;
  ('host' in root ? root : root.head).append(style);
  return () => style.remove();
}

/** Counts the marks of an element, because a host may contain two elements to print. */
function addMark(element: Element): () => void {
  const add = (count: number) => {
    const sum = Number(element.getAttribute(MARK)) + count;
    if (sum > 0) element.setAttribute(MARK, String(sum));
    else element.removeAttribute(MARK);
  };
  add(1);
  return () => add(-1);
}
