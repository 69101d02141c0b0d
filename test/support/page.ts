import 'axe-core/axe.min.js';
import { nextFrame } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import type { InnerEvent, InnerEventType } from '../../src/events.ts';
import type { Name } from './customer/customer.ts';
import { pressPoint } from './press-point.ts';
import { type AxeReader, textBelow, thingsBelow } from './things.ts';

const reader = (globalThis as unknown as { axe: AxeReader }).axe;

/** Finds and operates elements as a person does, by role and name. */
export function page(root: Element) {
  const things = (wanted?: string) => thingsBelow(root, reader, wanted);

  const fits = (name: string, wanted: Name | undefined) =>
    wanted === undefined || (typeof wanted === 'string' ? name === wanted : wanted.test(name));

  function all(role: string, name?: Name): HTMLElement[] {
    const list = things(role).filter((thing) => fits(thing.name, name));
    return list.map(({ element }) => element);
  }

  /** The only element with this role and name. */
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
    /** Replaces the content of a field; an empty text clears it. */
    async fill(label: Name, text: string, role = 'textbox'): Promise<void> {
      await click(role, label);
      find<HTMLInputElement>(role, label).select();
      await sendKeys(text ? { type: text } : { press: 'Delete' });
      // In the next frame Firefox scrolls to the caret, which would move the next click target.
      await nextFrame();
      await nextFrame();
    },
    /** The visible text, with single spaces. */
    text: () => textBelow(root).replace(/\s+/g, ' ').trim(),
  };
}

/** A driver's error for a click outside the window, which then has not happened. */
const OUTSIDE = /out of bounds/;
const MOST_AIMS = 3;

/**
 * Presses the mouse in the middle of an element.
 * @throws {Error} if something else would get the press
 */
export async function clickOn(element: HTMLElement): Promise<void> {
  for (let aims = 0; aims < MOST_AIMS; aims += 1) {
    const { x, y, obstacle } = await pressPoint(element);
    if (obstacle && !isOutsideInFirefox(x, y)) {
      throw new Error(`${nameOf(element)} cannot be pressed. ${obstacle}`);
    }
    try {
      return await sendMouse({ type: 'click', position: [x, y] });
    } catch (error) {
      // Firefox has scrolled to the caret in the meantime.
      if (!OUTSIDE.test(String(error))) throw error;
    }
  }
  element.click();
}

/** On a busy machine, Firefox pages have been seen that no longer scroll. */
function isOutsideInFirefox(x: number, y: number): boolean {
  const isOutside = x < 0 || y < 0 || x >= innerWidth || y >= innerHeight;
  return isOutside && navigator.userAgent.includes('Firefox');
}

const nameOf = ({ localName, textContent }: Element) =>
  `<${localName}> “${textContent.trim().replace(/\s+/g, ' ').slice(0, 60)}”`;

/**
 * Waits until cards have been laid out: one frame decides which are near the window, and the next
 * one paints them.
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
    // Not every driver knows the key `Space`, but all know the character.
    await sendKeys({ press: last === 'Space' ? ' ' : last });
    for (const part of parts) await sendKeys({ up: part });
  }
}

/** The runner cannot serialise DOM nodes in a failed assertion, and would wait for ever. */
afterEach(function () {
  const error = this.currentTest?.err as { actual?: unknown; expected?: unknown } | undefined;
  if (error?.actual instanceof Node) error.actual = error.actual.nodeName;
  if (error?.expected instanceof Node) error.expected = error.expected.nodeName;
});

/** The focused element, through every shadow root. */
export function focused(): HTMLElement | null {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active as HTMLElement | null;
}

/** Collects the details of every such event from now on. */
export function hear<Detail>(element: Element, type: InnerEventType): Detail[] {
  const details: Detail[] = [];
  element.addEventListener(type, (event) => details.push((event as InnerEvent<Detail>).detail));
  return details;
}
