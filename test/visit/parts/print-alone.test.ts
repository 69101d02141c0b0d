import { expect } from '@open-wc/testing';
import type { Confirmation } from '../../../src/index.ts';
import { mount } from '../../elements/mount.ts';
import { anAttemptWith, aPlacedIntent } from '../../support/builders.ts';

const printed = (status: 'ACCEPTED' | 'PENDING' = 'ACCEPTED') =>
  mount('booking-confirmation', { attempts: [anAttemptWith(aPlacedIntent({ status }))] });
const sheets = () => document.adoptedStyleSheets.length;
const marks = () => document.querySelectorAll('[data-booking-print]').length;

/** Moves a confirmation into two nested shadow roots. */
async function moveIntoShadow(el: Confirmation) {
  const outer = document.createElement('div');
  const inner = document.createElement('div');
  el.parentElement?.append(outer);
  outer.attachShadow({ mode: 'closed' }).append(inner);
  const root = inner.attachShadow({ mode: 'open' });
  root.append(el);
  await el.updateComplete;
  return { outer, root };
}

describe('a page that is printed while tickets are shown', () => {
  it('gets a style sheet, which is removed with the tickets', async () => {
    const before = sheets();
    const el = await printed();
    expect([sheets() - before, marks()]).to.deep.equal([1, 1]);

    el.remove();

    expect([sheets() - before, marks()]).to.deep.equal([0, 0]);
    expect(el.hasAttribute('data-booking-print')).to.equal(false);
  });

  it('gets it in every shadow root around them, also if two tickets share one', async () => {
    const before = sheets();
    const el = await printed();
    const { outer, root } = await moveIntoShadow(el);
    const other = await printed();
    root.append(other);
    await other.updateComplete;
    expect([sheets() - before, outer.hasAttribute('data-booking-print')]).to.deep.equal([2, true]);

    other.remove();
    expect([sheets() - before, outer.hasAttribute('data-booking-print')]).to.deep.equal([1, true]);

    outer.remove();
    expect([sheets() - before, outer.hasAttribute('data-booking-print')]).to.deep.equal([0, false]);
  });

  it('is printed as it is while there is no ticket to print', async () => {
    const before = sheets();
    const el = await printed('PENDING');
    expect(sheets() - before).to.equal(0);

    el.attempts = [anAttemptWith(aPlacedIntent())];
    await el.updateComplete;
    expect(sheets() - before).to.equal(1);

    el.attempts = [];
    await el.updateComplete;
    expect(sheets() - before).to.equal(0);
  });
});
