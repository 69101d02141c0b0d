import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { restingBox } from '../resting-box.ts';
import { textBelow, thingsBelow, type AxeReader } from '../things.ts';
import type { Tab } from './tab.ts';

/** How a thing is called; a pattern where only a part of that counts. */
type Name = string | RegExp;

/** Which of the things with a role and a name, 0 for the first. */
type Which = number;

/** Where something is in the window, and how many of it there are. */
interface Place {
  readonly x: number;
  readonly y: number;
  readonly count: number;
}

/** In milliseconds; only what never comes takes so long. */
const HANG = 60_000;

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A person at a page that the test does not run in, who finds things by role and name. */
export function person(tab: Tab) {
  /** Below this, where a page has several of what is looked for. */
  let root = 'document.body';

  /** Calls a function in the page; what tsx writes into functions is not there. */
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
    /** How many there are, once there is any. */
    count: async (role: string, name: Name) =>
      (await until(() => look(role, name, 0), `${role} ${String(name)}`)).count,
    says: (words: string) =>
      until(async () => (await text()).includes(words), `“${words}”`) as Promise<unknown>,
    /** Until an expression holds in the page. */
    holds: (expression: string) =>
      until(() => tab.evaluate(expression) as Promise<boolean>, expression),
    async fill(label: Name, written: string): Promise<void> {
      await click('textbox', label);
      await tab.keyboard.type(written);
      // Firefox scrolls to the caret with the next frame, and away from what is clicked on then.
      await call(String(nextFrames));
    },
    /** Looks nowhere else from now on. */
    lookBelow(expression: string): void {
      root = expression;
    },
  };
}
export type Person = ReturnType<typeof person>;

/** In the page: what the last key has begun has been drawn. */
function nextFrames(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}

/** In the page: where a thing stands still in view; null where there is none. */
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
