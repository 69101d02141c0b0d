import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { beginJourney, type Journey, type Visit } from '../support/journey.ts';
import { type App, installApp, installTarball, npm } from './app.ts';

interface Manifest {
  readonly name: string;
  readonly dependencies?: Record<string, string>;
  readonly exports: Record<string, string | Record<string, string>>;
}

const readJson = <T>(...path: string[]) => JSON.parse(readFileSync(join(...path), 'utf8')) as T;

describe('the npm package', () => {
  let folder = '';
  let tarball = '';
  const inPackage = (...path: string[]) => join(folder, 'node_modules/booking-widget', ...path);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'booking-package-'));
    const printed = await npm('dist/npm', 'pack', '--silent', '--pack-destination', folder);
    tarball = join(folder, printed.trim());
    await writeFile(join(folder, 'package.json'), '{ "private": true }');
    await installTarball(folder, tarball);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('brings nothing of the proxy into a shop', () => {
    const installed = readdirSync(join(folder, 'node_modules')).filter((name) => name[0] !== '.');
    const expected = ['@lit', '@lit-labs', '@types', 'booking-widget', 'date-fns'];
    assert.deepEqual(installed.sort(), [...expected, 'lit', 'lit-element', 'lit-html', 'uqr']);
    const proxys = readJson<Manifest>('package.json').dependencies ?? {};
    assert.ok(Object.keys(proxys).includes('hono'));
  });

  it('holds every file that it names', () => {
    const { exports } = readJson<Manifest>(inPackage('package.json'));
    const files = Object.values(exports).flatMap((entry) =>
      typeof entry === 'string' ? [entry] : Object.values(entry),
    );
    assert.ok(files.length > 6);
    for (const file of files) assert.ok(readFileSync(inPackage(file)).length > 0, file);
  });

  it('can be loaded where there is no browser, as a server that renders pages does', () => {
    const url = (path: string) => pathToFileURL(inPackage(path)).href;
    const code = `import { tags } from '${url('index.js')}'; console.log(Object.keys(tags).join())`;
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', code]);
    assert.match(printed.toString(), /booking-widget/);
  });

  it('tells editors and language models of every attribute and event', () => {
    interface Declaration {
      name?: string;
      tagName?: string;
      attributes?: { name: string }[];
      events?: { name: string }[];
    }
    const { modules } = readJson<{ modules: { declarations: Declaration[] }[] }>(
      inPackage('custom-elements.json'),
    );
    const widget = modules
      .flatMap(({ declarations }) => declarations)
      .find(({ tagName }) => tagName === 'booking-widget');
    const names = [...(widget?.attributes ?? []), ...(widget?.events ?? [])].map(
      ({ name }) => name,
    );
    assert.ok(names.includes('vendor') && names.includes('booking-order'));

    const texts = ['llms.txt', 'web-types.json', 'types/frameworks/elements.d.ts'];
    for (const text of texts) {
      const written = readFileSync(inPackage(text), 'utf8');
      assert.deepEqual(
        names.filter((name) => !written.includes(name)),
        [],
        text,
      );
    }
    const { tags } = readJson<{ tags: Declaration[] }>(inPackage('html-data.json'));
    const written = tags.find((tag) => tag.name === 'booking-widget')?.attributes ?? [];
    assert.deepEqual(
      written.map(({ name }) => name),
      widget?.attributes?.map(({ name }) => name),
    );
  });

  it('lists in its manifest what is public of the elements, and of nothing else', () => {
    interface Declaration {
      name: string;
      tagName?: string;
      attributes?: { name: string }[];
      members?: { name: string; privacy?: string }[];
    }
    const { modules } = readJson<{ modules: { declarations: Declaration[] }[] }>(
      inPackage('custom-elements.json'),
    );
    const elements = modules.flatMap(({ declarations }) => declarations);
    const hidden = elements
      .flatMap(({ members = [] }) => members)
      .filter(({ name, privacy = 'public' }) => name.startsWith('#') || privacy !== 'public');
    const attributesOf = (tag: string) =>
      elements.find(({ tagName }) => tagName === tag)?.attributes?.map(({ name }) => name) ?? [];

    assert.ok(elements.some(({ name }) => name === 'EventList'));
    assert.ok(!elements.some(({ name }) => name === 'VisitController'));
    assert.deepEqual(hidden, []);
    assert.deepEqual(attributesOf('booking-button'), [
      'floating',
      ...attributesOf('booking-widget'),
    ]);
  });

  for (const name of ['plain', 'vue', 'svelte', 'angular']) {
    it(`is checked by its types and built in an app: ${name}`, async () => {
      const app = await installApp(name, tarball);
      try {
        await app.run('check');
        await app.run('build');
      } finally {
        await app.remove();
      }
    });
  }

  describe('in a page', () => {
    let journey: Journey;
    beforeAll(async () => void (journey = await beginJourney()));
    afterAll(() => journey.close());

    for (const name of ['react-18', 'react-19']) {
      it(`books in an app of ${name}, whose props are its properties and events`, async () => {
        const app = await installApp(name, tarball, 'react-19');
        try {
          await app.run('check');
          await app.run('build');
          const { page, me, complaints } = await visitApp(app);

          await me.chooseKayak();
          assert.equal(await me.field('Full name').inputValue(), 'Ida Meyer');
          await me.order('Ida Meyer');

          const [{ code } = { code: '' }] = (await journey.books()).slice(-1);
          await page.getByText(`Thank you for order ${code}`).waitFor();
          const heard = (await page.locator('output').textContent()) ?? '';
          assert.match(heard, /^booking-ready, booking-event-view Kayak on the Spree/);
          assert.deepEqual(complaints, []);
        } finally {
          await app.remove();
        }
      });
    }

    /** The app's files, on the origin that the proxy allows. */
    async function visitApp(app: App): Promise<Visit> {
      const { demo, proxy } = journey.shop;
      const visited = await journey.visit();
      const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' };
      await visited.page.route(`${demo}/app/**`, async (route) => {
        const path = new URL(route.request().url()).pathname.replace(/^\/app\//, '');
        const contentType = types[extname(path)] ?? 'application/octet-stream';
        const body = await readFile(join(app.folder, 'dist', path));
        await route.fulfill({ contentType, body });
      });
      await visited.page.goto(`${demo}/app/index.html?proxy=${encodeURIComponent(proxy)}`);
      return visited;
    }
  });
});
