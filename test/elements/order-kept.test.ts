import { expect } from '@open-wc/testing';
import { PlainText } from '../../src/page/plain-text.ts';
import { page } from '../support/page.ts';
import { expectLog } from '../support/page-log.ts';
import { until } from '../support/time.ts';
import { warningsOf } from '../support/warnings.ts';
import { between, fillIn, goToCheckout, ORDER, reload, visit } from './visit.ts';

/** Takes a method away until the returned function is called. */
function without(owner: object, name: string): () => void {
  const own = Object.getOwnPropertyDescriptor(owner, name)!;
  Reflect.deleteProperty(owner, name);
  return () => Object.defineProperty(owner, name, own);
}

/** Keeps an element from being rendered until the returned function is called. */
function breakTag(tag: string): () => void {
  const element = customElements.get(tag)!.prototype as { render: () => unknown };
  const { render } = element;
  element.render = () => {
    throw new RangeError('of another script');
  };
  return () => {
    element.render = render;
  };
}

async function codeOf(me: Awaited<ReturnType<typeof visit>>): Promise<string> {
  await until(async () => (await me.books()).length > 0, 'the order');
  return (await me.books())[0]!.code;
}

/** The text outside of all shadow roots, if a person can read it. */
const plainText = (el: Element) =>
  [...el.children].filter((child) => child.checkVisibility()).map(({ textContent }) => textContent);

describe('booking-widget, when an order is placed', () => {
  it('shows the ticket in a browser that cannot write the style sheet for printing', async () => {
    // Each element's own style sheet is there before it is taken away.
    (
      document.createElement('booking-confirmation') as unknown as { connectedCallback(): void }
    ).connectedCallback();
    const me = await visit();
    await goToCheckout(me);
    await fillIn(me);
    const giveBack = without(CSSStyleSheet.prototype, 'replaceSync');

    const warnings = await warningsOf(async () => {
      await me.press(ORDER);
      await me.says('Booked. See you');
    });
    giveBack();

    await me.says(await codeOf(me));
    expect(me.has('alert')).to.equal(false);
    expect(plainText(me.el)).to.deep.equal([]);
    expect(warnings).to.have.length(1);
    expect(warnings[0]).to.match(
      /^<booking-widget> printing has failed: TypeError: sheet\.replaceSync is not a function/,
    );
  });

  it('says its code where no ticket can be rendered, again after a reload, and not once the customer starts over', async () => {
    let me = await visit();
    await goToCheckout(me);
    await fillIn(me);
    const mend = breakTag('booking-confirmation');
    const warnings = await warningsOf(async () => {
      await me.press(ORDER);
      await me.says('Something broke on our side.');
    });
    const code = await codeOf(me);
    const said = [`Order ${code}`];

    expect(plainText(me.el)).to.deep.equal(said);
    await expect(me.el).to.be.accessible();
    expect(warnings).to.have.length(1);
    expect(warnings[0]).to.contain('cannot show booking-confirmation: RangeError');
    me = await reload(me);
    await me.says('Something broke on our side.');
    expect(plainText(me.el)).to.deep.equal(said);
    await me.press('Book something else');
    await me.appears('button', 'Kayak on the Spree');
    expect(me.el.childElementCount).to.equal(0);
    me = await reload(me);
    await me.appears('button', 'Kayak on the Spree');
    expect(me.el.childElementCount).to.equal(0);
    mend();
  });

  it('says no code of an order that the customer has left while it was read', async () => {
    let letGo = () => {};
    const waits: Promise<void>[] = [];
    let answered = 0;
    const toProxy = between('/checkout/intent', async (proxy, request) => {
      await Promise.all(waits);
      answered += 1;
      return proxy(request);
    });
    let me = await visit({}, { toProxy });
    await goToCheckout(me);
    await fillIn(me);
    await me.press(ORDER);
    await me.says('Booked. See you');
    waits.push(new Promise((resolve) => (letGo = resolve)));
    me = await reload(me);
    const before = answered;
    await me.press('Book something else');
    await me.appears('button', 'Kayak on the Spree');
    const added: (string | null)[] = [];
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        added.push(...[...addedNodes].map(({ textContent }) => textContent));
      }
    }).observe(me.el, { childList: true });

    letGo();
    await until(() => answered > before, 'the answer');
    await me.event('Kayak on the Spree');

    expect(added).to.deep.equal([]);
  });

  it('says its code in a copy in another document, as scripts make it to print a part of the page', async () => {
    const me = await visit();
    await goToCheckout(me);
    await fillIn(me);
    await me.press(ORDER);
    await me.says('Booked. See you');
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const copy = me.el.cloneNode(true) as HTMLElement;

    frame.contentDocument?.body.append(copy);

    expect(copy.innerText).to.equal(`Order ${await codeOf(me)}`);
    copy.remove();
    frame.remove();
  });

  it('comes to an end where the step that takes the focus cannot be rendered', async () => {
    expectLog(/cannot show booking-event-details/);
    const me = await visit();
    await me.appears('button', 'Kayak on the Spree');
    const mend = breakTag('booking-event-details');
    await me.event('Kayak on the Spree');

    await me.says('Something broke on our side.');
    mend();
    await me.press('Try again');

    await me.appears('heading', 'Kayak on the Spree');
    expect(me.has('alert')).to.equal(false);
  });

  it('keeps the rest of a step that cannot be rendered in one place', async () => {
    expectLog(/cannot show booking-day-grid/);
    const me = await visit();
    await me.appears('button', 'Kayak on the Spree');
    const mend = breakTag('booking-day-grid');
    await me.event('Kayak on the Spree');
    await me.says('Something broke on our side.');
    mend();

    expect(me.has('heading', 'Kayak on the Spree')).to.equal(true);
    expect(page(me.el).find('alert')).to.equal(me.find('alert'));
  });

  it('stands there once, however often the order is read again', () => {
    const host = document.createElement('div');
    const codes = new PlainText(host);

    for (const code of ['SPREE-7', 'SPREE-7', 'SPREE-8']) codes.add(code);

    expect(host.textContent).to.equal('SPREE-7, SPREE-8');
  });
});
