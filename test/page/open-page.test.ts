import { expect, fixture, html } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
import { openPage } from '../../src/page/open-page.ts';
import { focused, page, press } from '../support/page.ts';
import { until } from '../support/time.ts';

/** A modal dialog of a page, which a button has opened, with a field in it. */
async function aPageWithDialog(style = '') {
  const around = await fixture<HTMLElement>(
    html`<div>
      <button>Open</button>
      <dialog aria-label="Of the page"><button>Pay</button></dialog>
    </div>`,
  );
  const [opener, field] = around.querySelectorAll('button') as unknown as [
    HTMLButtonElement,
    HTMLButtonElement,
  ];
  const dialog = around.querySelector('dialog')!;
  dialog.setAttribute('style', style);
  const heard: string[] = [];
  for (const type of ['close', 'cancel', 'focusin', 'toggle']) {
    around.addEventListener(type, ({ type: name }) => heard.push(name), true);
  }
  opener.focus();
  dialog.showModal();
  field.focus();
  await pendingEvents();
  heard.length = 0;
  return { opener, field, dialog, heard };
}

/** The browser fires the events of dialogs later, and those of this one last. */
async function pendingEvents(): Promise<void> {
  const other = document.createElement('dialog');
  document.body.append(other);
  const closed = new Promise((resolve) => other.addEventListener('close', resolve));
  other.open = true;
  other.close();
  await closed;
  other.remove();
}

/** What a script adds to the body, above everything else. */
function addAbove(): { wasPressed: () => boolean } {
  let wasPressed = false;
  const added = document.createElement('button');
  added.textContent = 'Above';
  added.className = 'added';
  added.style.cssText = 'position: fixed; inset: 0; z-index: 2147483647';
  added.addEventListener('click', () => (wasPressed = true));
  document.body.prepend(added);
  return { wasPressed: () => wasPressed };
}

const pressMiddle = () =>
  sendMouse({ type: 'click', position: [Math.round(innerWidth / 2), Math.round(innerHeight / 2)] });

describe('openPage', () => {
  afterEach(() => {
    document.querySelectorAll('.added').forEach((added) => added.remove());
  });

  it('lets what a script adds be pressed above a modal dialog of the page, until it ends', async () => {
    const { field, dialog } = await aPageWithDialog();
    const covered = addAbove();
    await pressMiddle();
    expect(covered.wasPressed()).to.equal(false);

    const end = openPage(field);
    const added = addAbove();
    await pressMiddle();
    expect(added.wasPressed()).to.equal(true);
    expect(dialog.matches(':modal')).to.equal(false);

    end?.();
    expect(dialog.matches(':modal')).to.equal(true);
    const late = addAbove();
    await pressMiddle();
    expect(late.wasPressed()).to.equal(false);
  });

  it('is not heard by the page, nor seen, and moves no focus', async () => {
    for (const style of ['', 'top: 40px; margin-top: 0; max-width: 200px']) {
      const { field, dialog, heard } = await aPageWithDialog(style);
      const look = () => JSON.stringify(dialog.getBoundingClientRect());
      const before = look();
      const written = dialog.style.cssText;
      const end = openPage(field);
      expect(look()).to.equal(before);
      expect(getComputedStyle(dialog).boxShadow).to.match(/^rgba\(0, 0, 0, 0\.1\d*\) 0px 0px 0px/);
      expect(focused()).to.equal(field);
      await pendingEvents();
      end?.();
      await pendingEvents();

      expect(look()).to.equal(before);
      expect(dialog.style.cssText).to.equal(written);
      expect(dialog.hasAttribute('closedby')).to.equal(false);
      expect(focused()).to.equal(field);
      expect(heard).to.deep.equal([]);
    }
  });

  it('gives the focus back to what has opened the dialog, when it closes later or meanwhile', async () => {
    const { field, opener, dialog, heard } = await aPageWithDialog();
    openPage(field)?.();
    await press('Escape');
    await until(() => heard.includes('close'), 'the end');
    expect(focused()).to.equal(opener);

    dialog.showModal();
    const end = openPage(field);
    dialog.close();
    await until(() => focused() === opener, 'the focus');
    end?.();
    expect(dialog.open).to.equal(false);
    expect(focused()).to.equal(opener);
  });

  it('keeps the rest of the page inert, and what it hides as it is', async () => {
    const { opener, field } = await aPageWithDialog();
    const hidden = document.createElement('div');
    hidden.className = 'added';
    hidden.style.visibility = 'hidden';
    document.body.append(hidden);
    const end = openPage(field);
    expect(page(document.body).has('button', 'Open')).to.equal(false);
    opener.focus();
    expect(focused()).to.equal(field);
    expect(hidden.hasAttribute('inert')).to.equal(false);
    end?.();
    expect(document.querySelectorAll('[inert]')).to.have.length(0);
    expect(page(document.body).has('button', 'Open')).to.equal(false);
  });

  it('does nothing outside of a modal dialog', async () => {
    const around = await fixture<HTMLElement>(
      html`<div>
        <dialog open><button></button></dialog>
      </div>`,
    );
    expect(openPage(around.querySelector('button')!)).to.equal(undefined);
    expect(document.querySelectorAll('[inert]')).to.have.length(0);
  });
});
