import type { Locator } from 'playwright-core';

/** A page, or a frame of one. */
interface Place {
  locator(selector: string): Locator;
}

/** What a customer does in the widget. Controls are found by role and label. */
export function customer(page: Place) {
  const widget = page.locator('booking-widget');
  const me = {
    widget,
    event: (title: string | RegExp) => widget.getByRole('button', { name: title }),
    heading: (name: string | RegExp) => widget.getByRole('heading', { name }),
    day: (name: string | RegExp) => widget.getByRole('gridcell').getByRole('button', { name }),
    time: (name: string | RegExp) => widget.getByRole('radio', { name }),
    button: (name: string | RegExp) => widget.getByRole('button', { name }),
    field: (name: string | RegExp) => widget.getByLabel(name),
    async add(title: string, amount: number) {
      for (let count = 0; count < amount; count += 1) await me.button(`One more: ${title}`).click();
    },
    /** Goes from the list to the checkout, with one adult for the kayak at 14:00. */
    async chooseKayak(day: RegExp = /28 November 2026, from/) {
      await me.event(/^Kayak on the Spree$/).click();
      await me.day(day).click();
      await me.time(/^14:00/).check();
      await me.add('Adult', 1);
      await me.button('Continue').click();
    },
    /** Fills in the checkout as far as it has to be. */
    async fillIn(name: string) {
      await me.field('Full name').fill(name);
      await me.field('E-mail').fill('customer@example.com');
      await me.field(/I accept the terms/).check();
    },
    /** Fills in the checkout, orders, and waits for the tickets. */
    async order(name: string) {
      await me.fillIn(name);
      await me.button('Order with obligation to pay').click();
      await widget.getByText('You have tickets').first().waitFor();
    },
  };
  return me;
}
