import { expect } from '@open-wc/testing';
import type { Question } from '#contract/site.schema';
import { type Checkout, Words } from '../../src/index.ts';
import de from '../../src/messages/de.json' with { type: 'json' };
import { type Context, mountIn } from '../elements/mount.ts';
import { ORDER } from '../elements/visit.ts';
import { anAttempt, aRefusal, aSite, aVendor } from '../support/builders.ts';
import { focused, hear, page, press } from '../support/page.ts';
import { aQuestion } from '../support/site.ts';
import { complete, fail, openCheckout, problemOf } from './checkout.ts';

const hotel = aQuestion({ required: true });
const level = aQuestion({
  id: 'level',
  title: 'How well do you swim?',
  type: 'choice',
  required: true,
  options: ['Well', 'Not at all'],
});
const heard = aQuestion({
  id: 'heard',
  title: 'How did you hear of us?',
  type: 'choice',
  options: ['A friend', 'A poster'],
});
const guide = aQuestion({
  id: 'guide',
  title: 'Language of the guide',
  type: 'choice',
  required: true,
  options: ['English', 'Deutsch', 'Français', 'Español', 'Italiano'],
});
const fit = aQuestion({ id: 'fit', title: 'All of us are well', type: 'checkbox', required: true });
const photo = aQuestion({ id: 'photo', title: 'Send me a photo', type: 'checkbox' });
const all = [hotel, level, heard, guide, fit, photo];

const open = (
  questions: Question[],
  change: Partial<Checkout> = {},
  context: Partial<Context> = {},
) => openCheckout({ details: complete, ...change }, { site: aSite({ questions }), ...context });

const TERMS = /^I accept/;
const refusedAt = (field: string) =>
  aRefusal('invalid-request', [{ code: 'invalid-request', field }]);

describe('booking-checkout with a site’s questions', () => {
  it('is accessible with every kind of question, answered or not', async () => {
    const el = await open(all);
    await expect(el).to.be.accessible();

    await page(el).click('button', ORDER);

    await expect(el).to.be.accessible();
  });

  it('asks nothing if the site has no questions', async () => {
    const checkout = page(await open([]));

    expect(checkout.names('heading').join()).not.to.contain('question');
    expect(checkout.has('radiogroup')).to.equal(false);
  });

  it('asks between the contact and the participants, and marks optional questions', async () => {
    const checkout = page(await open(all));

    expect(checkout.names('heading').slice(0, 3)).to.deep.equal([
      'Your details',
      'A few more questions',
      'Who is coming?',
    ]);
    expect(checkout.names('radiogroup')).to.deep.equal([
      'How well do you swim?',
      'How did you hear of us? optional',
    ]);
    expect(checkout.names('checkbox').slice(0, 2)).to.deep.equal([
      'All of us are well',
      'Send me a photo optional',
    ]);
    expect(checkout.find('textbox', 'Which hotel?')).to.have.attribute('aria-required', 'true');
    expect(checkout.find('radiogroup', /swim/)).to.have.attribute('aria-required', 'true');
  });

  it('shows few options as radio buttons, and many as a select', async () => {
    const checkout = page(await open(all));

    expect(checkout.within('radiogroup', /swim/).names('radio')).to.deep.equal(level.options);
    const list = checkout.find<HTMLSelectElement>('combobox', 'Language of the guide');
    expect([...list.options].map(({ text }) => text.trim())).to.deep.equal([
      'Choose',
      ...guide.options,
    ]);
  });

  it('lets an optional answer be removed', async () => {
    const el = await open([heard]);
    const group = page(el).within('radiogroup');
    expect(group.find('radio', 'No answer')).to.have.property('checked', true);

    await group.click('radio', 'A poster');
    await group.click('radio', 'No answer');

    expect(el.details.get('answers.heard')).to.equal('');
    expect(group.find('radio', 'No answer')).to.have.property('checked', true);
  });

  it('reports answers by mouse and by keyboard', async () => {
    const el = await open(all);
    const checkout = page(el);

    await checkout.fill('Which hotel?', 'Adlon');
    await checkout.click('radio', 'Well');
    await press('ArrowDown');
    checkout.find('combobox', 'Language of the guide').focus();
    await press('ArrowDown', 'ArrowDown');
    checkout.find('checkbox', 'All of us are well').focus();
    await press('Space');
    await checkout.click('checkbox', /photo/);
    await checkout.click('checkbox', /photo/);

    expect(Object.fromEntries(el.details)).to.include({
      'answers.hotel': 'Adlon',
      'answers.level': 'Not at all',
      'answers.guide': 'Deutsch',
      'answers.fit': 'true',
      'answers.photo': '',
    });
  });

  it('shows what was answered before', async () => {
    const details = new Map([
      ['answers.hotel', 'Adlon'],
      ['answers.level', 'Not at all'],
      ['answers.guide', 'Deutsch'],
      ['answers.fit', 'true'],
    ]);
    const checkout = page(await open(all, { details }));

    expect(checkout.find('textbox', 'Which hotel?')).to.have.property('value', 'Adlon');
    expect(checkout.find('radio', 'Not at all')).to.have.property('checked', true);
    expect(checkout.find('combobox', /guide/)).to.have.property('value', 'Deutsch');
    expect(checkout.find('checkbox', 'All of us are well')).to.have.property('checked', true);
  });

  it('marks each missing answer, and moves the focus to the first', async () => {
    const el = await open([level, guide, fit, photo]);
    const checkout = page(el);
    await checkout.click('checkbox', TERMS);

    await checkout.click('button', ORDER);

    expect(problemOf(checkout.find('radiogroup'))).to.equal('This has no answer yet.');
    expect(problemOf(checkout.find('combobox', /guide/))).to.equal('This has no answer yet.');
    expect(problemOf(checkout.find('checkbox', 'All of us are well'))).to.equal(
      'Tick this to order.',
    );
    expect(problemOf(checkout.find('checkbox', /photo/))).to.equal(undefined);
    expect(page(checkout.find('alert')).text()).to.equal('3 entries are missing or not right yet.');
    expect(focused()).to.equal(checkout.find('radio', 'Well'));
  });

  it('orders when everything that is needed is answered', async () => {
    const el = await open([hotel, heard, photo]);
    const submitted = hear(el, 'order-submit');
    await page(el).click('checkbox', TERMS);

    await page(el).click('button', ORDER);
    expect(submitted).to.deep.equal([]);
    await page(el).fill('Which hotel?', 'Adlon');
    await page(el).click('button', ORDER);

    expect(submitted).to.have.length(1);
  });

  it('leads to a refused answer, and removes the problem when it is changed', async () => {
    const details = new Map([
      ['answers.heard', 'A friend'],
      ['answers.hotel', 'Adlon'],
    ]);
    const el = await open([photo, heard, hotel], { details });
    await fail(el, refusedAt('answers[1].value'));
    const checkout = page(el);

    await checkout.click('button', 'Go to the field');

    const field = checkout.find('textbox', 'Which hotel?');
    expect(focused()).to.equal(field);
    expect(problemOf(field)).to.match(/^This was not accepted\./);
    await checkout.fill('Which hotel?', 'Ritz');
    expect(problemOf(checkout.find('textbox', 'Which hotel?'))).to.equal(undefined);
  });

  it('leads to a question that was not there when the order was sent', async () => {
    const { element: el, provideSite } = await mountIn(
      { site: aSite({ questions: [photo] }) },
      'booking-checkout',
      { attempts: [anAttempt()], vendors: [aVendor()], details: complete },
    );
    await page(el).click('checkbox', TERMS);
    await page(el).click('button', ORDER);

    provideSite(aSite({ questions: [photo, level] }));
    await fail(el, refusedAt('answers'));
    await page(el).click('button', 'Go to the field');

    expect(focused()).to.equal(page(el).find('radio', 'Well'));
    expect(problemOf(page(el).find('radiogroup'))).to.equal('This has no answer yet.');
  });

  it('asks in German', async () => {
    const words = new Words('de', de);
    const checkout = page(await open([heard], {}, { words }));

    expect(checkout.names('heading')).to.include('Noch eine Frage');
    expect(checkout.names('radiogroup')).to.deep.equal(['How did you hear of us? optional']);
    expect(checkout.names('radio').at(-1)).to.equal('Keine Angabe');
  });

  it('stays as wide as a small phone', async () => {
    const long = aQuestion({
      id: 'long',
      type: 'choice',
      title: 'x'.repeat(200),
      options: ['y'.repeat(200), 'z'],
    });
    const el = await open([long, ...all]);
    el.style.width = '288px';
    await el.updateComplete;

    expect(el.shadowRoot?.querySelector('form')?.scrollWidth).to.equal(288);
  });
});
