import { expect } from '@open-wc/testing';
import ar from '../../src/messages/ar.json' with { type: 'json' };
import { painted } from '../support/page.ts';
import { contrastOf } from '../support/written.ts';
import { between, goToCheckout, type Visit, visit } from './visit.ts';

/** Puts the widget into the marked element of `html`, and that into a box of this width. */
async function standIn(me: Visit, html: string, width = 1000): Promise<HTMLElement> {
  const box = document.createElement('div');
  box.style.width = `${width}px`;
  box.innerHTML = html;
  document.body.append(box);
  box.querySelector('[data-here]')?.append(me.el);
  await painted();
  return box;
}

/** Adds a style sheet to the page. */
function style(css: string): HTMLStyleElement {
  const sheet = document.createElement('style');
  sheet.textContent = css;
  document.head.append(sheet);
  return sheet;
}

const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

describe('booking-widget in a parent that shrinks to its content', () => {
  const parents: Record<string, string> = {
    'a centred flex column':
      '<div style="display:flex;flex-direction:column;align-items:center" data-here></div>',
    'a centred flex row': '<div style="display:flex;justify-content:center" data-here></div>',
    'a grid with its items in the middle':
      '<div style="display:grid;justify-items:center" data-here></div>',
    'an inline block': '<div style="display:inline-block" data-here></div>',
    'a float': '<div style="float:left" data-here></div>',
    'a table cell': '<table><tbody><tr><td data-here></td></tr></tbody></table>',
    'a box that fits its content': '<div style="width:fit-content" data-here></div>',
    'an absolute box':
      '<div style="position:relative;height:9px"><div style="position:absolute" data-here></div></div>',
    'a native dialog':
      '<div style="position:relative"><dialog open style="position:absolute;padding:0;border:0;max-width:100%" data-here></dialog></div>',
  };
  for (const [name, html] of Object.entries(parents)) {
    it(`is as wide as it may be in ${name}`, async () => {
      const me = await visit();
      await me.appears('button', 'Kayak on the Spree');
      for (const width of [1000, 300]) {
        const box = await standIn(me, html, width);

        expect(me.el.offsetWidth, `in ${width} px`).to.be.within(280, width);
        expect(box.scrollWidth, `in ${width} px`).to.be.at.most(width);
        box.remove();
      }
    });
  }

  const WORDS = 'Tickets for tours, attractions and activities. '.repeat(20);
  const tightParents: Record<string, string> = {
    'a table cell of 1 %': `<table><tbody><tr><td>${WORDS}</td><td style="width:1%" data-here></td></tr></tbody></table>`,
    'a flex row beside long text': `<div style="display:flex"><p>${WORDS}</p><div data-here></div></div>`,
    'a grid column as narrow as can be':
      '<div style="display:grid;grid-template-columns:min-content 1fr" data-here></div>',
    'a box as narrow as can be': '<div style="width:min-content" data-here></div>',
  };
  for (const [name, html] of Object.entries(tightParents)) {
    it(`is as wide as a small phone in ${name}`, async () => {
      const me = await visit();
      await me.appears('button', 'Kayak on the Spree');

      const box = await standIn(me, html);

      expect(me.el.offsetWidth).to.be.within(280, 1000);
      expect(box.scrollWidth).to.equal(1000);
      box.remove();
    });
  }

  it('has cards of its new width when it is moved into a narrower one', async () => {
    const me = await visit();
    await me.appears('button', 'Kayak on the Spree');
    const wide = await standIn(me, '<div data-here></div>');
    const narrow = await standIn(me, '<div data-here></div>', 300);

    const [card] = me.all('listitem').filter((item) => item.textContent.includes('Kayak'));

    expect(card?.offsetWidth).to.equal(300);
    wide.remove();
    narrow.remove();
  });

  it('stays as narrow as a narrow column', async () => {
    const me = await visit();
    await me.appears('button', 'Kayak on the Spree');

    for (const width of [280, 200]) {
      const box = await standIn(me, '<div data-here></div>', width);

      expect([me.el.offsetWidth, box.scrollWidth]).to.deep.equal([width, width]);
      box.remove();
    }
  });
});

describe('booking-widget with another writing direction than its page', () => {
  for (const [dir, lang] of [
    ['rtl', 'en'],
    ['ltr', 'ar'],
  ] as const) {
    it(`does not stick out of a page that is ${dir}`, async () => {
      const me = await visit(
        { lang },
        { toProxy: between('/messages/', async () => Response.json(ar)) },
      );
      await me.appears('button', 'Kayak on the Spree');
      const { direction } = getComputedStyle(me.find('searchbox'));
      expect(direction).not.to.equal(dir);

      const box = await standIn(
        me,
        `<div dir="${dir}" style="overflow-x: auto" data-here></div>`,
        400,
      );

      const page = box.firstElementChild!;
      expect(page.scrollWidth).to.equal(page.clientWidth);
      box.remove();
    });
  }
});

describe('booking-widget under a page’s styles', () => {
  /** Properties that only reflect the layout. */
  const measured =
    /size|width|height|origin|^(inset|margin|grid-template)|^(top|left|right|bottom)$/;

  /** Every computed property of everything in the widget. */
  function looksOf(element: Element, name = ''): Map<string, string> {
    const looks = new Map<string, string>();
    for (const [index, child] of [...(element.shadowRoot ?? element).children].entries()) {
      const path = `${name} ${child.localName}${index}`;
      const computed = getComputedStyle(child);
      for (const property of computed) {
        // Custom properties are meant to reach the widget.
        if (measured.test(property) || property.startsWith('--')) continue;
        looks.set(`${path} ${property}`, computed.getPropertyValue(property));
      }
      for (const [key, value] of looksOf(child, path)) looks.set(key, value);
    }
    return looks;
  }

  const inherited = `
    text-transform: uppercase; letter-spacing: 3px; word-spacing: 5px; white-space: pre;
    text-indent: 20px; -webkit-text-fill-color: red; -webkit-text-stroke: 1px red;
    text-shadow: 1px 1px red; font-style: italic; font-weight: 900; font-variant: small-caps;
    font-stretch: condensed; font-feature-settings: "smcp"; line-height: 3; text-align: right;
    color: red; list-style: square; quotes: "a" "b"; cursor: wait; hyphens: auto;
    word-break: break-all; overflow-wrap: anywhere; tab-size: 2; border-collapse: collapse;
    caption-side: bottom; writing-mode: vertical-rl; direction: rtl; fill: red; stroke: red;
    accent-color: red; caret-color: red; text-wrap: nowrap; font-kerning: none;`;

  it('inherits nothing but the font’s family and size', async () => {
    const me = await visit();
    await me.appears('button', 'Kayak on the Spree');
    const bare = await standIn(me, '<div data-here></div>');
    const before = looksOf(me.el);
    bare.remove();
    const sheet = style(`.hostile, .hostile * { ${inherited} }`);
    cleanUps.push(() => sheet.remove());

    const box = await standIn(me, '<div class="hostile"><div data-here></div></div>');

    const after = looksOf(me.el);
    const changed = [...after].filter(([key, value]) => before.get(key) !== value);
    expect(changed.map(([key, value]) => `${key}: ${value}`)).to.deep.equal([]);
    expect(after.size).to.equal(before.size);
    box.remove();
  });

  it('can be read on a page with font-size 0', async () => {
    const me = await visit();
    await me.appears('button', 'Kayak on the Spree');

    const box = await standIn(me, '<div style="font-size:0" data-here></div>');

    expect(
      Number.parseFloat(getComputedStyle(me.find('heading', 'Kayak on the Spree')).fontSize),
    ).to.be.at.least(12);
    box.remove();
  });

  it('takes the font’s family and size from the page', async () => {
    const me = await visit();
    await me.appears('searchbox');

    const box = await standIn(me, '<div style="font: 20px monospace" data-here></div>');

    const { fontFamily, fontSize } = getComputedStyle(me.find('searchbox'));
    expect([fontFamily, fontSize]).to.deep.equal(['monospace', '20px']);
    box.remove();
  });

  it('has fields of at least 16 px on any page, because phones zoom in at smaller ones', async () => {
    const me = await visit();
    const small: string[] = [];
    const read = new Set<string>();
    const measure = () => {
      for (const size of [0, 10, 14, 16, 20]) {
        me.el.style.fontSize = `${size}px`;
        for (const role of ['textbox', 'searchbox', 'combobox', 'spinbutton']) {
          for (const field of me.all(role)) {
            const { fontSize } = getComputedStyle(field);
            if (Number.parseFloat(fontSize) < Math.max(16, size)) {
              small.push(`${role} ${fontSize} at ${size}px`);
            }
            read.add(field.localName);
          }
        }
      }
      me.el.style.fontSize = '';
    };

    await me.appears('button', 'Kayak on the Spree');
    measure();
    await goToCheckout(me);
    await me.press('Add a company or a billing address');
    await me.appears('combobox');
    measure();

    expect(small).to.deep.equal([]);
    expect([...read].sort()).to.deep.equal(['input', 'select', 'textarea']);
  });

  it('keeps its colours whatever the page sets of its private properties', async () => {
    const me = await visit();
    await me.appears('button', 'Kayak on the Spree');
    const names = new Set<string>();
    const colors: string[] = [];
    const look = (node: Element) => {
      const { color, backgroundColor, borderTopColor, borderRadius } = getComputedStyle(node);
      colors.push([node.localName, color, backgroundColor, borderTopColor, borderRadius].join());
      for (const { cssRules } of node.shadowRoot?.adoptedStyleSheets ?? []) {
        for (const { cssText } of cssRules) {
          for (const [name] of cssText.matchAll(/--_[\w-]+/g)) names.add(name);
        }
      }
      for (const child of (node.shadowRoot ?? node).children) look(child);
    };
    look(me.el);
    const before = colors.splice(0);
    expect(names.size).to.be.greaterThan(60);

    const nonsense = [...names].map((name) => `${name}: rgb(1 2 3)`).join('; ');
    const sheet = style(`:root { ${nonsense} }`);
    cleanUps.push(() => sheet.remove());
    look(me.el);
    expect(colors).to.deep.equal(before);
  });

  it('keeps its display whatever the page says, and is hidden by its attribute', async () => {
    const me = await visit();
    const sheet = style('booking-widget { display: inline !important }');
    cleanUps.push(() => sheet.remove());

    expect(getComputedStyle(me.el).display).to.equal('block');
    me.el.hidden = true;
    expect(getComputedStyle(me.el).display).to.equal('none');
  });
});

describe('booking-widget on a page that declares no colour scheme', () => {
  const grounds: [what: string, css: string, isDark: boolean][] = [
    ['white', 'background: #fff', false],
    ['nothing', '', false],
    ['nearly black', 'background: #111', true],
    ['a dark colour under glass', 'background: rgb(255 255 255 / 0.1)', false],
    ['a dark OKLCH colour', 'background: oklch(0.25 0.05 250)', true],
    ['a light Lab colour', 'background: lab(90 0 0)', false],
    ['a dark P3 colour', 'background: color(display-p3 0.1 0.1 0.1)', true],
    ['a picture with white text', 'background: linear-gradient(#000, #222); color: #fff', true],
    ['a picture with black text', 'background: linear-gradient(#fff, #ddd); color: #000', false],
    ['nothing of its own, with white text', 'color: #fff', true],
    ['nothing of its own, with light grey text', 'color: #ccc', true],
    ['nothing of its own, with grey text', 'color: #999', false],
  ];
  const inkOf = (me: Visit) => getComputedStyle(me.find('searchbox')).color;
  /** The colour of text outside of cards and fields. */
  const inkOnPage = (me: Visit) => getComputedStyle(me.find('group', 'Categories')).color;
  const LIGHT_INK = 'rgb(238, 241, 243)';
  const DARK_INK = 'rgb(21, 24, 28)';

  for (const [what, css, isDark] of grounds) {
    it(`can be read on ${what}`, async () => {
      const me = await visit();
      await me.appears('group', 'Categories');

      const box = await standIn(me, `<div style="${css}"><div data-here></div></div>`);

      expect(inkOf(me)).to.equal(isDark ? LIGHT_INK : DARK_INK);
      expect(contrastOf([isDark ? '#222' : '#ddd'], inkOnPage(me))).to.be.at.least(4.5);
      box.remove();
    });
  }

  it('can be read on a dark picture of a page that declares to be light', async () => {
    const me = await visit();
    await me.appears('group', 'Categories');

    const box = await standIn(
      me,
      '<div style="color-scheme: light; background: linear-gradient(#000, #222); color: #fff"><div data-here></div></div>',
    );

    expect(contrastOf(['#222'], inkOnPage(me))).to.be.at.least(4.5);
    box.remove();
  });

  it('follows a theme that is switched', async () => {
    const me = await visit();
    await me.appears('searchbox');
    const sheet = style('.night { background: #000 }');
    cleanUps.push(
      () => sheet.remove(),
      () => document.body.classList.remove('night'),
    );

    document.body.classList.add('night');
    await painted();
    expect(inkOf(me)).to.equal(LIGHT_INK);
    document.body.classList.remove('night');
    await painted();

    expect(inkOf(me)).to.equal(DARK_INK);
  });

  it('prefers the declared colour scheme of the page or its tag to the background', async () => {
    const me = await visit();
    await me.appears('searchbox');
    const dark = await standIn(me, '<div style="background:#000"><div data-here></div></div>');
    me.el.setAttribute('color-scheme', 'light');
    await painted();
    expect(inkOf(me)).to.equal(DARK_INK);
    dark.remove();
    me.el.removeAttribute('color-scheme');

    const declared = await standIn(
      me,
      '<div style="color-scheme:dark;background:#fff"><div data-here></div></div>',
    );

    expect(inkOf(me)).to.equal(LIGHT_INK);
    declared.remove();
  });
});
