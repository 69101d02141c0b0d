import { expect } from '@open-wc/testing';
import { painted } from '../support/page.ts';
import { ORDER, priced, type Visit, visit } from './visit.ts';

/** How a translator changes a text that is not its own. */
type Way = (text: Text) => void;

const replace: Way = (text) => {
  const font = document.createElement('font');
  font.textContent = text.data;
  text.replaceWith(font);
};

const wrap: Way = (text) => {
  const font = document.createElement('font');
  text.before(font);
  font.append(text);
};

/** The texts of elements that were written anew. */
const written = new WeakSet<Text>();

/** Also removes the comments by which lit finds its place. */
const writeAnew: Way = ({ parentElement: element }) => {
  if (!element || element.childElementCount > 0) return;
  const text = new Text(element.textContent);
  written.add(text);
  element.replaceChildren(text);
};

const ways = {
  'puts elements in the place of texts': replace,
  'puts elements around texts': wrap,
  'writes whole paragraphs anew': writeAnew,
};

/**
 * A page translator: changes each text of a widget as soon as it is there, until the returned
 * function is called.
 */
function translate(widget: Element, change: Way): () => void {
  const observer = new MutationObserver(() => look(widget));
  function look(node: Node): void {
    if (node instanceof Text) {
      const isOwn = written.has(node) || node.parentNode instanceof HTMLFontElement;
      if (node.data.trim() && !isOwn) change(node);
      return;
    }
    if (!(node instanceof Element) || node.matches('style, [translate="no"]')) return;
    if (node.shadowRoot) observer.observe(node.shadowRoot, { childList: true, subtree: true });
    for (const child of [...(node.shadowRoot?.childNodes ?? []), ...node.childNodes]) look(child);
  }
  look(widget);
  return () => observer.disconnect();
}

/**
 * A booking with changes of mind. After each step, the texts stay as they are, so that of the
 * calendar both months have to be there.
 */
const steps: readonly ((me: Visit) => Promise<unknown>)[] = [
  async (me) => {
    await me.event('Kayak on the Spree');
    await me.appears('button', /28 November 2026, from/);
    await me.appears('button', /19 December 2026, from/);
  },
  async (me) => {
    await me.press('Later days');
    await me.appears('button', /26 December 2026, from/);
    await me.appears('button', /23 January 2027, from/);
  },
  async (me) => {
    await me.day(/26 December 2026, from/);
    await me.appears('radio', /^14:00/);
  },
  (me) => me.time(/^14:00/),
  (me) => me.press('Continue'),
  (me) => me.add('Adult', 2),
  (me) => me.add('Picnic for two'),
  (me) => me.press('One less: Adult'),
  async (me) => {
    await me.press('Add to your selection');
    await me.appears('heading', 'Your selection');
    await priced(me);
  },
  async (me) => {
    await me.press('Change: Kayak on the Spree');
    await me.add('Adult');
    await me.press('Change your selection');
    await me.says('2 × Adult');
    await priced(me);
  },
  async (me) => {
    await me.press('Check out');
    await me.appears('heading', 'Your details');
  },
  (me) => me.press(ORDER),
  (me) => me.fillIn('Ida Meyer', 'ida@example'),
  (me) => me.press(ORDER),
  async (me) => {
    await me.fill('E-mail', 'ida@example.com');
    await me.press(ORDER);
    await me.says('Booked. See you');
  },
];

/** What the customer reads after each step, but for codes. */
async function read(me: Visit): Promise<string[]> {
  const texts: string[] = [];
  for (const step of steps) {
    await step(me);
    await painted();
    texts.push(me.text().replace(/\b[A-Z0-9]{6,}\b/g, 'CODE'));
  }
  return texts;
}

describe('booking-widget, under a page translator', () => {
  let untranslated: string[];
  before(async () => {
    const twin = await visit();
    untranslated = await read(twin);
    twin.el.remove();
  });

  for (const [whatItDoes, way] of Object.entries(ways)) {
    it(`shows the right texts through a whole booking if it ${whatItDoes}`, async () => {
      const me = await visit();
      const stop = translate(me.el, way);
      const texts = await read(me);
      stop();

      for (const [index, text] of texts.entries()) expect(text).to.equal(untranslated[index]);
    });
  }

  it('stays translated where nothing changes, before the translator has looked again', async () => {
    const me = await visit();
    await me.event('Kayak on the Spree');
    await me.appears('button', /28 November 2026, from/);
    translate(me.el, (text) => {
      const font = document.createElement('font');
      font.textContent = `«${text.data.trim()}»`;
      text.replaceWith(font);
    })();
    expect(me.text()).to.contain('«Choose a day» ');

    await me.day(/28 November 2026, from/);
    await me.time(/^14:00/);
    await me.press('One more: Adult');
    await me.says('€45.00');

    expect(me.text()).to.contain(' Continue ');
    for (const unchanged of ['All experiences', 'Duration', 'Mo', 'Child, 8 to 14 years']) {
      expect(me.text()).to.contain(`«${unchanged}»`);
    }
  });
});
