import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import type { Page } from 'playwright-core';
import { minify as terser } from 'terser';
import uglify from 'uglify-js';
import { afterAll, afterEach, beforeAll, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { beginJourney, type Journey } from '../support/journey.ts';

/** Pages whose optimiser minifies the scripts. */
type Minifier = (code: string) => Promise<string> | string;

const php = `
  require '/usr/share/php/MatthiasMullie/Minify/autoload.php';
  echo (new MatthiasMullie\\Minify\\JS(stream_get_contents(STDIN)))->minify();
`;

const minifiers: Readonly<Record<string, Minifier>> = {
  // In Debian's php-matthiasmullie-minify; the most used optimisers of WordPress contain it.
  'matthiasmullie/minify': (input) => execFileSync('php', ['-r', php], { input, encoding: 'utf8' }),
  terser: async (code) => (await terser(code)).code ?? '',
  'uglify-js': (code) => uglify.minify(code).code,
};

let journey: Journey;
beforeAll(async () => {
  journey = await beginJourney();
});
afterEach(() => journey.leave());
afterAll(() => journey.close());

async function minifyScripts(page: Page, minify: Minifier): Promise<void> {
  await page.route(/\/booking-widget(-second-[0-9a-f]+)?\.js/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: await minify(await response.text()) });
  });
}

for (const [name, minify] of Object.entries(minifiers)) {
  test(`scripts that ${name} has minified say at each step what the originals say`, async () => {
    const { me: plain } = await journey.visit();
    const { me } = await journey.visit({ prepare: (page) => minifyScripts(page, minify) });
    // With names, values and states of all controls, as a screen reader reads them.
    const readTheSame = () =>
      eventually(async () =>
        assert.equal(await me.widget.ariaSnapshot(), await plain.widget.ariaSnapshot()),
      );
    const both = [plain, me];

    for (const one of both) await one.appears('button', 'Kayak on the Spree');
    await readTheSame();
    for (const one of both) await one.event('Kayak on the Spree');
    for (const one of both) await one.day(/28 November 2026, from/);
    for (const one of both) await one.time(/^14:00/);
    for (const one of both) await one.add('Adult');
    await readTheSame();
    for (const one of both) await one.press('Continue');
    for (const one of both) await one.appears('heading', 'Your details');
    await readTheSame();
    await me.order(name);

    assert.ok((await journey.books()).some((order) => order.name === name));
  });
}
