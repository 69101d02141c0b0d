/** A whole accessible name, or a pattern that a part of it matches. */
export type Name = string | RegExp;

/**
 * What a browser's driver can do with a widget. Whatever is needed is waited for, and only a test
 * that hangs waits long.
 */
export interface Driver {
  /** Presses the element with this role and name. */
  click(role: string, name?: Name): Promise<unknown>;
  /** Replaces the text of a field. */
  fill(label: Name, text: string): Promise<unknown>;
  /** Waits until at least one such element can be seen. */
  appears(role: string, name?: Name): Promise<unknown>;
  /** Waits until no such element can be seen any more. */
  gone(role: string, name?: Name): Promise<unknown>;
  /** Waits until these words can be read somewhere, in one piece. */
  says(words: string): Promise<unknown>;
}

export const ORDER = 'Order with obligation to pay';

export type Customer = ReturnType<typeof customerWith>;

/** What a customer does, in the words of a customer. */
export function customerWith({ click, fill, appears, gone, says }: Driver) {
  const press = (button: Name) => click('button', button);

  /** Opens an event of the list. */
  const event = (title: Name) => press(title);

  /** Chooses a day of the calendar. */
  const day = (name: Name) => press(name);

  const time = (name: Name) => click('radio', name);

  /** Adds participants of a price, or pieces of a product. */
  async function add(title: string, amount = 1): Promise<void> {
    for (let count = 0; count < amount; count += 1) await press(`One more: ${title}`);
  }

  /** Goes from the list to the checkout, with the kayak at 14:00. */
  async function chooseKayak({ on = /28 November 2026, from/, adults = 1 } = {}): Promise<void> {
    await event('Kayak on the Spree');
    await day(on);
    await time(/^14:00/);
    await add('Adult', adults);
    await press('Continue');
    await appears('heading', 'Your details');
  }

  /** Fills in the checkout as far as it has to be. */
  async function fillIn(name: string, email = 'customer@example.com'): Promise<void> {
    await fill('Full name', name);
    await fill('E-mail', email);
    await click('checkbox', /I accept the terms/);
  }

  /** Fills in the checkout, orders, and waits for the tickets. */
  async function order(name: string): Promise<void> {
    await fillIn(name);
    await press(ORDER);
    await says('Booked. See you');
  }

  return {
    click,
    fill,
    appears,
    gone,
    says,
    press,
    event,
    day,
    time,
    add,
    chooseKayak,
    fillIn,
    order,
  };
}
