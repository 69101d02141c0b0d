import { expect } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import { openDialog } from '../../src/dialog/dialogs.ts';
import type { BookingWidget } from '../../src/index.ts';
import { clickOn, page, painted, press } from '../support/page.ts';
import { pressPoint } from '../support/press-point.ts';
import { until } from '../support/time.ts';
import { warningsOf } from '../support/warnings.ts';
import { goToCheckout, type Visit, visit } from './visit.ts';

const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

/** Adds a listener to the page until the end of the test. */
function listen(
  types: readonly string[],
  listener: (event: Event) => void,
  { target = document as EventTarget, capture = false } = {},
): void {
  const options = { capture, passive: false };
  for (const type of types) {
    target.addEventListener(type, listener, options);
    cleanUps.push(() => target.removeEventListener(type, listener, options));
  }
}

/** What the page hears of these types. */
function heardOnPage(types: readonly string[]): string[] {
  const heard: string[] = [];
  listen(types, ({ type }) => heard.push(type));
  return heard;
}

/** Selects the text of an element with the mouse, from its start to beyond its end. */
async function dragOver(element: HTMLElement): Promise<void> {
  const { x, y, width } = await pressPoint(element);
  const half = Math.floor(width / 2) - 2;
  await sendMouse({ type: 'move', position: [x - half, y] });
  await sendMouse({ type: 'down' });
  await sendMouse({ type: 'move', position: [x + half, y] });
  await sendMouse({ type: 'up' });
}

/** Selects with the mouse, copies, and pastes into a field, which is empty. */
async function copyInto(field: HTMLInputElement, source: HTMLElement): Promise<string> {
  await dragOver(source);
  await press('Control+c');
  await clickOn(field);
  await press('Control+v');
  const { value } = field;
  return value.trim();
}

describe('booking-widget on a page that forbids copying', () => {
  /** As such scripts do, which spare the fields that they recognise by `event.target`. */
  function forbidCopying(): void {
    listen(
      ['mousedown', 'selectstart', 'contextmenu', 'copy', 'cut', 'paste', 'dragstart', 'keydown'],
      (event) => {
        const { ctrlKey, key = '' } = event as KeyboardEvent;
        const isSpared = event.target instanceof HTMLInputElement;
        const isTyped = event.type === 'keydown' && !(ctrlKey && 'acvx'.includes(key));
        if (!isSpared && !isTyped) event.preventDefault();
      },
    );
  }

  it('lets customers select in a field, copy and paste', async () => {
    const me = await visit();
    await goToCheckout(me);
    forbidCopying();
    await me.fill('Full name', 'IdaMeyer');

    const email = me.find<HTMLInputElement>('textbox', 'E-mail');
    const name = me.find('textbox', 'Full name');

    expect(await copyInto(email, name)).to.contain('IdaMeyer');
  });

  it('lets customers select and copy what they read', async () => {
    const me = await visit();
    await goToCheckout(me);
    forbidCopying();

    const email = me.find<HTMLInputElement>('textbox', 'E-mail');

    expect(await copyInto(email, me.find('heading', 'Your details'))).to.equal('Your details');
  });

  it('is needed: without a border, such a page takes both', async () => {
    const host = document.createElement('div');
    document.body.prepend(host);
    cleanUps.push(() => host.remove());
    const root = host.attachShadow({ mode: 'open' });
    root.innerHTML = '<input value="IdaMeyer" /><span>Read</span><input />';
    const [source, field] = root.querySelectorAll('input');
    const read = root.querySelector('span')!;
    expect(await copyInto(field!, source!)).to.contain('IdaMeyer');
    field!.value = '';
    expect(await copyInto(field!, read)).to.contain('Read');
    field!.value = '';
    forbidCopying();

    expect(await copyInto(field!, source!)).to.equal('');
    expect(await copyInto(field!, read)).to.equal('');
  });
});

describe('booking-widget’s events outside of it', () => {
  const presses = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'];

  it('are the presses of its buttons, so that a menu of the page closes', async () => {
    const me = await visit();
    await me.appears('button', 'Kayak on the Spree');
    const heard = heardOnPage(presses);

    await me.click('button', 'Kayak on the Spree');

    expect([...heard].sort()).to.deep.equal([...presses].sort());
  });

  for (const [what, role, name] of [
    ['a field', 'textbox', 'Full name'],
    ['text', 'heading', 'Your details'],
  ] as const) {
    it(`are not the start of a press on ${what}, but its click`, async () => {
      const me = await visit();
      await goToCheckout(me);
      const heard = heardOnPage(presses);

      await me.click(role, name);

      expect(heard).to.deep.equal(['pointerup', 'mouseup', 'click']);
    });
  }

  it('are none of those by which somebody edits', async () => {
    const me = await visit();
    await goToCheckout(me);
    const heard = heardOnPage([
      ...['beforeinput', 'input', 'change', 'select', 'selectstart', 'cut', 'copy', 'paste'],
      ...['compositionstart', 'compositionupdate', 'compositionend'],
    ]);
    const field = me.find<HTMLInputElement>('textbox', 'Full name');

    await me.fill('Full name', 'Ida');
    await press('Control+a', 'Control+c', 'Control+x', 'Control+v');
    for (const type of ['compositionstart', 'compositionupdate', 'compositionend']) {
      field.dispatchEvent(new CompositionEvent(type, { bubbles: true, composed: true }));
    }

    expect(field.value).to.equal('Ida');
    expect(heard).to.deep.equal([]);
  });

  it('are Tab and Escape, but no other key of a field', async () => {
    const me = await visit();
    await goToCheckout(me);
    const heard: string[] = [];
    listen(['keydown', 'keypress', 'keyup'], (event) => heard.push((event as KeyboardEvent).key));
    await me.click('textbox', 'Full name');

    await press('a', 'Backspace', 'ArrowLeft', 'Home', 'Delete', 'Control+z', 'Enter', 'Escape');
    await press('Tab');

    expect([...new Set(heard)].sort()).to.deep.equal(['Escape', 'Tab']);
  });

  it('are the keys on a button, but not those that press it, copy, or move in the calendar', async () => {
    const me = await visit();
    await me.event('Kayak on the Spree');
    await me.appears('button', /28 November 2026, from/);
    const heard: string[] = [];
    listen(['keydown'], (event) => {
      heard.push((event as KeyboardEvent).key);
      event.preventDefault();
    });

    me.find('button', /28 November 2026, from/).focus();
    await press('/', 'ArrowLeft', 'PageDown', 'Control+c');
    await press('Enter');
    await me.appears('radio', /^14:00/);

    expect(heard).to.deep.equal(['/', 'Control']);
  });

  it('are touches neither in part nor in whole, which FastClick would turn into presses of the whole widget', async () => {
    const widget = document.createElement('booking-widget');
    widget.fetch = () => new Promise(() => {});
    // Some libraries extend Object.prototype, which also affects the options of a listener.
    Object.assign(Object.prototype, { once: true });
    document.body.append(widget);
    Reflect.deleteProperty(Object.prototype, 'once');
    cleanUps.push(() => widget.remove());
    const touches = ['touchstart', 'touchmove', 'touchend', 'touchcancel'];
    const heard = heardOnPage(touches);
    await widget.updateComplete;

    for (const type of [...touches, ...touches]) send(widget.shadowRoot!.firstElementChild!, type);

    expect(heard).to.deep.equal([]);
  });

  it('are drags only of what the page drags over it', async () => {
    const me = await visit();
    await goToCheckout(me);
    const drops = ['dragenter', 'dragover', 'dragleave', 'drop'];
    const heard = heardOnPage(['dragstart', 'drag', 'dragend', ...drops]);

    for (const type of ['dragstart', 'drag', 'dragend']) {
      send(me.find('heading', 'Your details'), type);
    }
    for (const type of drops) send(me.find('textbox', 'Full name'), type);
    expect(heard).to.deep.equal([]);
    for (const type of drops) send(me.find('heading', 'Your details'), type);

    expect(heard).to.deep.equal(drops);
  });

  it('are all that happens in the page’s own payment fields', async () => {
    const me = await visit();
    await me.appears('button', 'Kayak on the Spree');
    me.el.innerHTML = '<div slot="payment"><input aria-label="Card" /></div>';
    const slot = document.createElement('slot');
    slot.name = 'payment';
    me.el.shadowRoot!.querySelector('.root')!.append(slot);
    await painted();
    const heard = heardOnPage(['mousedown', 'keydown', 'input', 'touchstart']);

    const card = me.el.querySelector('input')!;
    await clickOn(card);
    await sendKeys({ press: '4' });
    send(card, 'touchstart');

    expect(card.value).to.equal('4');
    expect(heard).to.deep.equal(['mousedown', 'keydown', 'input', 'touchstart']);
  });
});

/** Fires an event that would leave every shadow root. */
function send(element: Element, type: string, init: WheelEventInit = {}): Event {
  const Kind = type === 'wheel' ? WheelEvent : Event;
  const event = new Kind(type, { bubbles: true, composed: true, cancelable: true, ...init });
  element.dispatchEvent(event);
  return event;
}

describe('booking-dialog on a page that scrolls itself', () => {
  /** As libraries for smooth scrolling do: the page takes every turn of the wheel. */
  function scrollSmoothly(): string[] {
    const taken: string[] = [];
    listen(
      ['wheel', 'touchstart', 'touchmove', 'touchend'],
      (event) => {
        event.preventDefault();
        taken.push(event.type);
      },
      { target: window },
    );
    return taken;
  }

  /** A dialog over the page. */
  async function openWidgetInDialog() {
    const { settings, el } = await visit();
    el.remove();
    const trigger = document.createElement('button');
    document.body.append(trigger);
    cleanUps.push(
      () => trigger.remove(),
      () => document.querySelector('booking-dialog')?.remove(),
    );
    const properties: Partial<BookingWidget> = settings;
    const options = [['lang', 'en']] as const;
    await openDialog({ element: trigger, options: [...options], label: 'Book now', properties });
    const me = page(document.body);
    await until(() => me.has('button', 'Kayak on the Spree'), 'the list');
    return me;
  }

  it('keeps wheel and touches, wherever they are over it', async () => {
    const taken = scrollSmoothly();
    const me = await openWidgetInDialog();

    for (const place of [me.find('dialog'), me.find('button', 'Kayak on the Spree')]) {
      for (const type of ['wheel', 'touchstart', 'touchmove', 'touchend']) {
        expect(send(place, type, { deltaY: 100 }).defaultPrevented, type).to.equal(false);
      }
    }
    expect(taken).to.deep.equal([]);
  });

  it('keeps all keys, because the page behind it is at rest, and Escape closes it', async () => {
    const me = await openWidgetInDialog();
    const heard: string[] = [];
    listen(['keydown'], (event) => {
      heard.push((event as KeyboardEvent).key);
      event.preventDefault();
    });

    await press('PageDown', 'ArrowDown', 'End', '/', 'Tab');
    me.find('button', 'Kayak on the Spree').focus();
    await press('PageDown', 'ArrowDown', 'End', '/', 'Escape');
    await until(() => !me.has('dialog'), 'its end');

    expect(heard).to.deep.equal([]);
  });

  it('leaves the wheel over a widget in the page to the page', async () => {
    const taken = scrollSmoothly();
    const me = await visit();
    await me.appears('button', 'Kayak on the Spree');

    send(me.find('button', 'Kayak on the Spree'), 'wheel', { deltaY: 100 });

    expect(taken).to.deep.equal(['wheel']);
  });

  it('keeps the wheel where something of a widget in the page scrolls that way', async () => {
    const taken = scrollSmoothly();
    const me = await visit();
    await me.appears('button', 'Kayak on the Spree');
    const box = document.createElement('div');
    box.style.cssText = 'height: 50px; overflow: auto';
    box.innerHTML = '<p style="height: 200px">Terms</p>';
    me.find('button', 'Kayak on the Spree').parentElement!.append(box);

    send(box.firstElementChild!, 'wheel', { deltaX: 100 });
    expect(taken).to.deep.equal(['wheel']);
    send(box.firstElementChild!, 'wheel', { deltaY: 100 });

    expect(taken).to.deep.equal(['wheel']);
  });
});

describe('booking-widget on a page that prevents everything', () => {
  /** Presses the field and types. */
  async function typeInto(me: Visit, role: string, name: string, text: string): Promise<string> {
    await me.click(role, name);
    await sendKeys({ type: text });
    return me.find<HTMLInputElement>(role, name).value;
  }

  for (const capture of [true, false]) {
    const when = capture ? 'before the widget hears of it' : 'after the widget has heard of it';

    it(`can be used where the page prevents every click ${when}`, async () => {
      const me = await visit();
      listen(['mousedown', 'click'], (event) => event.preventDefault(), { capture });

      const said = await warningsOf(async () => {
        // With a time and amounts.
        await goToCheckout(me);
        expect(await typeInto(me, 'textbox', 'Full name', 'Ida')).to.equal('Ida');
        await me.click('checkbox');
        await painted();
      });
      expect(me.find<HTMLInputElement>('checkbox').checked).to.equal(true);
      expect(said.join()).to.match(capture ? /prevents mousedown .* cannot select here/ : /^$/);
    });
  }

  it('can be typed in where the page has shortcuts, which do not see the fields', async () => {
    const me = await visit();
    await goToCheckout(me);
    const shortcuts: string[] = [];
    listen(['keydown', 'keypress', 'keyup'], (event) => {
      const { key, target } = event as KeyboardEvent;
      if (target instanceof HTMLInputElement) return;
      shortcuts.push(key);
      if (key !== 'Tab') event.preventDefault();
    });

    expect(await typeInto(me, 'textbox', 'E-mail', 'ida@example.com')).to.equal('ida@example.com');
    expect(shortcuts).to.deep.equal([]);
    me.find('checkbox').focus();
    await sendKeys({ press: ' ' });

    expect(me.find<HTMLInputElement>('checkbox').checked).to.equal(true);
    await sendKeys({ press: 'Escape' });
    expect(shortcuts).to.include('Escape');
  });
});

describe('booking-widget on a page whose capture listeners come first', () => {
  /** The only sentence that the console says meanwhile, or an empty one. */
  async function saidOf(run: () => Promise<unknown>): Promise<string> {
    const said = await warningsOf(async () => {
      await run();
      await painted();
    });
    expect(said.length, said.join()).to.be.at.most(1);
    return said[0] ?? '';
  }

  // First, because the console says each sentence only once.
  it('says nothing of what is not taken from customers', async () => {
    const me = await visit();
    const said = await saidOf(async () => {
      await goToCheckout(me);
      const types = ['mousedown', 'copy', 'paste', 'beforeinput', 'input', 'keydown'];
      listen(types, (event) => event.preventDefault());
      listen(['mousedown', 'paste', 'wheel'], (event) => event.stopPropagation(), {
        capture: true,
      });
      listen(['wheel'], (event) => event.preventDefault(), { capture: true });
      listen(
        ['keydown'],
        (event) => ['Tab', '/'].includes((event as KeyboardEvent).key) && event.preventDefault(),
        { capture: true },
      );
      await me.fill('Full name', 'Ida');
      // Prevented by the checkout itself, where something is missing.
      await press('Control+a', 'Control+c', 'Control+v', 'Enter', 'Tab');
      me.find('button', /Change date/).focus();
      await press('/');
      send(me.find('heading', 'Your details'), 'wheel', { deltaY: 10 });
    });

    expect(said).to.equal('');
  });

  it('says once what such a listener prevents, what customers lose by it, and what to do', async () => {
    const me = await visit();
    await goToCheckout(me);
    listen(['paste'], (event) => event.preventDefault(), { capture: true });
    await me.click('textbox', 'Full name');

    const said = await saidOf(() => press('Control+v', 'Control+v'));

    expect(said).to.equal(
      '<booking-widget> a capture listener of this page prevents paste events of the widget before it hears of them, so customers cannot paste here. Where the listener spares fields, it has to spare <booking-widget> too.',
    );
  });

  const losses: [type: string, loss: RegExp, act: () => Promise<unknown>][] = [
    ['copy', /cannot copy here/, () => press('Control+a', 'Control+c')],
    ['keydown', /cannot use the keyboard here/, () => sendKeys({ press: 'x' })],
    ['beforeinput', /cannot type here/, () => sendKeys({ press: 'x' })],
  ];
  for (const [type, loss, act] of losses) {
    it(`says so where ${type} is prevented, even if it does not arrive`, async () => {
      const me = await visit();
      await goToCheckout(me);
      await me.fill('Full name', 'Ida');
      const take = (event: Event) => {
        event.preventDefault();
        event.stopImmediatePropagation();
      };
      listen([type], take, { capture: true });

      const said = await saidOf(act);

      expect(said)
        .to.match(new RegExp(`prevents ${type} events`))
        .and.to.match(loss);
    });
  }

  it('says that clicks are stopped, which then press nothing', async () => {
    const me = await visit();
    await me.appears('button', 'Kayak on the Spree');
    listen(['click'], (event) => event.stopPropagation(), { capture: true });

    const said = await saidOf(() => me.click('button', 'Kayak on the Spree'));

    expect(said).to.match(/stops click events .* so customers cannot press anything here/);
  });
});
