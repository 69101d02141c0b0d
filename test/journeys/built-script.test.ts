import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { build, type InlineConfig, mergeConfig } from 'vite';
import { afterAll, afterEach, beforeAll, test } from 'vitest';
import type { IntentResponse } from '#contract/order.schema';
import { secondScript } from '../../.config/vite/second-script.ts';
import config from '../../vite.config.ts';
import { beginJourney, type Journey } from '../support/journey.ts';

/**
 * The build minifies code, templates and styles. To show that the result looks and behaves the same,
 * one journey runs through the built script and the unminified source.
 */

let journey: Journey;
let script: string;
/** The text of each of the two scripts by its name. */
let asWritten: ReadonlyMap<string, string>;
beforeAll(async () => {
  journey = await beginJourney();
  script = await (await fetch(`${journey.shop.proxy}/booking-widget.js`)).text();
  asWritten = await buildAsWritten(journey.shop.proxy);
});
afterEach(() => journey.leave());
afterAll(() => journey.close());

/** Builds the same entry without minifier, and with the plugin alone that makes two scripts. */
async function buildAsWritten(proxy: string): Promise<Map<string, string>> {
  const { build: options } = config({ mode: 'production', command: 'build' }) as InlineConfig;
  const plain: InlineConfig = {
    configFile: false,
    logLevel: 'warn',
    plugins: [secondScript()],
    build: {
      write: false,
      minify: false,
      rolldownOptions: { output: { minify: false } },
    },
  };
  const built = [
    await build(mergeConfig<InlineConfig, InlineConfig>({ build: options ?? {} }, plain)),
  ].flat();
  const files = built.flatMap((result) => ('output' in result ? result.output : []));
  return new Map(
    files.map((file) => {
      const text = file.type === 'chunk' ? file.code : file.source.toString();
      return [`/${file.fileName}`, text.replaceAll('__BOOKING_PROXY__', proxy)];
    }),
  );
}

/**
 * Describes every element of the widget as it is rendered: attributes, text, box, and the styles that
 * any style sheet of the widget declares. A minifier cannot change others, and they are three times as
 * many.
 */
async function drawnIn(page: Page): Promise<string[]> {
  const drawn = await page.evaluate(async () => {
    // One frame decides which cards are near the window, and the next one lays them out.
    for (const _ of [1, 2]) await new Promise((resolve) => requestAnimationFrame(resolve));

    const elements: Element[] = [];
    const declared = new Set<string>();
    const waiting: Element[] = [...document.querySelectorAll('booking-widget')];
    for (let element = waiting.pop(); element; element = waiting.pop()) {
      elements.push(element);
      waiting.push(...(element.shadowRoot ?? element).children);
      const rules: CSSRule[] = [];
      for (const sheet of element.shadowRoot?.adoptedStyleSheets ?? [])
        rules.push(...sheet.cssRules);
      for (let rule = rules.pop(); rule; rule = rules.pop()) {
        const { style, cssRules } = rule as Partial<CSSStyleRule>;
        for (const property of style ?? []) declared.add(property);
        rules.push(...(cssRules ?? []));
      }
    }
    // Custom properties keep their source text with its white space, so they may differ.
    const properties = [...declared].filter((property) => !property.startsWith('--')).sort();

    const lines = [`properties: ${properties.join()}`];
    for (const element of elements) {
      const name = `${element.localName}.${element.className.toString()}`;
      const attributes = [...element.attributes].map(({ name, value }) => `${name}=${value}`);
      const texts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
      const text = texts.map((node) => node.textContent ?? '').join('');
      const { x, y, width, height } = element.getBoundingClientRect();
      const box = [x, y, width, height].map((length) => length.toFixed(1));
      for (const fact of [attributes.sort().join(), text, box.join()]) {
        lines.push(`${name}: ${fact.replace(/\s+/g, ' ').trim()}`);
      }
      for (const pseudo of ['', '::before', '::after']) {
        const styles = getComputedStyle(element, pseudo);
        if (pseudo && styles.content === 'none') continue;
        for (const property of properties) {
          // Where there is no image, `background: none` becomes `background: 0 0`.
          const isPosition = property.startsWith('background-position');
          if (isPosition && styles.backgroundImage === 'none') continue;
          lines.push(`${name}${pseudo} ${property}: ${styles.getPropertyValue(property)}`);
        }
      }
    }
    // As one text, because the driver would wrap each line of a list.
    return lines.join('\n');
  });
  return drawn.split('\n');
}

const order: IntentResponse = {
  state: 'placed',
  order: {
    id: 'order-1',
    code: 'SPREE-7',
    status: 'ACCEPTED',
    total: 9800,
    currency: 'EUR',
    selfservice_url: 'https://my.example/order-1',
    ordered_at: '2026-11-21T07:00:00Z',
    quoted_total: 9800,
    quoted_currency: 'EUR',
  },
  settled_by: null,
  problem: null,
};

/** Goes from the list to the tickets, and records what is rendered at each step and width. */
async function walk(scripts?: ReadonlyMap<string, string>): Promise<Record<string, string[]>> {
  const { page, me } = await journey.visit({
    prepare: async (fresh) => {
      await fresh.route('**/booking-widget*.js', (route) => {
        const body = scripts?.get(new URL(route.request().url()).pathname);
        if (body === undefined) return route.continue();
        const headers = { 'Access-Control-Allow-Origin': '*' };
        return route.fulfill({ contentType: 'text/javascript', headers, body });
      });
      // Fixes the order of the first two responses, because a list before its site has another
      // line.
      const site = fresh.waitForResponse((response) => /\/site(\?|$)/.test(response.url()));
      await fresh.route(/\/events(\?|$)/, async (route) => {
        await (await site).finished();
        await route.continue();
      });
      await fresh.route(/\/checkout\/(orders|intent)$/, (route) =>
        route.fulfill({
          headers: { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*' },
          json: order,
        }),
      );
    },
  });
  const steps: Record<string, string[]> = {};
  async function record(step: string): Promise<void> {
    for (const width of [1100, 320]) {
      // Tall enough to render every card, because cards far below the fold are skipped.
      await page.setViewportSize({ width, height: 9000 });
      steps[`${step} at ${width} px`] = await drawnIn(page);
    }
  }

  await me.appears('button', 'Kayak on the Spree');
  await record('list');

  await me.event('Kayak on the Spree');
  await me.day(/28 November 2026, from/);
  await me.time(/^14:00/);
  await me.add('Adult', 1);
  await me.add('Child, 8 to 14 years', 1);
  await me.add('Picnic for two', 1);
  await record('event');

  await me.press('Continue');
  await me.appears('heading', 'Your details');
  await me.press('Order with obligation to pay');
  await me.says('Your name is missing.');
  await record('checkout');

  await me.fillIn('Ngozi Adichie-Brown');
  await me.press('Order with obligation to pay');
  await me.widget.getByText('SPREE-7', { exact: true }).first().waitFor();
  await record('tickets');

  return steps;
}

test('the built script draws every step as its source does, wide and narrow', async () => {
  const built = await walk();
  // A proxy that starts again, because the first walk has told it the places of some months.
  await journey.control('/reset', { scenario: 'calm' });
  const written = await walk(asWritten);

  for (const [step, lines] of Object.entries(written)) {
    const different = lines.filter((line, index) => built[step]?.[index] !== line);
    assert.ok(
      lines.some((line) => line.includes('booking-')),
      `${step} is drawn`,
    );
    assert.deepEqual(different.slice(0, 20), [], step);
    assert.equal(built[step]?.length, lines.length, step);
  }
});

test('the script is read alike in every charset', async () => {
  const bytes = await readFile('dist/booking-widget.js');

  assert.equal(bytes.filter((byte) => byte > 127).length, 0);
});

test('the script uses no syntax that the oldest browsers cannot read', () => {
  // Safari 16.4 was the first to read these.
  assert.doesNotMatch(script, /@media[^{]*[<>]/);
  assert.doesNotMatch(script, /\bstatic ?\{|\(\?<[=!]/);
});
