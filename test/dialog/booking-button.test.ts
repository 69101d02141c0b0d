import { expect, fixture, html } from '@open-wc/testing';
import type { BookingButton } from '../../src/index.ts';
import { visit } from '../elements/visit.ts';
import { focused, page, press } from '../support/page.ts';
import { expectLog } from '../support/page-log.ts';
import { until } from '../support/time.ts';

/** A page with this button. */
async function withButton(button: string, style = '') {
  const { settings, el } = await visit();
  el.remove();
  const around = await fixture<HTMLElement>(html`<div></div>`);
  around.setAttribute('style', style);
  around.innerHTML = button;
  const element = around.querySelector<BookingButton>('booking-button')!;
  element.widgetProperties = settings;
  await element.updateComplete;
  return { element, me: page(document.body) };
}

describe('booking-button', () => {
  afterEach(async () => {
    document.querySelectorAll('booking-dialog').forEach((dialog) => dialog.remove());
    document.documentElement.style.overflow = '';
  });

  it('is a button with its text', async () => {
    const { element, me } = await withButton('<booking-button>Book now</booking-button>');
    expect(me.names('button')).to.deep.equal(['Book now']);
    await expect(element).to.be.accessible();
  });

  it('is one button with the words of the link that pages without the script show', async () => {
    const { me } = await withButton(
      '<booking-button><a href="https://vendor.example">Tickets</a></booking-button>',
    );

    expect(me.names('button')).to.deep.equal(['Tickets']);
    expect(me.names('link')).to.deep.equal([]);
  });

  it('stays within a very small frame', async () => {
    const { element } = await withButton(
      '<booking-button>Bookings</booking-button>',
      'width: 80px; overflow-x: auto; font-size: 18px',
    );

    expect(element.parentElement?.scrollWidth).to.equal(80);
    expect(element.offsetWidth).to.equal(80);
  });

  it('floats over the window wherever it stands, comes back there, and stops', async () => {
    const { element, me } = await withButton(
      '<section><booking-button floating>Book now</booking-button></section>',
      'transform: translateY(0); overflow: hidden; width: 200px; height: 100px',
    );
    const isInCorner = () => {
      const { right, bottom } = element.getBoundingClientRect();
      return [innerWidth - right, innerHeight - bottom].map(Math.round).join() === '16,16';
    };
    // WebKit keeps the button inside the transformed section.
    const isAble = /Chrom|Firefox/.test(navigator.userAgent);
    expect(isInCorner()).to.equal(isAble);
    expect(element.getBoundingClientRect().bottom).to.be.above(0);
    expect(me.names('button')).to.deep.equal(['Book now']);
    await expect(element).to.be.accessible();

    const section = element.parentElement!;
    element.remove();
    section.append(element);
    await element.updateComplete;
    expect(isInCorner()).to.equal(isAble);

    element.removeAttribute('floating');
    await element.updateComplete;
    expect(element.offsetTop).to.equal(section.offsetTop);
    expect(isInCorner()).to.equal(false);
  });

  it('opens a dialog of the same name that takes the focus, and gives it back', async () => {
    const { me } = await withButton('<booking-button lang="en">Book now</booking-button>');

    await me.click('button', 'Book now');
    await until(() => me.has('dialog', 'Book now'), 'the dialog');
    await until(() => me.has('searchbox'), 'the list');
    const dialog = document.querySelector('booking-dialog')!;
    await expect(dialog).to.be.accessible();
    expect(focused()?.localName).to.equal('dialog');

    await press('Escape');
    await until(() => !me.has('dialog'), 'its end');
    expect(focused()?.localName).to.equal('button');
  });

  it('shows the flow in the colours of where it stands, and above bars of the page', async () => {
    const { me } = await withButton(
      '<booking-button lang="en">Book now</booking-button>',
      '--booking-accent: rgb(120, 20, 90); --booking-inset-bottom: 80px',
    );

    await me.click('button', 'Book now');
    await until(() => me.has('dialog', 'Book now'), 'the dialog');

    const { widget } = document.querySelector('booking-dialog')!;
    const style = getComputedStyle(widget);
    expect(style.getPropertyValue('--booking-accent')).to.equal('rgb(120, 20, 90)');
    expect(style.getPropertyValue('--booking-inset-bottom')).to.equal('0px');
  });

  it('lets a page scroll that has changed its whole body, and opens there again', async () => {
    const { me } = await withButton('<booking-button lang="en">Book now</booking-button>');
    await me.click('button', 'Book now');
    await until(() => me.has('searchbox'), 'the list');

    document.querySelector('booking-dialog')!.remove();
    expect(document.documentElement.style.overflow).to.equal('');

    await until(() => !(history.state as object | null), 'the entry before it');
    await me.click('button', 'Book now');
    await until(() => me.has('searchbox'), 'the list again');
    expect(document.querySelector('booking-dialog')!.isOpen).to.equal(true);
    expect(focused()?.matches(':modal')).to.equal(true);
  });

  it('passes changes by a framework on to its open dialog', async () => {
    const { element, me } = await withButton('<booking-button lang="en">Book now</booking-button>');
    await me.click('button', 'Book now');
    await until(() => me.has('searchbox'), 'the list');

    element.widgetProperties = { ...element.widgetProperties, affiliate: 'harbour' };
    await element.updateComplete;

    expect(document.querySelector('booking-dialog')!.widget.affiliate).to.equal('harbour');
  });

  it('keeps its one dialog, and what was done in it, when its attributes change', async () => {
    const { element, me } = await withButton(
      '<booking-button lang="en" affiliate="pier" day="2026-11-28">Book now</booking-button>',
    );
    const kept = async () => {
      await me.click('button', 'Book now');
      await until(() => me.has('searchbox'), 'the list');
      const { widget } = document.querySelector('booking-dialog')!;
      const { affiliate, day, lang } = widget;
      await press('Escape');
      await until(() => !me.has('dialog') && !(history.state as object | null), 'its end');
      return { widget, affiliate, day, lang };
    };
    const before = await kept();
    element.setAttribute('affiliate', 'harbour');
    element.removeAttribute('day');
    const after = await kept();

    expect(document.querySelectorAll('booking-dialog')).to.have.length(1);
    expect(after.widget).to.equal(before.widget);
    expect(before).to.include({ affiliate: 'pier', day: '2026-11-28', lang: 'en' });
    expect(after).to.include({ affiliate: 'harbour', day: '', lang: 'en' });
  });

  it('does not move its content when it is opened again', async () => {
    const { me } = await withButton('<booking-button lang="en">Book now</booking-button>');
    await me.click('button', 'Book now');
    await until(() => me.has('searchbox'), 'the list');
    const { widget } = document.querySelector('booking-dialog')!;
    const frame = document.createElement('iframe');
    let loads = 0;
    frame.addEventListener('load', () => (loads += 1));
    widget.append(frame);
    await until(() => loads === 1, 'the frame');
    await press('Escape');
    await until(() => !me.has('dialog') && !(history.state as object | null), 'its end');

    const shown = frame.contentWindow;
    await me.click('button', 'Book now');
    await until(() => me.has('dialog', 'Book now'), 'the dialog');

    expect(frame.contentWindow === shown).to.equal(true);
    expect(loads).to.equal(1);
  });

  it('opens on a page whose router handles every history entry', async () => {
    expectLog(/events="router"/);
    const { pushState } = history;
    history.pushState = (...entry) => {
      pushState.apply(history, entry);
      window.dispatchEvent(new PopStateEvent('popstate'));
    };
    const errors: unknown[] = [];
    const listen = (event: ErrorEvent) => errors.push(event.error);
    window.addEventListener('error', listen);
    const { element, me } = await withButton(
      '<booking-button lang="en" events="router">Book now</booking-button>',
    );

    window.addEventListener('popstate', () => history.replaceState({ router: 1 }, ''), {
      once: true,
      capture: true,
    });
    await me.click('button', 'Book now');
    await until(() => me.has('dialog', 'Book now'), 'the dialog');
    const { isLeft } = document.querySelector('booking-dialog')!;

    expect(errors).to.deep.equal([]);
    expect(isLeft).to.equal(false);
    window.removeEventListener('error', listen);
    history.pushState = pushState;
    element.remove();
  });

  it('is closed by the browser’s back button on a page whose router lets no other script hear of it', async () => {
    expectLog(/events="(router|stopped)"/);
    const router = (event: Event) => event.stopImmediatePropagation();
    window.addEventListener('popstate', router);
    const { me } = await withButton(
      '<booking-button lang="en" events="stopped">Book now</booking-button>',
    );
    await me.click('button', 'Book now');
    await until(() => me.has('searchbox'), 'the list');

    history.back();
    await until(() => !me.has('dialog'), 'its end');
    window.removeEventListener('popstate', router);
  });

  it('opens on a page that hides unknown elements at the end of its body', async () => {
    const { me } = await withButton(
      '<style>body > :not(div) { display: none !important }</style><booking-button lang="en">Book now</booking-button>',
    );

    await me.click('button', 'Book now');

    await until(() => me.has('searchbox'), 'the list');
  });

  it('can float at the lower end of the window, within reach and above a bar of the page', async () => {
    const { element } = await withButton(
      '<booking-button floating>Book now</booking-button>',
      '--booking-inset-bottom: 50px',
    );

    const { right, bottom } = element.getBoundingClientRect();
    expect(bottom).to.equal(innerHeight - 66);
    expect(right).to.be.closeTo(document.documentElement.clientWidth - 16, 1);
  });
});
