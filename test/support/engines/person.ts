import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { restingBox } from '../resting-box.ts';
import { textBelow, thingsBelow, type AxeReader } from '../things.ts';
import type { Tab } from './tab.ts';

/** The accessible name of an element, or a pattern for a part of it. */
type Name = string | RegExp;

/** The index among elements with the same role and name. */
type Which = number;

/** Where an element is in the window, and how many elements matched. */
interface Place {
  readonly x: number;
  readonly y: number;
  readonly count: number;
}

/** In milliseconds; only something that never appears takes this long. */
const HANG = 60_000;

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Operates a page from outside, for engines that Playwright does not drive. Elements are found by
 * role and name.
 */
export function person(tab: Tab) {
  /** Restricts the search where a page has several matches. */
  let root = 'document.body';

  /** Calls a function in the page, and defines the helper that tsx inserts into functions. */
  const call = (written: string, ...values: string[]): Promise<unknown> =>
    tab.evaluate(`((__name) => (${written})(${values.join(', ')}))((target) => target)`);

  async function look(role: string, name: Name, which: Which): Promise<Place | undefined> {
    const isRead = await tab.evaluate('typeof axe === "object"');
    if (!isRead) await tab.evaluate(`(() => { ${axe} })()`);
    const wanted = typeof name === 'string' ? JSON.stringify(name) : String(name);
    const values = [root, JSON.stringify(role), wanted, String(which)];
    const found = await call(String(placeOf), String(thingsBelow), String(restingBox), ...values);
    return (found ?? undefined) as Place | undefined;
  }

  async function until<T>(ask: () => Promise<T | undefined>, what: string): Promise<T> {
    const latest = performance.now() + HANG;
    for (;;) {
      const found = await ask();
      if (found) return found;
      if (performance.now() > latest) {
        throw new Error(`Waited in vain for ${what}. There is: ${await text()}`);
      }
    }
  }

  async function text(): Promise<string> {
    const written = (await call(String(textBelow), root)) as string;
    return written.replace(/\s+/g, ' ').trim();
  }

  async function click(role: string, name: Name, which: Which = 0): Promise<void> {
    const { x, y } = await until(() => look(role, name, which), `${role} ${String(name)}`);
    await tab.mouse.click(x, y);
  }

  return {
    text,
    click,
    /** Waits for at least one, and resolves to their number. */
    count: async (role: string, name: Name) =>
      (await until(() => look(role, name, 0), `${role} ${String(name)}`)).count,
    says: (words: string) =>
      until(async () => (await text()).includes(words), `“${words}”`) as Promise<unknown>,
    /** Waits until an expression is true in the page. */
    holds: (expression: string) =>
      until(() => tab.evaluate(expression) as Promise<boolean>, expression),
    async fill(label: Name, written: string): Promise<void> {
      await click('textbox', label);
      await tab.keyboard.type(written);
      // In the next frame Firefox scrolls to the caret, which would move the next click target.
      await call(String(nextFrames));
    },
    /** Searches only below this element from now on. */
    lookBelow(expression: string): void {
      root = expression;
    },
  };
}
export type Person = ReturnType<typeof person>;

/** Runs in the page. Resolves when the effect of the last key has been painted. */
function nextFrames(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}

/**
 * Runs in the page. Resolves to the place of an element once it stands still in view; null if there
 * is none.
 */
async function placeOf(
  things: typeof thingsBelow,
  rest: typeof restingBox,
  root: Element,
  role: string,
  wanted: Name,
  which: Which,
): Promise<Place | null> {
  const { axe } = globalThis as unknown as { axe: AxeReader };
  const found = things(root, axe, role).filter(({ name }) =>
    typeof wanted === 'string' ? name === wanted : wanted.test(name),
  );
  const element = found[which]?.element;
  if (!element) return null;
  const { left, top, width, height } = await rest(element);
  return {
    x: Math.round(left + width / 2),
    y: Math.round(top + height / 2),
    count: found.length,
  };
}
