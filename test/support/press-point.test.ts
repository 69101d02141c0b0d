import { expect, fixture, html } from '@open-wc/testing';
import { clickOn } from './page.ts';

const style = (css: string) => `position: relative; display: block; ${css}`;

/** Presses the element with the id `target`, and says whether it was clicked, or why not. */
async function pressTarget(page: ReturnType<typeof html>): Promise<string> {
  const root = await fixture(page);
  const target = root.querySelector<HTMLElement>('#target')!;
  let said = 'nothing happened';
  target.addEventListener('click', () => (said = 'clicked'));
  await clickOn(target).catch((error: Error) => (said = error.message));
  return said;
}

describe('a press', () => {
  it('fails at once where something else lies over the element, and names it', async () => {
    const said = await pressTarget(html`
      <main>
        <button id="target">Go on</button>
        <div class="veil" style="position: fixed; inset: 0">Please wait</div>
      </main>
    `);

    expect(said).to.equal(
      '<button> “Go on” cannot be pressed. There lies <div class="veil"> “Please wait”.',
    );
  });

  for (const [direction, css] of [
    ['sideways', 'width: 60px; height: 200px'],
    ['downwards', 'width: 200px; height: 30px'],
  ] as const) {
    it(`fails at once on an element that is cut off ${direction}, though its middle is in view`, async () => {
      const said = await pressTarget(html`
        <div style="overflow: clip; ${css}">
          <button id="target" style=${style('width: 100px; height: 50px')}>Go on</button>
        </div>
      `);

      expect(said).to.equal('<button> “Go on” cannot be pressed. It is cut off.');
    });
  }

  it('reaches a field through the label over it', async () => {
    const said = await pressTarget(html`
      <form>
        <label style=${style('width: 200px; height: 50px')}>
          <input id="target" type="checkbox" />
          <span style="position: absolute; inset: 0">I accept</span>
        </label>
      </form>
    `);

    expect(said).to.equal('clicked');
  });

  it('reaches an element through what is slotted into it', async () => {
    const host = document.createElement('div');
    host.attachShadow({ mode: 'open' }).innerHTML = '<button><slot></slot></button>';
    host.textContent = 'Go on';
    await fixture(html`${host}`);
    const button = host.shadowRoot!.querySelector('button')!;
    let clicks = 0;
    button.addEventListener('click', () => (clicks += 1));

    await clickOn(button);

    expect(clicks).to.equal(1);
  });

  it('scrolls all that cuts the element off, in both directions', async () => {
    const said = await pressTarget(html`
      <div style="overflow: auto; width: 150px; height: 100px; margin-top: 3000px">
        <div style="width: 1000px; padding: 800px 0 0 700px">
          <button id="target" style=${style('width: 100px')}>Go on</button>
        </div>
      </div>
    `);

    expect(said).to.equal('clicked');
  });

  it('reaches the middle of an element that is larger than the window', async () => {
    const said = await pressTarget(html`
      <div><button id="target" style=${style('height: 3000px')}>Go on</button></div>
    `);

    expect(said).to.equal('clicked');
  });
});
