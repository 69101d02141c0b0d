import type { Customer } from './customer.ts';

/** What every driver promises, whichever runner runs it. `open` shows the list of events. */
export function testCustomer(
  test: (title: string, run: () => Promise<void>) => unknown,
  open: () => Promise<Customer>,
): void {
  test('a customer finds by a whole name, and waits for what comes of it', async () => {
    const me = await open();

    // There is a “Kayak on the Spree, long round” too.
    await me.event('Kayak on the Spree');
    await me.appears('heading', 'Kayak on the Spree');
    await me.gone('button', /long round/);
    await me.press(/All experiences/);
    await me.appears('button', /long round/);
  });

  test('a customer counts participants one by one, and reads how many there are', async () => {
    const me = await open();

    await me.event('Kayak on the Spree');
    await me.day(/28 November 2026, from/);
    await me.time(/^14:00/);
    await me.add('Adult', 2);

    await me.says('2 participants');
  });

  test('a customer replaces what is in a field, orders, and has tickets', async () => {
    const me = await open();

    await me.chooseKayak();
    await me.fill('Full name', 'Somebody else');
    await me.fill('E-mail', 'no address');
    await me.order('Ngozi Adichie-Brown');

    await me.says('customer@example.com');
    await me.gone('textbox', 'Full name');
  });
}
