import { expect, fixture, html } from '@open-wc/testing';
import type { BookingButton, ListedEvent } from '../../src/index.ts';
import { visit } from '../elements/visit.ts';
import { focused, page, press } from '../support/page.ts';
import { until } from '../support/time.ts';

const parameter = (name: string) => new URLSearchParams(location.search).get(`booking-${name}`);

/** A page with buttons, and the event that they open. */
async function arrive(buttons: string, isLinked = false) {
  const { el, settings } = await visit();
  el.remove();
  const response = await settings.fetch!(`${settings.proxy}/v3/events`);
  const events = (await response.json()) as ListedEvent[];
  const kayak = events.find(({ title }) => title === 'Kayak on the Spree')?.id ?? '';
  if (isLinked) {
    const url = new URL(location.href);
    url.searchParams.set('booking-event', kayak);
    history.replaceState(null, '', url);
  }
  const around = await fixture<HTMLElement>(html`<div></div>`);
  around.innerHTML = buttons;
  for (const button of around.querySelectorAll<BookingButton>('booking-button')) {
    button.widgetProperties = settings;
  }
  const me = page(document.body);
  const appears = (role: string, name: string | RegExp) =>
    until(() => me.has(role, name), `${role} ${String(name)}`);
  const isClosed = () => until(() => !me.has('dialog'), 'the end of the dialog');
  return { ...me, appears, isClosed, kayak };
}

const before = location.href;
afterEach(() => {
  document.querySelectorAll('booking-dialog').forEach((dialog) => dialog.remove());
  document.documentElement.style.overflow = '';
  history.replaceState(null, '', before);
});

describe('booking-button, and the history of its page', () => {
  it('leads back through the steps of its dialog, out of it and in again, at the same address', async () => {
    const me = await arrive('<booking-button lang="en" affiliate="e">Book now</booking-button>');
    await me.click('button', 'Book now');
    await me.appears('button', 'Kayak on the Spree');
    await me.click('button', 'Kayak on the Spree');
    await me.appears('button', /28 November 2026, from/);

    history.back();
    await me.appears('button', 'Kayak on the Spree');
    expect(me.has('dialog', 'Book now')).to.equal(true);
    history.back();
    await me.isClosed();
    expect(history.state).to.equal(null);
    history.forward();
    await me.appears('button', 'Kayak on the Spree');
    expect(focused()?.matches(':modal')).to.equal(true);
    history.forward();
    await me.appears('button', /28 November 2026, from/);

    expect(location.href).to.equal(before);
    history.go(-2);
    await me.isClosed();
  });

  it('leaves every step of its dialog at once by Escape', async () => {
    const me = await arrive('<booking-button lang="en" affiliate="f">Book now</booking-button>');
    await me.click('button', 'Book now');
    await me.appears('button', 'Kayak on the Spree');
    await me.click('button', 'Kayak on the Spree');
    await me.appears('button', /28 November 2026, from/);

    await press('Escape');
    await me.isClosed();
    await until(() => history.state === null, 'the entry before the dialog');

    expect(me.has('dialog')).to.equal(false);
  });

  it('leaves the history alone with history="off"', async () => {
    const me = await arrive('<booking-button lang="en" history="off">Book now</booking-button>');
    const entries = history.length;
    await me.click('button', 'Book now');
    await me.appears('button', 'Kayak on the Spree');
    await me.click('button', 'Kayak on the Spree');
    await me.appears('button', /28 November 2026, from/);

    expect([history.length, history.state]).to.deep.equal([entries, null]);
    await press('Escape');
    await me.isClosed();
  });
});

describe('booking-button with deep-links', () => {
  it('leads back through the steps of its dialog, and then out of it', async () => {
    const me = await arrive('<booking-button lang="en" deep-links>Book now</booking-button>');
    await me.click('button', 'Book now');
    await me.appears('button', 'Kayak on the Spree');
    await me.click('button', 'Kayak on the Spree');
    await me.appears('button', /28 November 2026, from/);
    expect(parameter('event')).to.equal(me.kayak);

    history.back();
    await me.appears('button', 'Kayak on the Spree');
    expect(me.has('dialog', 'Book now')).to.equal(true);
    expect(parameter('event')).to.equal(null);

    history.back();
    await me.isClosed();
    expect(location.href).to.equal(before);
    expect(focused()?.localName).to.equal('button');
  });

  it('leaves every step at once by Escape, and goes on there', async () => {
    const me = await arrive(
      '<booking-button lang="en" deep-links affiliate="a">Book now</booking-button>',
    );
    await me.click('button', 'Book now');
    await me.appears('button', 'Kayak on the Spree');
    await me.click('button', 'Kayak on the Spree');
    await me.appears('button', /28 November 2026, from/);

    await me.click('button', /28 November 2026, from/);
    await me.click('radio', /^14:00/);
    await me.click('button', 'One more: Adult');
    await me.click('button', 'Continue');
    await me.appears('heading', 'Your details');

    await press('Escape');
    await me.isClosed();
    await until(() => location.href === before, 'the page’s own address');

    await me.click('button', 'Book now');
    await me.appears('heading', 'Your details');
    await until(() => parameter('event') === me.kayak, 'the address to name the event');
    history.back();
    await me.isClosed();
    expect(location.href).to.equal(before);
  });

  it('opens where a link leads, and hands the keyboard to its button at the end', async () => {
    const me = await arrive(
      '<booking-button lang="en" deep-links affiliate="b">Book now</booking-button>',
      true,
    );

    await me.appears('dialog', 'Book now');
    await me.appears('button', /28 November 2026, from/);
    expect(parameter('event')).to.equal(me.kayak);
    await expect(document.querySelector('booking-dialog')!).to.be.accessible();

    await press('Escape');
    await me.isClosed();
    await until(() => location.href === before, 'the page’s own address');
    expect(focused()?.localName).to.equal('button');
  });

  it('is the only one of a page’s buttons that a link opens', async () => {
    const me = await arrive(
      `<booking-button lang="en" affiliate="c">Any time</booking-button>
      <booking-button lang="en" deep-links affiliate="c">Tickets</booking-button>
      <booking-button lang="en" deep-links affiliate="d">More</booking-button>`,
      true,
    );

    await me.appears('dialog', 'Tickets');
    await me.appears('button', /28 November 2026, from/);
    expect(me.names('dialog')).to.deep.equal(['Tickets']);
    await press('Escape');
    await me.isClosed();
  });
});
