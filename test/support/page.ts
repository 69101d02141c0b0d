import { nextFrame } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import 'axe-core/axe.min.js';
import type { InnerEvent, InnerEventType } from '../../src/events.ts';

/** A node of the page as assistive technology meets it: shadow roots and slots are flattened. */
interface FlatNode {
  readonly actualNode?: Node;
  readonly children: readonly FlatNode[] | null;
}

/** The part of axe that its types leave out. It knows roles and names in every browser alike. */
interface AxeReader {
  setup: (root: Element) => FlatNode;
  teardown: () => void;
  commons: {
    aria: { getRole: (node: FlatNode) => string | null };
    dom: { isVisibleToScreenReaders: (node: FlatNode) => boolean };
    text: { accessibleTextVirtual: (node: FlatNode) => string };
  };
}

const reader = (globalThis as unknown as { axe: AxeReader }).axe;

export type Name = string | RegExp;
interface Thing {
  readonly role: string;
  readonly name: string;
  readonly element: HTMLElement;
}

/** What a person perceives below an element, and does there. */
export function page(root: Element) {
  /** Everything with this role, or with any, in reading order. The rest is not named: that is slow. */
  function things(wanted?: string): Thing[] {
    const { aria, dom, text } = reader.commons;
    const found: Thing[] = [];
    const read = (node: FlatNode) => {
      const { actualNode: element } = node;
      if (element instanceof HTMLElement) {
        if (!dom.isVisibleToScreenReaders(node)) return;
        const role = aria.getRole(node);
        const isWanted = wanted === undefined || role === wanted;
        if (role && isWanted) found.push({ role, name: text.accessibleTextVirtual(node), element });
      }
      node.children?.forEach(read);
    };
    read(reader.setup(root));
    reader.teardown();
    return found;
  }

  const fits = (name: string, wanted: Name | undefined) =>
    wanted === undefined || (typeof wanted === 'string' ? name === wanted : wanted.test(name));

  function all(role: string, name?: Name): HTMLElement[] {
    const list = things(role).filter((thing) => fits(thing.name, name));
    return list.map(({ element }) => element);
  }

  /** The one thing with this role and name. */
  function find<T extends HTMLElement = HTMLElement>(role: string, name?: Name): T {
    const found = all(role, name);
    if (found.length === 1) return found[0] as T;
    const there = things().map((thing) => `${thing.role} “${thing.name.slice(0, 60)}”`);
    throw new Error(
      `${found.length} of ${role} ${String(name ?? '')}; there is:\n${there.join('\n')}`,
    );
  }

  const click = (role: string, name?: Name) => clickOn(find(role, name));

  return {
    all,
    find,
    click,
    /** Names of everything with a role, in reading order. */
    names: (role: string) => things(role).map((thing) => thing.name),
    has: (role: string, name?: Name) => all(role, name).length > 0,
    within: (role: string, name?: Name) => page(find(role, name)),
    /** Writes over what a field holds; with nothing, empties it. */
    async fill(label: Name, text: string, role = 'textbox'): Promise<void> {
      await click(role, label);
      find<HTMLInputElement>(role, label).select();
      await sendKeys(text ? { type: text } : { press: 'Delete' });
      // Firefox scrolls to the caret with the next frame, and away from what is clicked on then.
      await nextFrame();
      await nextFrame();
    },
    /** What can be seen, with single spaces. */
    text: () => seen(root).replace(/\s+/g, ' ').trim(),
  };
}
export type Page = ReturnType<typeof page>;

function seen(node: Node): string {
  if (node instanceof Text) return node.data;
  if (node instanceof HTMLBRElement) return ' ';
  if (!(node instanceof Element)) return '';
  const { display, visibility } = getComputedStyle(node);
  if (display === 'none' || visibility === 'hidden') return '';
  const children =
    node instanceof HTMLSlotElement
      ? node.assignedNodes({ flatten: true })
      : [...(node.shadowRoot ?? node).childNodes];
  const text = children.map(seen).join('');
  return display.startsWith('inline') ? text : ` ${text} `;
}

/** Presses the mouse in the middle of an element, or of what lies over it. */
export async function clickOn(element: HTMLElement): Promise<void> {
  const { left, top, width, height } = await restingBox(element);
  const position = [left + width / 2, top + height / 2].map(Math.round) as [number, number];
  await sendMouse({ type: 'click', position });
}

/** What cannot be brought into view is not scrolled to for ever. */
const MOST_SCROLLS = 60;

/** Where an element is once it stands still in view, which a person waits for too. */
async function restingBox(element: HTMLElement): Promise<DOMRect> {
  let box = element.getBoundingClientRect();
  element.scrollIntoView({ block: 'center' });
  for (let framesAtRest = 0, scrolls = 0; framesAtRest < 2;) {
    await nextFrame();
    const next = element.getBoundingClientRect();
    framesAtRest = next.top === box.top && next.left === box.left ? framesAtRest + 1 : 0;
    box = next;
    if (isInView(box) || scrolls === MOST_SCROLLS) continue;
    // Firefox scrolls to the caret in a frame of its own choice, and away from what is clicked on.
    element.scrollIntoView({ block: 'center' });
    framesAtRest = 0;
    scrolls += 1;
  }
  return box;
}

function isInView({ top, height }: DOMRect): boolean {
  const middle = top + height / 2;
  return middle >= 0 && middle < innerHeight;
}

/**
 * Waits until cards have been laid out: a frame decides which are near enough to the window for
 * that, and the next one comes after it.
 */
export async function painted(): Promise<void> {
  await nextFrame();
  await nextFrame();
}

/** Presses keys one after the other: `Tab`, `Shift+PageUp`, `Space`. */
export async function press(...keys: string[]): Promise<void> {
  for (const key of keys) {
    const parts = key.split('+');
    const last = parts.pop() ?? key;
    for (const part of parts) await sendKeys({ down: part });
    // Its own name is not known to every engine's driver, its character is.
    await sendKeys({ press: last === 'Space' ? ' ' : last });
    for (const part of parts) await sendKeys({ up: part });
  }
}

/** The runner cannot pass on an element that was not the expected one, and would wait for ever. */
afterEach(function () {
  const error = this.currentTest?.err as { actual?: unknown; expected?: unknown } | undefined;
  if (error?.actual instanceof Node) error.actual = error.actual.nodeName;
  if (error?.expected instanceof Node) error.expected = error.expected.nodeName;
});

/** What has the keyboard, through every shadow root. */
export function focused(): HTMLElement | null {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active as HTMLElement | null;
}

/** Fills with the details of every such event from now on. */
export function hear<Detail>(element: Element, type: InnerEventType): Detail[] {
  const details: Detail[] = [];
  element.addEventListener(type, (event) => details.push((event as InnerEvent<Detail>).detail));
  return details;
}
