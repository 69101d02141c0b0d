import { expect, fixture, html, nextFrame } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import type { MergedEvent } from '#contract/event.schema';
import type { Start } from '../../src/domain/availability.ts';
import type { Choice as ChoiceData } from '../../src/domain/choice.ts';
import type { Loadable } from '../../src/domain/loadable.ts';
import type { ChoiceProgress, ShownEvent } from '../../src/elements/choice.ts';
import type { Choice } from '../../src/index.ts';
import {
  aChoice,
  aDate,
  aGroup,
  anEvent,
  aPrice,
  aProduct,
  aRefusal,
  aSite,
  aStart,
  aWeekendGroup,
  aWeekendStart,
  noResponse,
} from '../support/builders.ts';
import { clickOn, focused, hear, page } from '../support/page.ts';
import { failed, loaded, loading, shownDates } from './loadables.ts';
import { type Context, mount } from './mount.ts';

/** Engines differ in the spaces around a dash. */
const plain = (text: string) => text.replace(/\s+/g, ' ');

const start = aStart();
const nothing = { day: null, start: null, amounts: new Map<number, number>() };
const chosen = { day: start.day, start };
const dates = shownDates(loaded([start]));
const noDates = shownDates(loaded<Start[]>([]));

const shown = (event: Loadable<MergedEvent>): ShownEvent => ({
  ...event,
  title: '',
  isStale: false,
});
const notPriced: ChoiceProgress = {
  isQuoting: false,
  failure: null,
  otherStarts: undefined,
  isGathering: false,
  isChanging: false,
  isTooLarge: false,
};
const priced = (change: Partial<ChoiceProgress>): Partial<Choice> => ({
  progress: { ...notPriced, ...change },
});

/** By default an event in November with nothing chosen. */
function open(
  choice: Partial<ChoiceData> = {},
  change: Partial<Choice> = {},
  context: Partial<Context> = {},
): Promise<Choice> {
  const given = {
    progress: notPriced,
    event: shown(loaded(anEvent())),
    dates,
    choice: aChoice({ ...nothing, ...choice }),
  };
  return mount('booking-choice', { ...given, ...change }, context);
}

/** Tries to continue, and resolves to the message. */
async function tryToGoOn(el: Choice): Promise<string | undefined> {
  await page(el).click('button', 'Continue');
  const [alert] = page(el).all('alert');
  return alert && page(alert).text();
}

describe('booking-choice', () => {
  const looks: Record<string, Partial<Choice>> = {
    'with nothing chosen': { choice: aChoice(nothing) },
    'with everything chosen': { products: [aProduct()] },
    'while the event loads': {
      event: { ...shown(loading), title: 'Kayak on the Spree' },
      dates: undefined,
    },
    'while it is priced': priced({ isQuoting: true }),
    'with an event that cannot be loaded': { event: shown(failed(noResponse)) },
    'with a choice that cannot be priced': priced({ failure: noResponse }),
  };
  for (const [look, change] of Object.entries(looks)) {
    it(`is accessible ${look}`, async () => {
      await expect(await open({}, { choice: aChoice(), ...change })).to.be.accessible();
    });
  }

  it('shows the event beside its days and prices', async () => {
    const choice = page(await open());

    expect(choice.names('heading').map(plain)).to.deep.equal([
      'Kayak on the Spree',
      '21 Nov – 20 Dec',
    ]);
    expect(choice.names('region')).to.deep.equal(['Choose a day', 'How many?']);
  });

  it('adds prices and products up to a total', async () => {
    const choice = page(
      await open(
        {
          ...chosen,
          amounts: new Map([
            [1, 2],
            [2, 1],
          ]),
          products: new Map([['towel', 2]]),
        },
        { products: [aProduct()] },
      ),
    );

    // 2 × 39.00 + 24.00 + 2 × 9.00
    expect(choice.text()).to.match(/3 participants · incl\. VAT €120\.00/);
  });

  it('says when VAT comes on top', async () => {
    const site = aSite({ prices_include_vat: false });

    expect(page(await open({}, {}, { site })).text()).to.contain('plus VAT');
  });

  it('leaves out products that are not offered with these prices', async () => {
    const dependencies = [{ event_id: 'kayak', price_ids: [2] }];

    const choice = page(
      await open(
        { ...chosen, amounts: new Map([[1, 1]]), products: new Map([['towel', 1]]) },
        { products: [aProduct({ dependencies })] },
      ),
    );

    expect(choice.has('group', 'Towel')).to.equal(false);
    expect(choice.text()).to.contain('1 participant · incl. VAT €39.00');
  });

  it('offers products once there is a participant', async () => {
    const el = await open(chosen, { products: [aProduct()] });
    expect(page(el).has('group', 'Towel')).to.equal(false);

    el.choice = { ...el.choice, amounts: new Map([[1, 1]]) };
    await el.updateComplete;

    expect(page(el).has('group', 'Towel')).to.equal(true);
  });

  it('shows the lowest price per person while there is no participant', async () => {
    const event = anEvent({ price_groups: [aWeekendGroup(), aGroup()] });
    const anyDay = await open({ group: null }, { event: shown(loaded(event)) });
    expect(page(anyDay).text()).to.contain('incl. VAT from €39.00');

    const saturday = { ...aWeekendStart(), group: aWeekendGroup() };
    const chosen = { day: saturday.day, start: saturday, group: saturday.group };
    const weekend = await open(chosen, { event: shown(loaded(event)) });
    expect(page(weekend).text()).to.contain('from €45.00');
  });

  it('does not add what would make the cart too large, and says why', async () => {
    const amounts = new Map([[1, 2]]);
    const progress: ChoiceProgress = { ...notPriced, isGathering: true, isTooLarge: true };
    const el = await open({ ...chosen, amounts }, { progress });
    const added = hear(el, 'line-add');

    await page(el).click('button', 'Add to your selection');

    expect(page(el).find('alert').textContent.trim()).to.equal(
      'A selection can have 20 dates at most, and 99 of each price or product.',
    );
    expect(added).to.deep.equal([]);
  });

  it('calls a total of 0 free, without VAT', async () => {
    const group = aGroup({ prices: [aPrice({ value: 0 })] });
    const free = { event: shown(loaded(anEvent({ price_groups: [group] }))) };
    const nobody = page(await open({ group: null }, free)).text();
    const two = page(await open({ group, amounts: new Map([[1, 2]]) }, free)).text();

    expect(nobody).not.to.match(/VAT|from free/);
    expect(two).to.contain('2 participants free');
  });

  it('shows the day and the time of the total', async () => {
    expect(page(await open({ ...chosen })).text()).to.match(/Tue,? 24 Nov, 10:00/);
  });

  it('shows the vendor’s hint for booking, and what will be asked', async () => {
    const event = anEvent({ hint: 'Come early.', participant_hint: 'How tall are you?' });
    const prices = page(await open({}, { event: shown(loaded(event)) })).within(
      'region',
      'How many?',
    );

    expect(prices.text()).to.contain('Come early.');
    expect(prices.text()).to.contain('Asked of each participant: How tall are you?');
  });

  it('leads to the days, then to the times, with its one button', async () => {
    const el = await open();
    const done = hear(el, 'choice-done');

    await page(el).click('button', 'Choose a day');
    expect(focused()).to.equal(page(el).find('region', 'Choose a day'));

    el.choice = { ...el.choice, day: start.day };
    await el.updateComplete;
    (focused() as HTMLElement).blur();
    await page(el).click('button', 'Choose a time');
    expect(focused()).to.equal(page(el).find('region', 'Choose a day'));
    expect(page(el).has('alert')).to.equal(false);
    expect(done).to.deep.equal([]);
  });

  it('keeps the focus at the days when a note goes with the button that was pressed in it', async () => {
    const event = shown(loaded(anEvent({ first_date: '2027-03-01T09:00:00Z' })));
    for (const [shown, button] of [
      [shownDates(failed(noResponse)), 'Try again'],
      [noDates, 'First dates in March 2027'],
    ] as const) {
      const el = await open({}, { event, dates: shown });
      page(el).find('button', button).focus();

      el.dates = shownDates(loading, { first: '2027-03-01', last: '2027-04-04' });
      await nextFrame();

      expect(page(el).has('button', button)).to.equal(false);
      expect(focused()).to.equal(page(el).find('region', 'Choose a day'));
    }
  });

  it('keeps the focus when the event is loaded again', async () => {
    const el = await open({}, { event: shown(failed(noResponse)) });
    page(el).find('button', 'Try again').focus();

    el.event = { ...shown(loading), title: 'Kayak on the Spree' };
    await nextFrame();

    expect(focused()).to.equal(page(el).find('heading', 'Kayak on the Spree'));
  });

  it('leads to another day where the chosen one has no times', async () => {
    const choice = page(await open({ day: '2026-11-25' }));

    expect(choice.has('button', 'Choose a day')).to.equal(true);
    expect(choice.has('button', 'Choose a time')).to.equal(false);
  });

  it('leads to the participants when only they are missing', async () => {
    const el = await open(chosen);

    await tryToGoOn(el);

    expect(focused()).to.equal(page(el).find('region', 'How many?'));
  });

  it('renders no calendar where there is room for the next days only, not even at first', async () => {
    const element = document.createElement('booking-choice');
    element.style.width = '390px';
    Object.assign(element, { progress: notPriced, event: shown(loaded(anEvent())), dates });

    // It waits for the element and for no frame, so no observer has reported a width yet.
    const el = await fixture<Choice>(html`${element}`);

    expect(page(el).has('button', 'All dates')).to.equal(true);
    expect(page(el).has('grid')).to.equal(false);
  });

  describe('in a low window', () => {
    afterEach(() => setViewport({ width: 800, height: 600 }));

    async function openAt(width: number, height: number): Promise<Choice> {
      const el = await open();
      el.style.cssText = `display: block; width: ${width}px`;
      await setViewport({ width: width + 20, height });
      await nextFrame();
      return el;
    }
    const placeOf = (el: Choice, role: string, name: string | RegExp) =>
      page(el).find(role, name).getBoundingClientRect();

    it('keeps the total and the next step in sight where all is in one column', async () => {
      const el = await openAt(390, 500);

      const { top, bottom } = placeOf(el, 'button', 'Choose a day');
      expect(top).to.be.greaterThan(350);
      expect(bottom).to.be.lessThan(501);
      expect(page(el).all('button', /Choose a day|Continue/)).to.have.length(1);
    });

    it('has the next step beside the total on a small phone, on one line', async () => {
      const el = await openAt(288, 500);
      const { height, left } = placeOf(el, 'button', 'Choose a day');

      expect(height).to.equal(48);
      expect(left).to.be.greaterThan(100);
    });

    it('has the total as the last row of the prices, and over nothing, where there are two columns', async () => {
      const el = await openAt(900, 500);

      const { top } = placeOf(el, 'button', 'Choose a day');
      expect(top).to.be.greaterThan(placeOf(el, 'region', 'How many?').bottom);
    });

    for (const [width, height] of [
      [390, 420],
      [900, 500],
    ] as const) {
      it(`shows the steppers, clear of the total, once a time is chosen, at ${width} px`, async () => {
        const el = await openAt(width, height);
        el.choice = aChoice({ ...nothing, day: start.day });
        await el.updateComplete;
        const isInSight = () => {
          const { top, bottom } = placeOf(el, 'button', 'One more: Adult');
          const next = placeOf(el, 'button', /^(Choose a time|Continue)$/).top;
          return top >= 0 && bottom < (width < 820 ? next : innerHeight);
        };
        scrollTo(0, 0);
        expect(isInSight()).to.equal(false);

        await page(el).click('radio', /./);
        el.choice = aChoice({ ...nothing, ...chosen });
        await nextFrame();
        await nextFrame();

        expect(isInSight()).to.equal(true);
        scrollTo(0, 0);
      });
    }
  });

  it('does not scroll to a time that the page has chosen', async () => {
    const el = await open();
    await setViewport({ width: 900, height: 300 });
    scrollTo(0, 0);

    el.choice = aChoice({ ...nothing, ...chosen });
    await nextFrame();
    await nextFrame();

    expect(scrollY).to.equal(0);
    await setViewport({ width: 800, height: 600 });
  });

  it('stays within its own place on the page', async () => {
    const el = await open();
    el.style.cssText = 'display: block; margin-bottom: 2000px';
    await nextFrame();

    scrollTo(0, document.documentElement.scrollHeight);
    await nextFrame();

    const dock = page(el).find('button', 'Choose a day').getBoundingClientRect();
    expect(dock.bottom).to.be.lessThan(0);
    scrollTo(0, 0);
  });

  it('does not say what is missing before the first try to continue', async () => {
    expect(page(await open()).has('alert')).to.equal(false);
  });

  const fromTwo = shown(loaded(anEvent({ price_groups: [aGroup({ min_participants: 2 })] })));
  const onePlace = aStart({ date: aDate({ available_slots: 1 }) });
  const missing: [title: string, choice: Partial<ChoiceData>, words: string][] = [
    ['participants', chosen, 'Choose how many are coming.'],
    ['more participants', { ...chosen, amounts: new Map([[1, 1]]) }, 'At least 2 participants'],
    [
      'places',
      { ...chosen, start: onePlace, amounts: new Map([[1, 2]]) },
      '1 is all that is left.',
    ],
  ];
  for (const [title, choice, words] of missing) {
    it(`says that ${title} is missing, and does not continue`, async () => {
      const el = await open(choice, { event: fromTwo });
      const done = hear(el, 'choice-done');

      expect(await tryToGoOn(el)).to.equal(words);

      expect(done).to.deep.equal([]);
    });
  }

  it('goes on when all is chosen', async () => {
    const el = await open({ ...chosen, amounts: new Map([[1, 1]]) });
    const done = hear(el, 'choice-done');

    expect(await tryToGoOn(el)).to.equal(undefined);

    expect(done).to.have.length(1);
  });

  it('names the product of which too few are left', async () => {
    const sold = { code: 'product-sold-out', product_id: 'towel', left: 1 } as const;
    const failure = aRefusal('product-sold-out', [sold]);
    const products = [aProduct({ id: 'print', name: 'Print' }), aProduct({ available: 1 })];
    const el = await open(chosen, { products, ...priced({ failure }) });

    expect(page(page(el).find('alert')).text()).to.equal(
      'Towel: One of the products has sold out. (1 left)',
    );
  });

  it('removes the message when the missing part is chosen', async () => {
    const el = await open(chosen);
    expect(await tryToGoOn(el)).to.equal('Choose how many are coming.');

    el.choice = { ...el.choice, amounts: new Map([[1, 1]]) };
    await el.updateComplete;

    expect(page(el).has('alert')).to.equal(false);
  });

  it('continues once while the choice is being priced', async () => {
    const el = await open({ ...chosen, amounts: new Map([[1, 1]]) }, priced({ isQuoting: true }));
    const done = hear(el, 'choice-done');

    await page(el).click('button', 'Continue');

    expect(done).to.deep.equal([]);
  });

  it('says why the choice could not be priced', async () => {
    const failure = aRefusal('sold-out');

    const alert = page(await open(chosen, priced({ failure }))).find('alert');

    expect(page(alert).text()).to.equal('There are not enough places left.');
  });

  it('offers the nearest times where the chosen one is lost', async () => {
    const failure = aRefusal('sold-out', [{ code: 'sold-out', date_id: start.date.id, left: 0 }]);
    const later = aStart({ date: aDate({ id: 'later', date: '2026-11-24T15:00:00Z' }) });
    const otherStarts = new Map([[start.date.id, [later]]]);
    const el = await open(chosen, priced({ failure, otherStarts }));
    const taken = hear(el, 'start-choose');

    expect(page(page(el).find('alert')).text()).to.match(
      /^10:00 has sold out\. Nearest times with places: Take 16:00 8 left$/,
    );
    await expect(el).to.be.accessible();
    await page(el).click('button', 'Take 16:00');

    expect(taken).to.deep.equal([later]);
  });

  it('shows no prices if nothing can be booked', async () => {
    const event = anEvent({ first_date: null });
    const choice = page(await open({}, { event: shown(loaded(event)), dates: noDates }));

    expect(choice.has('button', 'Choose a day')).to.equal(false);
    expect(choice.text()).to.contain('No dates right now');
  });

  it('shows prices where it is not known whether anything can be booked', async () => {
    const event = anEvent({ first_date: null, first_date_known: false });
    const el = await open({}, { event: shown(loaded(event)), dates: noDates });

    expect(page(el).has('button', 'Choose a day')).to.equal(true);
    expect(page(el).text()).not.to.contain('No dates right now');
    await expect(el).to.be.accessible();
  });

  it('leads back to the list if there is one', async () => {
    const el = await open();
    const back = hear(el, 'list-show');

    const [button] = page(el).all('button');
    expect(page(button!).text()).to.equal('‹ All experiences');
    await clickOn(button!);

    expect(back).to.have.length(1);
    expect(page(await open({}, { fixedEvent: true })).text()).not.to.contain('All experiences');
  });

  it('says why there is no event, and tries again when asked', async () => {
    const el = await open({}, { event: shown(failed(noResponse)) });
    const retries = hear(el, 'event-retry');

    expect(page(page(el).find('alert')).text()).to.contain('No answer from the booking service.');
    await page(el).click('button', 'Try again');

    expect(retries).to.have.length(1);
  });

  it('moves the focus to the event’s title', async () => {
    const el = await open();

    el.focus();

    expect(focused()).to.equal(page(el).find('heading', 'Kayak on the Spree'));
  });
});
