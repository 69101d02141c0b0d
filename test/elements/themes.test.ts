import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import { roleNames } from '../../src/styles/design-tokens.ts';
import { focused, painted, press } from '../support/page.ts';
import { borderContrast, contrastOf, ringContrast, writtenIn } from '../support/written.ts';
import { choose, fillIn, goToCheckout, ORDER, type Visit, visit } from './visit.ts';

const LEAST = 4.5;
/** The same themes in every run. */
const SEED = 1;
const colorRoles = roleNames.filter((role) => !role.startsWith('radius'));

const byte = fc.integer({ min: 0, max: 255 });
/** Backgrounds are opaque, because what is behind them is unknown. */
const opaque = fc.oneof(
  fc.tuple(byte, byte, byte).map((rgb) => `rgb(${rgb.join(', ')})`),
  fc
    .tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 0, max: 359 }))
    .map(([light, hue]) => `oklch(${light.toFixed(3)} 0.1 ${hue})`),
);

const glassy = fc.tuple(byte, byte, byte).map((rgb) => `rgb(${rgb.join(' ')} / 0.7)`);
const text = /^(muted|warn|bad|on-accent)$/;
const color = (role: string) => (text.test(role) ? fc.oneof(opaque, glassy) : opaque);

interface Theme {
  readonly given: Readonly<Record<string, string | undefined>>;
  readonly scheme: 'light' | 'dark';
  readonly page: string;
}

/** Any subset of the colours with any values. */
const theme: fc.Arbitrary<Theme> = fc.record({
  given: fc.record(Object.fromEntries(colorRoles.map((role) => [role, color(role)])), {
    requiredKeys: [],
  }),
  scheme: fc.constantFrom('light', 'dark'),
  page: fc.tuple(byte, byte, byte).map((rgb) => `rgb(${rgb.join(', ')})`),
});

/** Switches the page to another theme. */
async function wear(me: Visit, { given, scheme, page }: Theme): Promise<void> {
  document.body.style.cssText = `background: ${page}; color-scheme: ${scheme}`;
  const colors = Object.entries(given).map(([role, value]) => `--booking-${role}: ${value}`);
  me.el.style.cssText = colors.join(';');
  await painted();
}

const plain: Theme = { given: {}, scheme: 'light', page: 'rgb(255, 255, 255)' };

/** The contrast is 4.5003 before clipping to the screen's gamut, and 4.4996 after it. */
const beyondTheScreen: Theme = {
  given: { surface: 'oklch(1.000 0.1 2)', muted: 'rgb(165, 19, 237)' },
  scheme: 'light',
  page: 'rgb(0, 0, 0)',
};

/** Warnings of the widget in the console. */
const warnings: string[] = [];
const { warn } = console;

const screens: Record<string, (me: Visit) => Promise<unknown>> = {
  'the list': (me) => me.appears('button', 'Kayak on the Spree'),
  'an event with a day, a time and amounts': choose,
  'the checkout': goToCheckout,
};

const seen = (written: ReturnType<typeof writtenIn>) =>
  written
    .filter(({ contrast }) => contrast < LEAST)
    .map(({ text, color: of, contrast }) => `${text} (${of}): ${contrast.toFixed(2)}`);

describe('booking-widget in the colours of its page', () => {
  beforeEach(() => {
    warnings.length = 0;
    console.warn = (text: string) => warnings.push(text);
  });
  afterEach(() => {
    console.warn = warn;
    document.body.removeAttribute('style');
  });

  // This test has to be the first, because a warning of a later theme is given only once.
  it('warns once which given colour is unreadable, and not of derived ones', async () => {
    const me = await visit();
    await me.appears('button', 'Kayak on the Spree');
    const theme = {
      ...plain,
      given: { muted: '#8a8f98', 'accent-soft': '#fff', 'warn-soft': '#fff' },
    };
    const tinted = Object.fromEntries([0, 1, 2, 3, 4, 5].map((tint) => [`tint-${tint}`, '#fff']));

    await wear(me, { ...theme, given: { ...theme.given, ...tinted, 'tint-2': '#000' } });
    await wear(me, plain);
    await wear(me, { ...theme, given: { ...theme.given, ...tinted, 'tint-2': '#000' } });

    const ratio = Math.floor(contrastOf(['#fff'], '#8a8f98') * 100) / 100;
    const where = ['the page', '--booking-surface'];
    const soft = ['accent-soft', 'warn-soft', 'tint-0', 'tint-1', 'tint-3', 'tint-4', 'tint-5'];
    const grounds = [...where, ...soft.map((role) => `--booking-${role}`)];
    const found = grounds.map((ground) => `${ratio} : 1 on ${ground}`).join(', ');
    expect(warnings).to.deep.equal([
      `<booking-widget> --booking-muted is below 4.5 : 1, so text there is black or white: ${found}.`,
    ]);
  });

  for (const [name, open] of Object.entries(screens)) {
    it(`can be read in any theme: ${name}`, async () => {
      const me = await visit();
      await open(me);
      await fc.assert(
        fc.asyncProperty(theme, async (any) => {
          await wear(me, any);
          const written = writtenIn(me.el);
          expect(written.length).to.be.above(10);
          expect(seen(written)).to.deep.equal([]);
        }),
        { seed: SEED, numRuns: 40, examples: [[beyondTheScreen]] },
      );
    });
  }

  for (const [scheme, background] of [
    ['dark', ''],
    ['dark', '#fff'],
    ['light', '#000'],
  ] as const) {
    it(`can be read if its tag is ${scheme} and its page ${background || 'has no background'}`, async () => {
      document.body.style.background = background;
      const me = await visit({ colorScheme: scheme });
      await goToCheckout(me);
      await fillIn(me);
      await me.press(ORDER);
      await me.says('Booked. See you');
      await painted();

      const written = writtenIn(me.el);

      expect(written.length).to.be.above(10);
      expect(seen(written)).to.deep.equal([]);
    });
  }

  // WCAG 1.4.11 requires 3 : 1 for non-text content.
  it('shows the focus in any theme', async () => {
    const me = await visit();
    await choose(me);
    const controls = new Set<Element>();
    await fc.assert(
      fc.asyncProperty(theme, async (any) => {
        await wear(me, any);
        await press('Tab');
        const control = focused();
        // At the end, Tab leaves the widget, in some engines also the page.
        if (document.activeElement !== me.el || !control?.matches(':focus-visible')) return;
        controls.add(control);
        // The radio button of a time is visually hidden; its label is visible.
        const drawn = control.closest('label') ?? control;
        expect(ringContrast(drawn), drawn.textContent ?? '').to.be.at.least(3);
      }),
      { seed: SEED, numRuns: 40, endOnFailure: true },
    );
    expect(controls.size).to.be.above(3);
  });

  for (const scheme of ['light', 'dark'] as const) {
    it(`has fields whose borders contrast with their surroundings, if it is ${scheme}`, async () => {
      const me = await visit();
      await wear(me, { ...plain, scheme, page: 'Canvas' });
      await me.appears('button', 'Kayak on the Spree');
      const search = borderContrast(me.find('searchbox'));
      await goToCheckout(me);
      const fields = me.all('textbox').map(borderContrast);

      expect(fields.length).to.be.above(3);
      for (const contrast of [search, ...fields]) expect(contrast).to.be.at.least(3);
    });
  }

  it('control: without the contrast correction, some themes are unreadable', async () => {
    const me = await visit();
    await me.appears('button', 'Kayak on the Spree');
    await wear(me, { ...plain, given: { 'tint-0': '#333', muted: '#bbb' } });
    expect(seen(writtenIn(me.el))).to.deep.equal([]);

    me.el.shadowRoot?.querySelector<HTMLElement>('.root')?.removeAttribute('style');

    expect(seen(writtenIn(me.el)).length).to.be.above(3);
  });

  it('keeps every given colour that can be read', async () => {
    const me = await visit();
    await choose(me);
    const dark = fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: 0, max: 90 })));
    const light = fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: 225, max: 255 })));
    const isDark = (role: string) => /^(ink|muted|accent|warn|bad|line-strong)$/.test(role);
    const readable = fc.record(
      Object.fromEntries(
        colorRoles.map((role) => [
          role,
          (isDark(role) ? dark : light).map((rgb) => `rgb(${rgb.join(', ')})`),
        ]),
      ),
    );
    await fc.assert(
      fc.asyncProperty(readable, async (given) => {
        await wear(me, { ...plain, given });
        const strangers = writtenIn(me.el).filter(({ color: of }) =>
          Object.values(given).every((other) => other !== of),
        );
        expect(strangers).to.deep.equal([]);
        expect(warnings).to.deep.equal([]);
      }),
      { numRuns: 40 },
    );
  });

  it('derives colours that are not given from accent and surface', async () => {
    const me = await visit();
    await choose(me);
    const chosen = me.find('radio', /^14:00/).closest('label')!;
    const before = getComputedStyle(chosen).backgroundColor;

    await wear(me, {
      ...plain,
      given: { accent: 'rgb(200, 0, 0)', surface: 'rgb(255, 255, 100)' },
    });

    const after = getComputedStyle(chosen).backgroundColor;
    expect(after).not.to.equal(before);
    expect(after).to.equal('color(srgb 0.974118 0.88 0.345098)');
  });

  it('follows a theme that fades in', async () => {
    const me = await visit();
    await me.appears('button', 'Kayak on the Spree');
    document.body.style.cssText = 'background: #fff; transition: background 30ms';
    await painted();
    const faded = new Promise((resolve) =>
      document.body.addEventListener('transitionend', resolve, { once: true }),
    );

    document.body.style.background = '#000';
    await faded;
    await painted();

    expect(seen(writtenIn(me.el))).to.deep.equal([]);
  });
});
