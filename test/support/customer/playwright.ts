import type { Locator } from 'playwright-core';
import { customerWith, type Driver, type Name } from './customer.ts';

/** A page, or a frame of one. */
interface Place {
  locator(selector: string): Locator;
}

type Role = Parameters<Locator['getByRole']>[0];

/** A customer in a browser that Playwright drives. */
export function customer(page: Place, nth?: number) {
  const all = page.locator('booking-widget');
  const widget = nth === undefined ? all : all.nth(nth);
  const things = (role: string, name?: Name) =>
    widget.getByRole(role as Role, name === undefined ? {} : { name, exact: true });
  const driver: Driver = {
    click: (role, name) => things(role, name).click(),
    fill: (label, text) => things('textbox', label).or(things('searchbox', label)).fill(text),
    appears: (role, name) => things(role, name).first().waitFor(),
    gone: (role, name) => things(role, name).first().waitFor({ state: 'hidden' }),
    says: (words) => widget.getByText(words).filter({ visible: true }).first().waitFor(),
  };
  return {
    ...customerWith(driver),
    // What is there, for tests that look closer.
    widget,
    button: (name: Name) => things('button', name),
    heading: (name: Name) => things('heading', name),
    /** In the calendar, or in the row of the next days on a narrow page. */
    days: (name: Name) =>
      widget.locator('[role=grid], .strip').getByRole('button', { name, exact: true }),
    times: (name: Name) => things('radio', name),
    field: (label: Name) => widget.getByLabel(label, { exact: true }),
  };
}

export type PlaywrightCustomer = ReturnType<typeof customer>;
