/*
 * What is too wide in the page in which it runs. Playwright sends these functions to its page one by
 * one, so each of them stands alone.
 */

/**
 * Finds what is too wide in widgets, or in other elements: elements that stick out of the page, and
 * lines that stick out of their box. Scroll containers and visually hidden texts are allowed.
 */
export function overflowBelow(selector: string): string[] {
  const found = new Set<string>();
  const nameOf = (element: Element) =>
    `${element.localName}.${element.getAttribute('class') ?? ''} “${element.textContent?.trim().slice(0, 40) ?? ''}”`;

  const isMeant = (element: Element): boolean => {
    const { overflowX, clipPath, position } = getComputedStyle(element);
    const isForEars = position === 'absolute' && clipPath !== 'none';
    return isForEars || overflowX === 'auto' || overflowX === 'scroll';
  };

  const look = (element: Element): void => {
    if (!element.checkVisibility() || isMeant(element)) return;
    const { left, right, width } = element.getBoundingClientRect();
    const isOutside = width > 0 && (right > innerWidth + 1 || left < -1);
    if (isOutside) found.add(`outside the page: ${nameOf(element)}`);
    const { whiteSpaceCollapse, textWrapMode, display } = getComputedStyle(element);
    const isOneLine = textWrapMode === 'nowrap' || whiteSpaceCollapse === 'preserve';
    const isWide = element.scrollWidth > element.clientWidth + 1;
    if (isOneLine && display !== 'inline' && isWide) found.add(`too wide: ${nameOf(element)}`);
    for (const child of [...(element.shadowRoot ?? element).children]) look(child);
  };

  for (const widget of document.querySelectorAll(selector)) look(widget);
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) found.add(`the page scrolls sideways: ${scrollWidth} px`);
  return [...found];
}

/**
 * By how much the page scrolls sideways, in either reading direction, once its widget touches both
 * edges.
 */
export function excessAtEdges(): string[] {
  const root = document.documentElement;
  const { dir } = root;
  const sheet = document.createElement('style');
  sheet.textContent =
    ':has(booking-widget), booking-widget { margin: 0 !important; padding: 0 !important; border: 0 !important }';
  document.head.append(sheet);
  const found: string[] = [];
  for (const direction of ['ltr', 'rtl']) {
    root.dir = direction;
    const { left, width } = document.querySelector('booking-widget')!.getBoundingClientRect();
    if (left !== 0 || width !== root.clientWidth) found.push('the widget touches no edge');
    const excess = root.scrollWidth - root.clientWidth;
    if (excess > 0) found.push(`${excess} px in ${direction}`);
  }
  root.dir = dir;
  sheet.remove();
  return found;
}

/** Applies the text spacing of WCAG 1.4.12 in every shadow root, or takes it away again. */
export function spaceTexts(isSpaced: boolean): void {
  const page = globalThis as { spacing?: CSSStyleSheet };
  const sheet = (page.spacing ??= new CSSStyleSheet());
  sheet.replaceSync(
    isSpaced
      ? '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important }'
      : '',
  );
  const visit = (root: Document | ShadowRoot): void => {
    if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
    for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) visit(shadowRoot);
  };
  visit(document);
}
