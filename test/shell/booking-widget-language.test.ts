import { expect } from '@open-wc/testing';
import { between, goToCheckout, hold, type Visit, visit } from '../elements/visit.ts';
import { warningsOf } from '../support/warnings.ts';

const GERMAN = /Suchen/;
const ENGLISH = /Search/;

/** Moves a widget into an element, as a page that has it there. */
function putInto(around: HTMLElement, me: Visit): void {
  document.body.append(around);
  around.append(me.el);
}

const shows = (me: Visit, search: RegExp) => me.appears('searchbox', search);

describe('booking-widget and its language', () => {
  const before = document.documentElement.lang;
  afterEach(() => {
    document.documentElement.lang = before;
  });

  it('is the site’s, if neither the tag nor the page says one', async () => {
    document.documentElement.lang = '';
    const me = await visit({ lang: '' }, { site: { locale: 'de' } });

    await shows(me, GERMAN);
  });

  it('shows no list in English while the site loads', async () => {
    document.documentElement.lang = '';
    const site = hold('/site');
    const me = await visit({ lang: '' }, { site: { locale: 'de' }, toProxy: site.toProxy });
    await me.el.updateComplete;
    expect(me.has('button', 'Kayak on the Spree')).to.equal(false);

    site.letGo();
    await shows(me, GERMAN);
  });

  it('is English, if the site cannot be loaded', async () => {
    document.documentElement.lang = '';
    const toProxy = between('/site', () => Promise.reject(new TypeError('Failed to fetch')));
    const me = await visit({ lang: '' }, { site: { locale: 'de' }, toProxy });
    me.timers.fly();

    await shows(me, ENGLISH);
  });

  it('is the page’s before the site’s, and the tag’s before the page’s', async () => {
    document.documentElement.lang = 'en';
    const ofPage = await visit({ lang: '' }, { site: { locale: 'de' } });
    await shows(ofPage, ENGLISH);
    ofPage.el.remove();

    const ofTag = await visit({ lang: 'de' }, { site: { locale: 'en' } });
    await shows(ofTag, GERMAN);
  });

  it('is that of the nearest element around it that has one, also around a shadow root', async () => {
    document.documentElement.lang = 'en';
    const me = await visit({ lang: '' });
    await shows(me, ENGLISH);
    const around = document.createElement('section');
    around.lang = 'de-AT';
    const host = document.createElement('div');
    around.append(host);
    host.attachShadow({ mode: 'open' }).append(me.el);
    document.body.append(around);

    await shows(me, GERMAN);
    around.remove();
  });

  it('follows the page’s when it changes, and keeps what was typed', async () => {
    document.documentElement.lang = 'en';
    const me = await visit({ lang: '' });
    await goToCheckout(me);
    await me.fill('Full name', 'Ida Meyer');
    await me.fill('E-mail', 'ida@example.com');

    document.documentElement.lang = 'de';
    await me.appears('heading', 'Ihre Angaben');

    expect(me.find<HTMLInputElement>('textbox', 'Vor- und Nachname').value).to.equal('Ida Meyer');
    document.documentElement.lang = 'en';
    await me.appears('heading', 'Your details');
    expect(me.find<HTMLInputElement>('textbox', 'E-mail').value).to.equal('ida@example.com');
  });

  it('follows an element around it that changes', async () => {
    document.documentElement.lang = 'en';
    const me = await visit({ lang: '' });
    const around = document.createElement('section');
    putInto(around, me);
    await shows(me, ENGLISH);

    around.lang = 'de';
    await shows(me, GERMAN);
    around.remove();
  });

  it('is English where the widget does not speak it, and the reseller is told', async () => {
    const warnings = await warningsOf(async () => {
      const me = await visit({ lang: 'xx' });
      await shows(me, ENGLISH);
    });

    expect(warnings.join()).to.contain('lang="xx" is no language of the widget');
  });
});
