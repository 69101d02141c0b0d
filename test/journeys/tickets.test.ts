import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import jsQR from 'jsqr';
import type { Page } from 'playwright-core';
import { extractText } from 'unpdf';
import { afterAll, afterEach, beforeAll, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { beginJourney, type Journey, type Visit } from '../support/journey.ts';

/* The tickets: printed, kept open, copied as a link, and withdrawn from. */

let journey: Journey;
beforeAll(async () => {
  journey = await beginJourney();
});
afterEach(() => journey.leave());
afterAll(() => journey.close());

type Customer = Visit['me'];

async function book(me: Customer): Promise<void> {
  await me.chooseKayak();
  await me.order('Ngozi Adichie-Brown');
}

/** The vendor changes the newest order. */
async function change(what: string): Promise<void> {
  const [order] = (await journey.books()).toReversed() as unknown as { id: string }[];
  const url = `${journey.shop.sandbox}/sandbox/orders/${order?.id}/${what}`;
  const response = await fetch(url, { method: 'POST' });
  assert.ok(response.ok, await response.text());
}

/** Records the events that the host page receives. */
function listen(page: Page): Promise<void> {
  return page.evaluate(() => {
    const heard: unknown[] = [];
    Object.assign(window, { heard });
    addEventListener('booking-order-status', ({ detail }: Event & { detail?: unknown }) =>
      heard.push(detail),
    );
  });
}

/** The text that stands on paper. */
async function print(page: Page): Promise<string> {
  const { text } = await extractText(new Uint8Array(await page.pdf()), { mergePages: true });
  return text;
}

interface Picture {
  pixels: Uint8ClampedArray;
  width: number;
  height: number;
}

/** The pixels of a PNG, which a browser decodes. */
async function pixelsOf(page: Page, png: Buffer): Promise<Picture> {
  const { data, width, height } = await page.evaluate(
    async (source) => {
      const image = await createImageBitmap(await (await fetch(source)).blob());
      const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
      canvas.drawImage(image, 0, 0);
      const { data } = canvas.getImageData(0, 0, image.width, image.height);
      let text = '';
      for (let at = 0; at < data.length; at += 30_000) {
        text += String.fromCharCode(...data.subarray(at, at + 30_000));
      }
      return { data: btoa(text), width: image.width, height: image.height };
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
  return { pixels: new Uint8ClampedArray(Buffer.from(data, 'base64')), width, height };
}

/** What a scanner reads of a picture with one code. */
const scan = ({ pixels, width, height }: Picture) => jsQR(pixels, width, height)?.data;

/** The side of what a scanner sees that is moved over a sheet, and how far it is moved each time. */
const VIEW = 210;
const MOVE = 40;

/** All that a scanner reads that is moved over a whole sheet. */
function scanSheet({ pixels, width, height }: Picture): string[] {
  const read = new Set<string>();
  for (let top = 0; top + VIEW <= height; top += MOVE) {
    for (let left = 0; left + VIEW <= width; left += MOVE) {
      const view = new Uint8ClampedArray(VIEW * VIEW * 4);
      for (let y = 0; y < VIEW; y += 1) {
        const begin = ((top + y) * width + left) * 4;
        view.set(pixels.subarray(begin, begin + VIEW * 4), y * VIEW * 4);
      }
      const code = scan({ pixels: view, width: VIEW, height: VIEW });
      if (code) read.add(code);
    }
  }
  return [...read];
}

/** The part of pdf.js that draws. */
interface Pdf {
  getDocument(source: { data: Uint8Array }): {
    promise: Promise<{
      numPages: number;
      getPage(number: number): Promise<{
        getViewport(options: { scale: number }): { width: number; height: number };
        render(onto: object): { promise: Promise<void> };
      }>;
    }>;
  };
}

/** The pages of a PDF as pictures. A browser draws them, because Node has no canvas. */
async function draw(page: Page, paper: Buffer): Promise<Buffer[]> {
  const library = await readFile(fileURLToPath(import.meta.resolve('unpdf/pdfjs')), 'utf8');
  const pictures = await page.evaluate(
    async ({ library, paper }) => {
      const address = URL.createObjectURL(new Blob([library], { type: 'text/javascript' }));
      // As a text, because Vitest rewrites an import that it can see.
      const load = new Function('address', 'return import(address)') as (
        address: string,
      ) => Promise<Pdf>;
      const pdf = await load(address);
      const data = Uint8Array.from(atob(paper), (letter) => letter.charCodeAt(0));
      const pages = await pdf.getDocument({ data }).promise;
      const drawn: string[] = [];
      for (let number = 1; number <= pages.numPages; number += 1) {
        const one = await pages.getPage(number);
        // Twice as many points as on paper, which is still less than what a printer has.
        const viewport = one.getViewport({ scale: 2 });
        const canvas = document.createElement('canvas');
        Object.assign(canvas, { width: viewport.width, height: viewport.height });
        await one.render({ canvas, canvasContext: canvas.getContext('2d')!, viewport }).promise;
        drawn.push(canvas.toDataURL('image/png').split(',')[1]!);
      }
      return drawn;
    },
    { library, paper: paper.toString('base64') },
  );
  return pictures.map((picture) => Buffer.from(picture, 'base64'));
}

test('a scanner reads each person’s code from a phone, in every scheme, and from paper', async () => {
  const { page, me } = await journey.visit({ width: 320 });
  await me.chooseKayak({ adults: 2 });
  await me.order('Ngozi Adichie-Brown');
  const pictures = me.widget.getByRole('listitem').locator('svg');
  // Below each picture, as text.
  const persons = me.widget.getByRole('listitem').filter({ has: page.locator('svg') });
  const codes = await persons.locator('.code').allTextContents();
  const blank = await page.context().newPage();

  assert.equal(codes.length, 2);
  for (const media of [
    { colorScheme: 'light' },
    { colorScheme: 'dark' },
    { forcedColors: 'active' },
    { media: 'print' },
  ] as const) {
    await page.emulateMedia(media);
    const scanned: (string | undefined)[] = [];
    for (const picture of await pictures.all()) {
      scanned.push(scan(await pixelsOf(blank, await picture.screenshot())));
    }
    assert.deepEqual(scanned, codes, JSON.stringify(media));
  }
});

test('a scanner reads every code from the one sheet of paper that a ticket is printed on', async () => {
  const { page, me } = await journey.visit();
  await me.chooseKayak({ on: /27 November 2026, from/, adults: 4 });
  await me.order('Ngozi Adichie-Brown');
  const persons = me.widget.getByRole('listitem').filter({ has: page.locator('svg') });
  const codes = await persons.locator('.code').allTextContents();

  const blank = await page.context().newPage();
  const sheets = await draw(blank, await page.pdf({ format: 'A4' }));
  const read = scanSheet(await pixelsOf(blank, sheets[0]!));

  assert.equal(codes.length, 4);
  assert.equal(sheets.length, 1);
  assert.deepEqual(read.sort(), codes.sort());
});

test('a page is printed as the tickets alone while they are shown', async () => {
  const { page, me } = await journey.visit();
  await page.evaluate(() => {
    // As in a host page with a framework of utility classes.
    const style = new CSSStyleSheet();
    style.replaceSync(`@media print {
      .d-print-block { display: block !important }
      body * { visibility: hidden !important }
    }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];
    document.body.insertAdjacentHTML('beforeend', '<p class="d-print-block">Of the host page</p>');
  });
  const host = page.getByText('Of the host page');
  const tickets = me.widget.getByText('Booked. See you');
  await book(me);
  const { code } = (await journey.books()).at(-1)!;

  // How pages print only parts of their own.
  for (const recipe of [
    'body > *:not(.print) { display: none !important }',
    'body * { display: none } .print, .print * { display: block }',
    '* { visibility: hidden !important } .print, .print * { visibility: visible !important }',
    'html.printing > body > *:not(iframe) { display: none !important }',
  ]) {
    const sheet = await page.addStyleTag({ content: `@media print { ${recipe} }` });
    await page.evaluate(() => document.documentElement.classList.add('printing'));
    const paper = await print(page);
    for (const part of [code, 'Kayak on the Spree']) assert.ok(paper.includes(part), recipe);
    assert.ok(!paper.includes('Of the host page'), recipe);
    await sheet.evaluate((style: Element) => style.remove());
  }
  // Without its mark, the ticket is hidden as everything else.
  const tag = page.locator('booking-widget');
  await tag.evaluate((widget: Element) => widget.removeAttribute('data-booking-print'));
  assert.equal((await print(page)).trim(), '');
  await tag.evaluate((widget: Element) => widget.setAttribute('data-booking-print', '1'));

  const terms = me.widget.locator('.printed');
  assert.equal(await terms.isVisible(), false);
  await page.emulateMedia({ media: 'print' });
  assert.match(await terms.innerText(), /^Terms of .+\n+.{20}/);
  assert.ok(await tickets.isVisible());
  assert.ok(await me.widget.getByRole('heading', { name: 'Kayak on the Spree' }).isVisible());
  assert.equal(await host.isVisible(), false);
  assert.equal(await me.button('Print').isVisible(), false);
  assert.equal(await me.button('Book something else').isVisible(), false);

  await page.emulateMedia({ media: 'screen' });
  assert.ok(await host.isVisible());
  await me.press('Book something else');
  await tickets.waitFor({ state: 'detached' });
  await page.emulateMedia({ media: 'print' });
  assert.equal(await host.evaluate((text) => getComputedStyle(text).display), 'block');
  assert.equal(await page.locator('[data-booking-print]').count(), 0);
});

test('tickets in the dialog of a button are printed whole, with the terms', async () => {
  const { page, me } = await journey.visitPage(
    `<p>Of the host page</p><booking-button lang="en">Book now</booking-button>${journey.script}`,
  );
  await page.setViewportSize({ width: 1100, height: 500 });
  await page.getByRole('button', { name: 'Book now' }).click();
  await me.chooseKayak({ on: /26 November 2026, from/, adults: 4 });
  await me.order('Ngozi Adichie-Brown');
  const terms = (await me.widget.locator('.printed').textContent()) ?? '';

  const inOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
  const paper = inOneLine(await print(page));
  for (const part of ['Kayak on the Spree', inOneLine(terms).slice(-40)]) {
    assert.ok(paper.includes(part), `${part} is missing in: ${paper}`);
  }
  assert.ok(!paper.includes('Of the host page'));
});

test('whoever keeps the tickets open sees the vendor’s voucher and cancellation, and a copied link has no code', async () => {
  const { page, me } = await journey.visit({
    prepare: (fresh) => fresh.context().grantPermissions(['clipboard-read', 'clipboard-write']),
  });
  await listen(page);
  await book(me);
  await me.press('Copy link');
  await me.widget.getByText(/The link is copied/).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /#booking-view=[\w-]{43}$/);

  // Another computer.
  const { page: other, me: viewer } = await journey.visitPage('');
  await other.goto(link);
  await viewer.says('Booked. See you');
  await viewer.widget.getByText(/28 November 2026/).waitFor();
  await viewer.appears('button', 'Add to calendar');
  // The vendor's contact is shown, in case of questions.
  await viewer.widget.getByRole('link', { name: 'hello@kiezundkanal.example' }).waitFor();
  assert.doesNotMatch(other.url(), /booking-view/);
  assert.equal(await viewer.button('Order with obligation to pay').count(), 0);

  await change('voucher');
  const gift = /Gift voucher worth €10\.00/;
  await viewer.widget.getByText(gift).waitFor();
  await page.bringToFront();
  await me.widget.getByText(gift).waitFor();
  const [order] = (await journey.books()).toReversed() as unknown as {
    voucherOrders: { voucher: { code: string }[] }[];
  }[];
  const code = order?.voucherOrders[0]?.voucher[0]?.code ?? '';
  assert.match(code, /^\w{8}$/);
  assert.ok(await me.widget.getByText(code).isVisible());
  assert.equal(await viewer.widget.getByText(code).count(), 0);

  await change('cancel');
  await me.says('This order has been cancelled');
  await other.bringToFront();
  await viewer.says('This order has been cancelled');
  const heard = () =>
    page.evaluate(() =>
      (window as unknown as { heard: { status: string }[] }).heard.map(({ status }) => status),
    );
  await eventually(async () => assert.deepEqual(await heard(), ['CANCELED']));
});

const PRINT = 'Print “The Spree at dusk”, numbered';

/** Orders a kayak for one, and a print that is sent by post. */
async function orderPrint(me: Customer): Promise<void> {
  await me.event('Kayak on the Spree');
  await me.day(/28 November 2026, from/);
  await me.time(/^14:00/);
  await me.add('Adult', 1);
  await me.add(PRINT, 1);
  await me.press('Continue');
  await me.fill('Street', 'Gasse');
  await me.fill('Postcode', '10115');
  await me.fill('Town', 'Berlin');
  await me.field('Country').selectOption('DE');
  await me.order('Ida Meyer');
}

test('a withdrawal is copied as it is read, is not printed, and is there again after a reload', async () => {
  const { page, me } = await journey.visit({
    prepare: (fresh) => fresh.context().grantPermissions(['clipboard-read', 'clipboard-write']),
  });
  await orderPrint(me);
  const code = (await journey.books()).at(-1)!.code;

  const way = me.widget.getByText('Withdraw from the contract', { exact: true });
  await way.click();
  await me.press('Go on');
  await me.press('Copy text');
  await me.widget
    .getByText(/Withdrawal prepared on Saturday,? 21 November 2026/)
    .last()
    .waitFor();

  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(copied.trim(), (await me.widget.locator('p.text').innerText()).trim());
  for (const part of [`1 × ${PRINT}`, code, 'Ida Meyer']) assert.ok(copied.includes(part), part);

  await page.emulateMedia({ media: 'print' });
  assert.equal(await way.isVisible(), false);
  assert.equal(await me.heading('Kayak on the Spree').isVisible(), true);
  assert.equal(await page.getByLabel('Language').isVisible(), false);
  await page.emulateMedia({ media: 'screen' });

  // Names are not stored, so the form asks again.
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...sessionStorage }, { ...localStorage }]),
  );
  assert.doesNotMatch(stored, /\bIda\b|Meyer|customer@|Gasse/);
  await page.reload();
  await me.says('Booked. See you');
  await way.click();
  assert.equal(await me.field('Full name').inputValue(), '');
});
