import { expect, nextFrame } from '@open-wc/testing';
import { warningsOf } from '../support/warnings.ts';
import { choose, fillIn, goToCheckout, ORDER, type Visit, visit } from './visit.ts';

/** The levels of all headings in reading order, as assistive technology sees them. */
function levelsIn(root: Element | ShadowRoot): number[] {
  return [...root.querySelectorAll('*')].flatMap((element) => {
    const written = /^h([1-6])$/.exec(element.localName)?.[1];
    const own = written ? [Number(element.getAttribute('aria-level') ?? written)] : [];
    return element.shadowRoot ? [...own, ...levelsIn(element.shadowRoot)] : own;
  });
}

const levelsOf = (me: Visit) => levelsIn(me.el.shadowRoot!);

/** Expects that no heading skips a level. */
function expectOutline(levels: number[], highest: number): void {
  expect(levels.length).to.be.above(0);
  expect(levels[0]).to.equal(highest);
  expect(Math.min(...levels)).to.equal(highest);
  levels.slice(1).forEach((level, index) => {
    expect(level - levels[index]!, `${levels.join()} at ${index + 1}`).to.be.at.most(1);
  });
}

describe('booking-widget in the outline of its page', () => {
  for (const [name, attributes, highest] of [
    ['below the title of the page where nothing is said', {}, 2],
    ['below a section of the page', { 'heading-level': '4' }, 4],
    ['as the title of the page', { 'heading-level': '1' }, 1],
  ] as const) {
    it(`stands ${name}, on every screen`, async () => {
      const me = await visit();
      for (const [attribute, value] of Object.entries(attributes)) {
        me.el.setAttribute(attribute, value);
      }
      await me.appears('button', 'Kayak on the Spree');
      await nextFrame();
      expectOutline(levelsOf(me), highest);

      await me.click('button', 'Choose a day: Any day');
      // By the customer's own date.
      await me.appears('heading', /^2[01] Nov.+20 Dec$/);
      expectOutline(levelsOf(me), highest);

      await choose(me);
      expectOutline(levelsOf(me), highest);
      expect(levelsOf(me)).to.include(highest + 1);

      await me.press('Continue');
      await me.appears('heading', 'Your details');
      expectOutline(levelsOf(me), highest);

      await fillIn(me);
      await me.press(ORDER);
      await me.says('Booked. See you');
      expectOutline(levelsOf(me), highest);
    });
  }

  it('updates when the page changes the level', async () => {
    const me = await visit({ headingLevel: 3 });
    await goToCheckout(me);
    expectOutline(levelsOf(me), 3);

    me.el.headingLevel = 2;
    await nextFrame();

    expectOutline(levelsOf(me), 2);
  });

  it('stands at the usual one again, and says nothing, when the page takes its level away', async () => {
    const warnings = await warningsOf(async () => {
      const me = await visit({ headingLevel: 3 });
      await me.appears('button', 'Kayak on the Spree');
      me.el.setAttribute('heading-level', '4');
      await nextFrame();
      me.el.removeAttribute('heading-level');
      await nextFrame();
      expectOutline(levelsOf(me), 2);
    });
    expect(warnings).to.deep.equal([]);
  });

  it('warns once of an invalid level, and uses the default', async () => {
    const warnings = await warningsOf(async () => {
      const me = await visit();
      me.el.setAttribute('heading-level', 'h3');
      await me.appears('button', 'Kayak on the Spree');
      expectOutline(levelsOf(me), 2);
    });
    expect(warnings).to.deep.equal([
      '<booking-widget> heading-level="h3" is not a number from 1 to 6.',
    ]);
  });
});
