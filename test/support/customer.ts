import type { Locator } from 'playwright-core';

/** A page, or a frame of one. */
interface Place {
  locator(selector: string): Locator;
}

/** What a customer does in the widget. Controls are found by role and label. */
export function customer(page: Place) {
  const widget = page.locator('booking-widget');
  return {
    widget,
    event: (title: string | RegExp) => widget.getByRole('button', { name: title }),
    heading: (name: string | RegExp) => widget.getByRole('heading', { name }),
    day: (name: string | RegExp) => widget.getByRole('gridcell').getByRole('button', { name }),
    time: (name: string | RegExp) => widget.getByRole('radio', { name }),
    button: (name: string | RegExp) => widget.getByRole('button', { name }),
    field: (name: string | RegExp) => widget.getByLabel(name),
    async add(title: string, amount: number) {
      for (let count = 0; count < amount; count += 1) {
        await widget.getByRole('button', { name: `One more: ${title}` }).click();
      }
    },
    /** Fills in the checkout, orders, and waits for the tickets. */
    async order(name: string) {
      await widget.getByLabel('Full name').fill(name);
      await widget.getByLabel('E-mail').fill('customer@example.com');
      await widget.getByLabel(/I accept the terms/).check();
      await widget.getByRole('button', { name: 'Order with obligation to pay' }).click();
      await widget.getByText('You have tickets').first().waitFor();
    },
  };
}
