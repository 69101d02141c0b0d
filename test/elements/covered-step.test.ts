import { expect, fixture, html } from '@open-wc/testing';
import { page, painted } from '../support/page.ts';
import { visit } from './visit.ts';

const TITLE = 'Your own sailing boat on the Tagus';
const HIGH = 80;

function bar(height = HIGH): HTMLElement {
  const element = document.createElement('header');
  element.style.cssText = `position: fixed; inset: 0 0 auto; height: ${height}px; background: navy; z-index: 9`;
  return element;
}

function inShadowRoot(element: HTMLElement): HTMLElement {
  const host = document.createElement('div');
  host.attachShadow({ mode: 'open' }).append(element);
  return host;
}

/** A header that slides in when the page is scrolled up, and out when it is scrolled down. */
function slidingBar(): HTMLElement {
  const element = bar();
  element.style.transition = 'transform 300ms';
  let last = 0;
  const follow = () => {
    element.style.transform = scrollY < last ? '' : 'translateY(-100%)';
    last = scrollY;
  };
  addEventListener('scroll', follow);
  return element;
}

async function atRest(): Promise<void> {
  await painted();
  await Promise.all(document.getAnimations().map(({ finished }) => finished));
  await painted();
}

/** Opens an event below a page's own parts, and says how far its title is from the window's top. */
async function openBelow(...parts: HTMLElement[]): Promise<number> {
  await fixture(html`${parts}`);
  const me = await visit();
  me.el.style.marginBlock = '3000px';
  await me.appears('button', TITLE);
  scrollTo(0, 3300);
  await atRest();
  // Not with the mouse, because the page would first be scrolled to the button.
  me.find('button', TITLE).click();
  await me.appears('heading', TITLE);
  await atRest();
  const [title] = page(me.el).all('heading', TITLE);
  return title?.getBoundingClientRect().top ?? NaN;
}

describe('a step that has just opened', () => {
  for (const [what, parts] of [
    ['a fixed header', () => [bar()]],
    ['a header that slides in when the page is scrolled up', () => [slidingBar()]],
    ['a fixed header in a shadow root', () => [inShadowRoot(bar())]],
  ] as const) {
    it(`is not covered by ${what}`, async () => {
      const top = await openBelow(...parts());

      expect(top).to.be.at.least(HIGH);
      expect(top).to.be.below(2 * HIGH);
    });
  }

  it('is at the top of the window where nothing covers it', async () => {
    const top = await openBelow();

    expect(top).to.be.at.least(0);
    expect(top).to.be.below(HIGH);
  });

  it('is not moved below a dialog that covers the whole window', async () => {
    expect(await openBelow(bar(innerHeight))).to.be.below(innerHeight);
  });
});
