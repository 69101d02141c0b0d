import { sendMouse } from '@web/test-runner-commands';
import { press } from './page.ts';
import { until } from './time.ts';

const frameOf = () => document.querySelector<HTMLIFrameElement>('body > div > iframe');

/** What a payment provider shows on the page's body while a payment is confirmed. */
export const secondStep = {
  isShown: () => !!frameOf()?.contentDocument?.querySelector('button'),

  text: () => frameOf()?.contentDocument?.body.innerText ?? '',

  /**
   * Presses the mouse in the middle of a button.
   * @throws {Error} if something else would get the press
   */
  async press(name: string): Promise<void> {
    const { frame, button } = await find(name);
    const around = frame.getBoundingClientRect();
    const own = button.getBoundingClientRect();
    const x = Math.round(around.left + own.left + own.width / 2);
    const y = Math.round(around.top + own.top + own.height / 2);
    const hit = document.elementFromPoint(x, y);
    if (hit !== frame)
      throw new Error(`“${name}” cannot be pressed: <${hit?.localName}> is there.`);
    await sendMouse({ type: 'click', position: [x, y] });
  },

  /** Goes to a button by Tab alone, and presses Enter. */
  async pressByKeys(name: string): Promise<void> {
    const { frame, button } = await find(name);
    for (let steps = 0; steps < 60; steps += 1) {
      const { activeElement } = document;
      if (activeElement === frame && frame.contentDocument?.activeElement === button) {
        return press('Enter');
      }
      await press('Tab');
    }
    throw new Error(`Tab does not lead to “${name}”.`);
  },
};

async function find(name: string) {
  const buttonOf = () =>
    [...(frameOf()?.contentDocument?.querySelectorAll('button') ?? [])].find(
      ({ textContent }) => textContent.trim() === name,
    );
  await until(() => !!buttonOf(), `“${name}” of the second step`);
  return { frame: frameOf()!, button: buttonOf()! };
}
