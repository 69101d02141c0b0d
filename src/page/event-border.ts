/**
 * Outside of a shadow root, a page takes every field for a plain element, so its listeners would
 * treat what customers do in a field like a shortcut, a copied text or a scrolled page. What
 * somebody edits, selects, pastes, scrolls or drags with therefore stays inside.
 */
type IsKept = (event: Event, target: Element) => boolean;

const always: IsKept = () => true;

/** By the types of the events, separated by spaces. */
const keptByWidget = byType({
  'beforeinput input compositionstart compositionupdate compositionend': always,
  'copy cut paste beforecopy beforecut beforepaste': always,
  'selectstart dragstart drag dragend': always,
  // Dragged by the page, unless it can be dropped into a field.
  'dragenter dragover dragleave drop': (_, target) => isField(target),
  // Menus of the page close when a button is pressed.
  'pointerdown mousedown contextmenu': (_, target) => !target.closest('button, a, summary'),
  'keydown keypress keyup': isKeyOfWidget,
  // All of a touch, because a library that sees only a part of it would scroll by a wrong distance.
  // FastClick would turn the touch into a click on the widget itself.
  'touchstart touchmove touchend touchcancel': always,
  wheel: doesScroll,
});

/** The page behind a modal dialog is at rest. */
const keptByDialog = byType({
  'keydown keypress keyup': always,
  'touchstart touchmove touchend touchcancel': always,
  // Firefox still fires the last two.
  'wheel DOMMouseScroll MozMousePixelScroll': always,
});

const borders = new WeakMap<EventTarget, typeof keptByWidget>();

export const keepEventsInWidget = (root: Node) => keepEvents(root, keptByWidget);
export const keepEventsInDialog = (root: Node) => keepEvents(root, keptByDialog);

function keepEvents(root: Node, kept: typeof keptByWidget): void {
  borders.set(root, kept);
  for (const type of Object.keys(kept)) {
    // `once` is explicit, because some libraries give every object a property of that name.
    root.addEventListener(type, keepEvent, { passive: true, once: false });
  }
}

function keepEvent(event: Event): void {
  // For example an arrow key in the calendar.
  const isUsed = event.defaultPrevented && event.type === 'keydown';
  if (isUsed || isKept(event)) event.stopPropagation();
}

/** Whether an event does not leave the widget, or its dialog. */
export function isKept(event: Event): boolean {
  const path = event.composedPath() as Element[];
  // The page's own payment fields.
  if (path.some((node) => node.parentElement?.closest('booking-widget'))) return false;
  const target = targetOf(event);
  return path.some((node) => {
    const test = borders.get(node)?.[event.type];
    return target !== null && test?.(event, target);
  });
}

/** The innermost element; a selection starts in a text. */
function targetOf(event: Event): Element | null {
  const [node] = event.composedPath() as [Node];
  return node.nodeType === Node.ELEMENT_NODE ? (node as Element) : node.parentElement;
}

function isField(target: Element): boolean {
  return target.matches('input, select, textarea');
}

/** A key that edits, presses or copies. With the others, one leaves a field, or uses the page. */
function isKeyOfWidget(event: Event, target: Element): boolean {
  // Autofill fires events without a key.
  const { key = '', ctrlKey, metaKey } = event as KeyboardEvent;
  if (key === 'Tab' || key === 'Escape') return false;
  const isOfClipboard = (ctrlKey || metaKey) && /^[acvx]$/i.test(key);
  return isField(target) || isOfClipboard || key === ' ' || key === 'Enter';
}

/** Whether something of the widget scrolls in the direction of the wheel. */
function doesScroll(event: Event): boolean {
  const { deltaX, deltaY } = event as WheelEvent;
  const path = event.composedPath();
  const inside = path.slice(
    0,
    path.findIndex((node) => borders.has(node)),
  ) as Element[];
  return inside.some((node) => {
    const isWide = deltaX !== 0 && node.scrollWidth > node.clientWidth;
    const isHigh = deltaY !== 0 && node.scrollHeight > node.clientHeight;
    if (!isWide && !isHigh) return false;
    const { overflowX, overflowY } = getComputedStyle(node);
    return (isWide && isScroller(overflowX)) || (isHigh && isScroller(overflowY));
  });
}

const isScroller = (overflow: string) => overflow === 'auto' || overflow === 'scroll';

function byType(tests: Readonly<Record<string, IsKept>>): Readonly<Record<string, IsKept>> {
  const each = Object.entries(tests).flatMap(([types, isKept]) =>
    types.split(' ').map((type) => [type, isKept] as const),
  );
  return Object.fromEntries(each);
}
