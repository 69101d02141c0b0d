import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { beginJourney, type Journey, type Visit } from '../support/journey.ts';

let journey: Journey;
beforeAll(async () => {
  journey = await beginJourney();
});
afterEach(() => journey.leave());
afterAll(() => journey.close());

/** The focused element, through every shadow root. */
interface Focus {
  /** Its type and its name: `button Continue`. */
  readonly what: string;
  /** Why a person would not see it. */
  readonly faults: readonly string[];
}

async function focusOf(page: Page): Promise<Focus> {
  // tsx wraps every named function in a call to `__name`, which the page does not have.
  await page.evaluate('globalThis.__name ??= (target) => target');
  return page.evaluate(async () => {
    // A step takes the focus after it is rendered.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const host = document.activeElement;
    let element = host;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    if (host?.localName !== 'booking-widget' || element === host || !element) {
      return { what: `${host?.localName}`, faults: ['it is not in the widget'] };
    }
    const { type, labels } = element as HTMLInputElement;
    const label = labels?.[0];
    const name = (element.ariaLabel ?? (label ?? element).textContent ?? '').trim();

    /** The focus ring, on the element or on the one that represents it. */
    const hasRing = (drawn: Element) =>
      ['', '::before', '::after'].some((pseudo) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(drawn, pseudo);
        return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
      });
    const faults: string[] = [];
    const drawn = label && element.clientWidth < 5 ? label : element;
    if (!hasRing(element) && !hasRing(drawn)) faults.push('it has no ring');

    /** In view and not covered. */
    const isSeenAt = (x: number, y: number): boolean => {
      let hit = document.elementFromPoint(x, y);
      let inner = hit?.shadowRoot?.elementFromPoint(x, y);
      while (inner && inner !== hit) {
        hit = inner;
        inner = hit.shadowRoot?.elementFromPoint(x, y);
      }
      return hit !== null && (drawn.contains(hit) || hit.contains(drawn));
    };
    const { left, top, width, height } = drawn.getBoundingClientRect();
    const middle = top + Math.min(height / 2, 20);
    if (!isSeenAt(left + width / 2, middle)) faults.push('it is out of sight');
    return { what: `${type || element.localName} ${name.replace(/\s+/g, ' ')}`, faults };
  });
}

test('a customer books the third card for two with at most 40 keys, texts aside', async () => {
  const { page, me } = await journey.visitPage(
    `<booking-widget></booking-widget>${journey.script}`,
  );
  const booked = (await journey.books()).length;
  await me.appears('button', 'Lantern night walk');
  let presses = 0;
  async function press(key: string): Promise<string> {
    presses += 1;
    await page.keyboard.press(key);
    return (await focusOf(page)).what;
  }
  async function tabTo(wanted: RegExp): Promise<void> {
    while (!wanted.test(await press('Tab'))) assert.ok(presses < 60, `Tab leads to ${wanted}`);
  }

  await tabTo(/^button Lantern night walk$/);
  await press('Enter');
  await me.appears('button', /22 November 2026, from/);
  await tabTo(/21 November 2026/);
  await press('ArrowRight');
  await press('Enter');
  await me.appears('radio', /left/);
  await tabTo(/^radio/);
  await press('Space');
  await tabTo(/One more: Adult/);
  await press('Space');
  await press('Space');
  await tabTo(/^button Continue/);
  await press('Enter');
  await me.appears('heading', 'Your details');
  await tabTo(/Full name/);
  await page.keyboard.type('Kim Keys');
  await press('Enter');
  await page.keyboard.type('kim@example.com');
  await press('Enter');
  await press('Space');
  await press('Enter');
  await press('Enter');
  await me.appears('button', 'Book something else');

  assert.equal((await journey.books()).length, booked + 1);
  assert.ok(presses <= 40, `${presses} keys`);
});

for (const width of [1100, 320]) {
  test(`a customer books by keyboard alone at ${width} px, and always sees the focus`, async () => {
    const { page, me } = await journey.visit({ width });
    const booked = (await journey.books()).length;
    const faults: string[] = [];

    async function look(): Promise<string> {
      const focus = await focusOf(page);
      faults.push(...focus.faults.map((fault) => `${focus.what}: ${fault}`));
      return focus.what;
    }
    async function press(key: string, times = 1): Promise<string> {
      let what = '';
      for (let count = 0; count < times; count += 1) {
        await page.keyboard.press(key);
        what = await look();
      }
      return what;
    }
    async function tabTo(wanted: string): Promise<void> {
      for (let steps = 0; steps < 40; steps += 1) {
        if ((await press('Tab')) === wanted) return;
      }
      throw new Error(`Tab does not lead to ${wanted}.`);
    }

    // Into the widget, past what the page has before it.
    await me.appears('button', 'Sourdough morning');
    await me.field('Search').focus();
    await page.keyboard.type('kayak');
    await me.gone('button', 'Sourdough morning');
    // Tab would pass a list that is still being searched.
    await me.appears('button', 'Kayak on the Spree');
    await tabTo('button Kayak on the Spree');
    await page.keyboard.press('Enter');
    await me.appears('button', /28 November 2026, from/);
    assert.equal(await look(), 'h2 Kayak on the Spree');

    if (width > 560) {
      await tabTo('button Saturday, 21 November 2026, from €45.00');
      await press('ArrowRight', 7);
    } else {
      // The next days are in a row.
      await tabTo('button Saturday, 28 November 2026, from €45.00 Sat 28 Nov 45');
    }
    await press('Enter');
    await me.appears('radio', /^14:00/);
    await tabTo('radio 11:00 4 left');
    assert.match(await press('ArrowDown'), /^radio 14:00/);
    await tabTo('button One more: Adult');
    await press('Space');
    await tabTo('button One more: Picnic for two');
    await press('Space');
    await tabTo('button Continue');
    await page.keyboard.press('Enter');
    await me.appears('heading', 'Your details');
    assert.equal(await look(), 'h2 Your details');

    // Enter leads on to what is missing, and orders on the button alone.
    await tabTo('text Full name');
    await page.keyboard.type('Kim Keys');
    assert.equal(await press('Enter'), 'email E-mail');
    await page.keyboard.type('kim@example.com');
    assert.match(await press('Enter'), /^checkbox I accept the terms/);
    await press('Space');
    assert.equal(await press('Enter'), 'button Order with obligation to pay');
    assert.equal((await journey.books()).length, booked);
    await page.keyboard.press('Enter');
    await me.says('Booked. See you');
    assert.equal(await look(), 'h2 Booked. See you on Saturday 28 November.');

    await tabTo('button Book something else');
    await page.keyboard.press('Enter');
    await me.appears('button', 'Kayak on the Spree, long round');
    await look();
    assert.deepEqual(faults, []);
    assert.equal((await journey.books()).length, booked + 1);
  });
}

/** WCAG 2.2, 2.5.8, in CSS pixels; ours for what leads on is larger. */
const MIN_TARGET = 24;
const MIN_MAIN_TARGET = 44;

/** Taps twice as fast as a finger can, in the middle of the window, where no bar lies over it. */
async function doubleTap(page: Page, target: Locator): Promise<void> {
  await target.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const box = await target.boundingBox();
  assert.ok(box);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.touchscreen.tap(x, y);
  await page.touchscreen.tap(x, y);
}

/** What is too small to be hit by a finger: its text, and its size. */
async function smallTargets({ me }: Visit): Promise<string[]> {
  const small: string[] = [];
  for (const target of await me.widget.locator('a, button, select, summary').all()) {
    const box = await target.boundingBox();
    const isMain = (await target.getAttribute('class'))?.includes('primary');
    const least = isMain ? MIN_MAIN_TARGET : MIN_TARGET;
    if (!box || Math.min(box.width, box.height) >= least) continue;
    small.push(`${await target.innerText()}: ${box.width} × ${box.height}`);
  }
  return small;
}

test('a customer books once by taps alone, also where he taps twice', async () => {
  const booked = (await journey.books()).length;
  const visit = await journey.visit({ width: 320, isPhone: true });
  const { page, me } = visit;

  await me.button(/^Kayak on the Spree$/).tap();
  await me.days(/28 November 2026, from/).tap();
  await me.widget.getByText('11:00').tap();
  const more = me.button('One more: Adult');
  await doubleTap(page, more);
  await me.says('2 participants');
  await me.widget.locator('.stepper button:hover').waitFor();
  const color = await more.evaluate((element) => getComputedStyle(element).backgroundColor);
  assert.equal(color, 'rgba(0, 0, 0, 0)', 'the tapped button looks as before');
  assert.deepEqual(await smallTargets(visit), []);

  await doubleTap(page, me.button('Continue'));
  await me.field('Full name').tap();
  await page.keyboard.type('Ida Meyer');
  await me.field('E-mail').tap();
  await page.keyboard.type('ida@example.com');
  await page.setViewportSize({ width: 700, height: 320 });
  assert.equal(await me.field('Full name').inputValue(), 'Ida Meyer');
  await me.field(/I accept the terms/).tap();
  assert.deepEqual(await smallTargets(visit), []);

  await doubleTap(page, me.button('Order with obligation to pay'));
  await me.says('Booked. See you');
  assert.deepEqual(await smallTargets(visit), []);
  assert.equal((await journey.books()).length, booked + 1);
});

/** The styles that can still distinguish two elements in forced colours. */
function looksOf(thing: Locator): Promise<Record<string, string>> {
  return thing.evaluate((element) => {
    const style = getComputedStyle(element);
    const names = [
      'backgroundColor',
      'color',
      'borderTopWidth',
      'borderTopStyle',
      'borderTopColor',
    ];
    return Object.fromEntries(names.map((name) => [name, style[name as 'color']]));
  });
}

/** Moves the pointer away, because hovering would be another difference. */
async function assertToldApart(chosen: Locator, other: Locator): Promise<void> {
  await chosen.page().mouse.move(0, 0);
  assert.notDeepEqual(await looksOf(chosen), await looksOf(other));
}

/** In forced colours, a button is recognised by its border. */
async function assertBordered(button: Locator): Promise<void> {
  const { borderTopWidth, borderTopStyle, borderTopColor, backgroundColor } = await looksOf(button);
  assert.deepEqual([borderTopWidth, borderTopStyle], ['1px', 'solid']);
  assert.notEqual(borderTopColor, backgroundColor);
}

test('what leads on, and what orders, is drawn as a button in forced colours', async () => {
  const { me } = await journey.visit({
    prepare: (page) => page.emulateMedia({ forcedColors: 'active' }),
  });
  await me.event('Kayak on the Spree');
  await me.day(/28 November 2026, from/);
  await me.time(/^14:00/);
  await me.add('Adult', 1);
  await assertBordered(me.button('Continue'));
  await me.press('Continue');
  await assertBordered(me.button('Order with obligation to pay'));
});

test('a chosen category, day, view and time can be told apart in forced colours', async () => {
  const { me } = await journey.visit({
    prepare: (page) => page.emulateMedia({ forcedColors: 'active' }),
  });
  await me.press('Food & drink');
  await assertToldApart(me.button('Food & drink'), me.button('Workshops'));

  await me.press('All');
  await me.event('Kayak on the Spree');
  await assertToldApart(me.button('Calendar'), me.button('Next dates'));
  await me.day(/28 November 2026, from/);
  await assertToldApart(me.days(/28 November 2026, from/), me.days(/29 November 2026, from/));
  await me.time(/^14:00/);
  const label = (time: string) => me.widget.locator('label').filter({ hasText: time });
  await assertToldApart(label('14:00'), label('11:00'));

  await me.press('Next dates');
  const row = (name: RegExp) => me.widget.getByRole('listitem').getByRole('button', { name });
  await assertToldApart(row(/^Sat,? 28 Nov/), row(/^Fri,? 27 Nov/));
});

/** What is animated from now on, and how it begins. */
async function watchMotion(page: Page) {
  await page.addInitScript(() => {
    const { animate } = Element.prototype;
    const moved: string[] = [];
    Object.assign(window, { moved });
    Element.prototype.animate = function (keyframes, options) {
      const [first] = keyframes as Keyframe[];
      moved.push(`${this.localName} ${Object.keys(first ?? {}).join()}`);
      return animate.call(this, keyframes, options);
    };
  });
  return async () => page.evaluate('moved') as Promise<string[]>;
}

for (const [reducedMotion, moved] of [
  ['no-preference', ['booking-choice opacity', 'h2 transformOrigin,transform']],
  ['reduce', []],
] as const) {
  test(`with ${reducedMotion} as the preference for motion, what moves as an event opens is ${moved.join(' and ') || 'nothing'}`, async () => {
    let movedNow = async (): Promise<string[]> => [];
    const { page, me } = await journey.visit({
      prepare: async (page) => {
        await page.emulateMedia({ reducedMotion });
        movedNow = await watchMotion(page);
      },
    });
    await me.appears('button', 'Lantern night walk');
    await page.waitForFunction(() => customElements.get('booking-choice'));
    await me.event('Lantern night walk');
    await me.appears('button', /from/);

    await eventually(async () => assert.deepEqual(await movedNow(), moved));
  });
}
