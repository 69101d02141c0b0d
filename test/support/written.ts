/** A visible piece of text. */
export interface Written {
  readonly text: string;
  readonly color: string;
  /** The contrast with its background by WCAG 2. */
  readonly contrast: number;
}

const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!;

/** Blends colours as the browser does, the lowest first. */
function painted(colors: readonly string[]): readonly number[] {
  for (const color of colors) {
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
  }
  return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
}

function luminance(color: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = color
    .map((byte) => byte / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrastOf(colors: readonly string[], color: string): number {
  const lights = [luminance(painted(colors)), luminance(painted([...colors, color]))];
  return (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05);
}

/** The element behind another one: its parent, or what it is positioned over. */
function below(element: Element): Element | null {
  const isOver = getComputedStyle(element).position === 'absolute';
  const root = element.getRootNode();
  return (
    (isOver ? element.previousElementSibling : null) ??
    element.assignedSlot ??
    element.parentElement ??
    (root instanceof ShadowRoot ? root.host : null)
  );
}

/** WCAG requires no contrast of disabled controls. */
const isPale = (element: Element) =>
  element.matches('[aria-disabled="true"], :disabled') ||
  Number(getComputedStyle(element).opacity) < 1;

/** The element and everything behind it, the element first. */
function* groundsOf(element: Element): Generator<Element> {
  for (let at: Element | null = element; at; at = below(at)) yield at;
}

function contrastOn(grounds: readonly Element[], color: string): number {
  const backgrounds = grounds.map((ground) => getComputedStyle(ground).backgroundColor);
  return contrastOf(['#fff', ...backgrounds.reverse()], color);
}

function measure(text: string, element: Element): Written | undefined {
  const grounds = [...groundsOf(element)];
  if (grounds.some(isPale)) return undefined;
  const { color } = getComputedStyle(element);
  return { text, color, contrast: contrastOn(grounds, color) };
}

/** The contrast of the focus ring with its background. */
export function ringContrast(element: Element): number {
  const [, ...around] = groundsOf(element);
  const { outlineColor, opacity } = getComputedStyle(element);
  const seen = `color-mix(in srgb, ${outlineColor} ${100 * Number(opacity)}%, transparent)`;
  return contrastOn(around, seen);
}

/** The contrast of an element's border with its inside and its outside; the lower of the two. */
export function borderContrast(element: Element): number {
  const [within, ...around] = groundsOf(element);
  const { borderTopColor } = getComputedStyle(element);
  const grounds = within ? [[within, ...around], around] : [];
  return Math.min(...grounds.map((seen) => contrastOn(seen, borderTopColor)));
}

/** All visible text in an element and its shadow roots, in reading order. */
export function writtenIn(element: Element): Written[] {
  const { clipPath, visibility } = getComputedStyle(element);
  if (!element.checkVisibility() || visibility === 'hidden' || clipPath !== 'none') return [];
  if (element.localName === 'select') {
    const chosen = measure((element as HTMLSelectElement).value, element);
    return chosen ? [chosen] : [];
  }
  const found: Written[] = [];
  for (const child of (element.shadowRoot ?? element).childNodes) {
    if (child instanceof Element) found.push(...writtenIn(child));
    const text = child instanceof Text ? child.data.trim() : '';
    const written = text ? measure(text, element) : undefined;
    if (written) found.push(written);
  }
  return found;
}
