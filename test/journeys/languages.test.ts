import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type Axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, test } from 'vitest';
import { readMessages } from '../../.config/vite/message-files.ts';
import { en, type Messages } from '../../src/messages/en.ts';
import { Words } from '../../src/messages/words.ts';
import { beginJourney, type Journey } from '../support/journey.ts';
import { defineName, overflowAtEdges, overflowOf } from '../support/overflow.ts';

let journey: Journey;
beforeAll(async () => {
  journey = await beginJourney();
});
afterEach(() => journey.leave());
afterAll(() => journey.close());

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The violations that axe finds in the widget, without the page around it. */
async function faultsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: Pick<typeof Axe, 'run'> };
    const { violations } = await axe.run('booking-widget', {
      // Off by default in axe.
      rules: { 'target-size': { enabled: true } },
    });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  });
}

interface Sides {
  /** Its path in the page, to find it again in another language. */
  path: string;
  isRightToLeft: boolean;
  left: string[];
  right: string[];
}

/** The spacing and borders of each element on the left and on the right. */
async function sidesOf(page: Page): Promise<Sides[]> {
  await defineName(page);
  return page.evaluate(async () => {
    // One frame decides which cards are near the window, and the next one lays them out.
    for (const _ of [1, 2]) await new Promise((resolve) => requestAnimationFrame(resolve));
    const found: Sides[] = [];
    const visit = (element: Element, path: string): void => {
      // Skipped cards still have the styles of the previous width.
      if (!element.checkVisibility({ contentVisibilityAuto: true })) return;
      const style = getComputedStyle(element);
      // Only whether there is a margin is compared, because the width of an auto margin depends on
      // the words.
      const hasMargin = (side: 'left' | 'right') =>
        `margin: ${Math.sign(parseFloat(style.getPropertyValue(`margin-${side}`)))}`;
      const of = (side: 'left' | 'right') => [
        hasMargin(side),
        `padding: ${style.getPropertyValue(`padding-${side}`)}`,
        `border: ${style.getPropertyValue(`border-${side}-width`)}`,
        `corner above: ${style.getPropertyValue(`border-top-${side}-radius`)}`,
        `corner below: ${style.getPropertyValue(`border-bottom-${side}-radius`)}`,
      ];
      const isRightToLeft = style.direction === 'rtl';
      found.push({ path, isRightToLeft, left: of('left'), right: of('right') });
      [...(element.shadowRoot ?? element).children].forEach((child, index) =>
        visit(child, `${path} > ${child.localName}.${child.className}:${index}`),
      );
    };
    visit(document.querySelector('booking-widget')!, '');
    return found;
  });
}

/** Books as a customer with that language would on a phone; each step is looked at. */
async function book(
  lang: string,
  dayIndex: number,
  look: (step: string, page: Page) => Promise<void>,
): Promise<void> {
  const messages = lang === 'en' ? (en as Messages) : (readMessages(lang) as Messages);
  const words = new Words(lang.slice(0, 2), messages);
  const { page, me } = await journey.visitPage(
    `<booking-widget lang="${lang}"></booking-widget>${journey.script}`,
  );
  await page.setViewportSize({ width: 320, height: 800 });

  await me.appears('button', 'Kayak on the Spree');
  await look('the list', page);

  await me.event('Kayak on the Spree');
  // Each language books another day, so that there are places for all of them.
  const free = me.days(/./).and(me.widget.getByRole('button', { disabled: false }));
  const day = free.nth(dayIndex);
  await day.waitFor();
  await look('the event', page);

  await day.click();
  await me.widget.getByRole('radio', { disabled: false }).last().check();
  await me.press(words.say('oneMore', { title: 'Adult' }));
  await look('the event with a time and participants', page);

  await me.press(words.say('addLine'));
  await me.appears('heading', words.say('yourVisit'));
  await look('the cart', page);

  await me.press(words.say('checkOut'));
  await me.appears('heading', words.say('yourDetails'));
  await look('the checkout', page);

  await me.press(words.say('orderWithObligation'));
  await me.widget.getByText(words.say('nameMissing')).first().waitFor();
  await look('the checkout with what is missing', page);

  await me.fill(words.say('name'), 'Ngozi Adichie-Brown');
  await me.fill(words.say('email'), 'ngozi@example.com');
  for (const name of await me.widget
    .getByRole('group')
    .getByRole('textbox', { name: words.say('participantName'), exact: true })
    .all()) {
    await name.fill('Ada');
  }
  await me.widget.getByRole('checkbox').last().check();
  await me.press(words.say('orderWithObligation'));
  await me.widget.getByText(words.say('orderPlaced')).first().waitFor();
  await look('the ticket', page);

  assert.equal((await journey.books()).at(-1)?.name, 'Ngozi Adichie-Brown');
}

/** The same of a page, on a desk and on a phone. */
async function sidesByWidth(page: Page): Promise<Sides[]> {
  const sides: Sides[] = [];
  for (const width of [1100, 320]) {
    await page.setViewportSize({ width, height: 800 });
    const found = await sidesOf(page);
    sides.push(...found.map((each) => ({ ...each, path: `${width} px: ${each.path}` })));
  }
  return sides;
}

test('in Arabic a customer books on a phone: all is mirrored, nothing is too wide, and axe finds nothing wrong', async () => {
  const sidesAt = new Map<string, Sides[]>();
  await book('en', 0, async (step, page) => {
    sidesAt.set(step, await sidesByWidth(page));
  });

  await book('ar', 1, async (step, page) => {
    assert.deepEqual(await overflowOf(page), [], step);
    assert.deepEqual(await overflowAtEdges(page), [], step);
    assert.deepEqual(await faultsOf(page), [], step);
    const english = new Map(sidesAt.get(step)?.map((each) => [each.path, each]));
    const arabic = await sidesByWidth(page);
    assert.ok(arabic.filter(({ path }) => english.has(path)).length > 40, step);
    for (const { path, isRightToLeft, left, right } of arabic) {
      const expected = english.get(path);
      if (!expected) continue;
      // A vendor's English text keeps its direction.
      const { left: start, right: end } = expected;
      const mirrored = isRightToLeft ? [end, start] : [start, end];
      assert.deepEqual([left, right], mirrored, `${step}, ${path}`);
    }
  });
});

/**
 * The direction of a chevron in a screenshot: the dark pixels at half height are on the side of its
 * tip.
 */
async function tipOf(page: Page, picture: Buffer): Promise<'left' | 'right'> {
  await defineName(page);
  return page.evaluate(
    async (png) => {
      const bitmap = await createImageBitmap(await (await fetch(png)).blob());
      const { width, height } = bitmap;
      const context = new OffscreenCanvas(width, height).getContext('2d')!;
      context.drawImage(bitmap, 0, 0);
      const { data } = context.getImageData(0, 0, width, height);
      const dark: { x: number; y: number }[] = [];
      // Without the button's border.
      for (let y = 4; y < height - 4; y++) {
        for (let x = 4; x < width - 4; x++) {
          if (data[(y * width + x) * 4]! < 128) dark.push({ x, y });
        }
      }
      const mean = (values: number[]) => values.reduce((sum, x) => sum + x, 0) / values.length;
      const middle = mean(dark.map(({ y }) => y));
      const tip = dark.filter(({ y }) => Math.abs(y - middle) <= 1);
      return mean(tip.map(({ x }) => x)) < mean(dark.map(({ x }) => x)) ? 'left' : 'right';
    },
    `data:image/png;base64,${picture.toString('base64')}`,
  );
}

test('the chevrons beside the weeks point outwards, in Arabic too', async () => {
  for (const [lang, back, on] of [
    ['en', 'left', 'right'],
    ['ar', 'right', 'left'],
  ] as const) {
    const messages = lang === 'en' ? (en as Messages) : (readMessages(lang) as Messages);
    const words = new Words(lang, messages);
    const { page, me } = await journey.visitPage(
      `<booking-widget lang="${lang}"></booking-widget>${journey.script}`,
    );
    await me.event('Sourdough morning');
    // In the first weeks the disabled button is too pale to be detected.
    await me.press(words.say('laterDays'));
    await me.appears('heading', /2027/);

    const [previous, next] = [words.say('earlierDays'), words.say('laterDays')].map(me.button);
    assert.equal(await tipOf(page, await previous!.screenshot()), back, `${lang}, back`);
    assert.equal(await tipOf(page, await next!.screenshot()), on, `${lang}, on`);
  }
});

test("in Arabic a ticket's holes are cut into it on a phone, not put beside it", async () => {
  for (const lang of ['en', 'ar']) {
    const { page, me } = await journey.visitPage(
      `<booking-widget lang="${lang}"></booking-widget>${journey.script}`,
    );
    await page.setViewportSize({ width: 320, height: 800 });
    await me.appears('button', 'Sourdough morning');
    const stub = me.widget.locator('.stub').first();
    const holes = await stub.evaluate((element) =>
      ['::before', '::after'].map((hole) => {
        const { left, right, clipPath } = getComputedStyle(element, hole);
        return { isLeft: parseFloat(left) < parseFloat(right), clipPath };
      }),
    );

    assert.deepEqual(
      holes,
      [
        { isLeft: true, clipPath: 'inset(0px 0px 0px 7.5px)' },
        { isLeft: false, clipPath: 'inset(0px 7.5px 0px 0px)' },
      ],
      lang,
    );
  }
});

test('in Arabic English texts are aligned to the right, beside their labels', async () => {
  const { me } = await journey.visitPage(
    `<booking-widget lang="ar"></booking-widget>${journey.script}`,
  );
  /** The distance of the text from the right edge of each element. */
  async function gaps(selector: string): Promise<number[]> {
    await me.widget.locator(selector).first().waitFor();
    return me.widget.locator(selector).evaluateAll((elements) =>
      elements.map((element) => {
        const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        while (texts.nextNode() && !texts.currentNode.textContent?.trim());
        const words = document.createRange();
        words.selectNodeContents(texts.currentNode);
        const edge = element.getBoundingClientRect().right;
        return Math.round(edge - words.getBoundingClientRect().right);
      }),
    );
  }
  const summaries = await gaps('.summary');
  await me.event('Kayak on the Spree');
  // If a link to the map follows, the text ends before it.
  const facts = await gaps('dd:not(:has(a))');

  assert.deepEqual(new Set(summaries), new Set([0]));
  assert.deepEqual(new Set(facts), new Set([0]));
});

test('in Arabic the stub, the months and the amounts are on the other side', async () => {
  const centre = async (locator: ReturnType<Page['locator']>) => {
    const { x, width } = (await locator.boundingBox())!;
    return x + width / 2;
  };
  /** Of each pair, whether the first stands left of the second. */
  async function sides(lang: string): Promise<boolean[]> {
    const messages = lang === 'en' ? (en as Messages) : (readMessages(lang) as Messages);
    const words = new Words(lang, messages);
    const { me } = await journey.visitPage(
      `<booking-widget lang="${lang}"></booking-widget>${journey.script}`,
    );
    await me.appears('button', 'Sourdough morning');
    const card = me.widget.getByRole('listitem').filter({ hasText: 'Sourdough morning' });
    const stub = (await centre(card.getByText('€').first())) > (await centre(card));
    await me.event('Sourdough morning');
    const [previous, next] = await Promise.all([
      centre(me.button(words.say('earlierDays'))),
      centre(me.button(words.say('laterDays'))),
    ]);
    const [less, more] = await Promise.all([
      centre(me.button(words.say('oneLess', { title: 'Adult' }))),
      centre(me.button(words.say('oneMore', { title: 'Adult' }))),
    ]);
    return [stub, previous < next, less < more];
  }

  assert.deepEqual(await sides('en'), [true, true, true]);
  assert.deepEqual(await sides('ar'), [false, false, false]);
});
