import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Tab } from '../engines/tab.ts';
import { type PressPoint, pressPoint } from '../press-point.ts';
import { type AxeReader, textBelow, thingsBelow } from '../things.ts';
import { customerWith, type Driver, type Name } from './customer.ts';

/** The index among elements with the same role and name. */
type Which = number;

/** Where an element is in the window, and how many elements matched. */
interface Place extends PressPoint {
  readonly count: number;
}

/** In milliseconds; only something that never appears takes this long. */
const HANG = 60_000;

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A customer in a browser that Playwright does not drive. */
export function customerIn(tab: Tab) {
  /** Restricts the search where a page has several matches. */
  let root = 'document.body';

  /** Calls a function in the page, and defines the helper that tsx inserts into functions. */
  const callOf = (written: string, values: readonly string[]): string =>
    `((__name) => (${written})(${values.join(', ')}))((target) => target)`;
  const call = (written: string, ...values: string[]): Promise<unknown> =>
    tab.evaluate(callOf(written, values));

  async function look(
    role: string,
    name: Name | undefined,
    which: Which,
  ): Promise<Place | undefined> {
    const isRead = await tab.evaluate('typeof axe === "object"');
    if (!isRead) await tab.evaluate(`(() => { ${axe} })()`);
    const wanted = name instanceof RegExp ? String(name) : JSON.stringify(name ?? null);
    const values = [root, JSON.stringify(role), wanted, String(which)];
    const looking = callOf(String(placeOf), [String(thingsBelow), String(pressPoint), ...values]);
    // Another page may have come meanwhile, which has to be read again.
    const found = await tab.evaluate(`typeof axe === "object" ? ${looking} : null`);
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

  const find = (role: string, name?: Name, which: Which = 0) =>
    until(() => look(role, name, which), `${role} ${String(name ?? '')}`);

  async function click(role: string, name?: Name, which: Which = 0): Promise<void> {
    const { x, y, obstacle } = await find(role, name, which);
    if (obstacle) throw new Error(`${role} ${String(name ?? '')} cannot be pressed. ${obstacle}`);
    await tab.mouse.click(x, y);
  }

  const driver: Driver = {
    click: (role, name) => click(role, name),
    async fill(label, written) {
      const role = await until(
        async () => ((await look('textbox', label, 0)) ? 'textbox' : await searchbox(label)),
        `a field ${String(label)}`,
      );
      await click(role, label);
      await call(String(selectAll));
      await tab.keyboard.type(written);
      // In the next frame Firefox scrolls to the caret, which would move the next click target.
      await call(String(nextFrames));
    },
    appears: find,
    gone: (role, name) =>
      until(
        async () => (await look(role, name, 0)) === undefined,
        `${role} ${String(name ?? '')} to go`,
      ),
    says: (words) => until(async () => (await text()).includes(words), `“${words}”`),
  };
  const searchbox = async (label: Name) =>
    (await look('searchbox', label, 0)) ? 'searchbox' : undefined;

  return {
    ...customerWith(driver),
    text,
    find,
    /** Presses one of several elements with the same role and name. */
    clickNth: click,
    /** Waits for at least one, and resolves to their number. */
    count: async (role: string, name: Name) => (await find(role, name)).count,
    /** Waits until an expression is true in the page. */
    holds: (expression: string) =>
      until(() => tab.evaluate(expression) as Promise<boolean>, expression),
    /** Searches only below this element from now on. */
    lookBelow(expression: string): void {
      root = expression;
    },
  };
}
export type WebDriverCustomer = ReturnType<typeof customerIn>;

/** Runs in the page. Selects the text of the focused field, so that what is typed replaces it. */
function selectAll(): void {
  let field = document.activeElement;
  while (field?.shadowRoot?.activeElement) field = field.shadowRoot.activeElement;
  (field as HTMLInputElement | null)?.select();
}

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
  pointOf: typeof pressPoint,
  root: Element,
  role: string,
  wanted: Name | null,
  which: Which,
): Promise<Place | null> {
  const { axe } = globalThis as unknown as { axe: AxeReader };
  const found = things(root, axe, role).filter(({ name }) =>
    wanted instanceof RegExp ? wanted.test(name) : name === (wanted ?? name),
  );
  const element = found[which]?.element;
  if (!element) return null;
  return { ...(await pointOf(element)), count: found.length };
}
