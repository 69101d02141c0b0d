import { clickOn, focused, page, press } from '../page.ts';
import { until } from '../time.ts';
import { customerWith, type Driver, type Name } from './customer.ts';

/** A customer in the page in which the test runs itself. */
export function customerAt(el: Element) {
  const widget = page(el);
  const driver: Driver = {
    async click(role, name) {
      const [only, ...others] = widget.all(role, name);
      if (only && others.length === 0) return clickOn(only);
      await driver.appears(role, name);
      return widget.click(role, name);
    },
    async fill(label, text) {
      let role: string | undefined;
      const find = () => (role = ['textbox', 'searchbox'].find((one) => widget.has(one, label)));
      await until(find, `a field ${String(label)}`);
      await widget.fill(label, text, role);
    },
    appears: (role, name) =>
      until(() => widget.has(role, name), `${role} ${String(name ?? '')} to appear`),
    gone: (role, name) =>
      until(() => !widget.has(role, name), `${role} ${String(name ?? '')} to go`),
    says: (words) => until(() => widget.text().includes(words), `“${words}” to be said`),
  };
  return {
    ...widget,
    ...customerWith(driver),
    /** Moves the focus to an element by Tab alone. */
    async tabTo(role: string, name?: Name): Promise<void> {
      const goal = widget.find(role, name);
      for (let steps = 0; steps < 60; steps += 1) {
        if (focused() === goal) return;
        await press('Tab');
      }
      throw new Error(`Tab does not lead to ${role} ${String(name)}.`);
    },
  };
}
