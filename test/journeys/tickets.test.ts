import assert from 'node:assert/strict';
import test, { after, afterEach, before } from 'node:test';
import jsQR from 'jsqr';
import type { Page } from 'playwright-core';
import { extractText } from 'unpdf';
import { beginJourney, type Journey, type Visit } from '../support/journey.ts';

/* The tickets: printed, kept open, copied as a link, and withdrawn from. */

let journey: Journey;
before(async () => {
  journey = await beginJourney();
});
afterEach(() => journey.leave());
after(() => journey.close());

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

/** What a scanner reads of a picture. */
async function scan(page: Page, picture: Buffer): Promise<string | undefined> {
  const { data, width, height } = await page.evaluate(
    async (source) => {
      const image = await createImageBitmap(await (await fetch(source)).blob());
      const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
      canvas.drawImage(image, 0, 0);
      const { data } = canvas.getImageData(0, 0, image.width, image.height);
      return { data: [...data], width: image.width, height: image.height };
    },
    `data:image/png;base64,${picture.toString('base64')}`,
  );
  return jsQR(Uint8ClampedArray.from(data), width, height)?.data;
}

test('a scanner reads each person’s code from a phone, in every scheme, and from paper', async () => {
  const { page, me } = await journey.visit({ width: 320 });
  await me.chooseKayak({ adults: 2 });
  await me.order('Ngozi Adichie-Brown');
  // Beside each picture, as text.
  const codes = await me.widget.getByRole('listitem').locator('.code').allTextContents();
  const pictures = me.widget.getByRole('listitem').locator('svg');
  const scanned = async () => {
    const read: (string | undefined)[] = [];
    for (const picture of await pictures.all())
      read.push(await scan(blank, await picture.screenshot()));
    return read;
  };
  const blank = await page.context().newPage();

  assert.equal(codes.length, 2);
  for (const media of [
    { colorScheme: 'light' },
    { colorScheme: 'dark' },
    { forcedColors: 'active' },
    { media: 'print' },
  ] as const) {
    await page.emulateMedia(media);
    assert.deepEqual(await scanned(), codes, JSON.stringify(media));
  }
});

test('a page is printed as the tickets alone while they are shown', async () => {
  const { page, me, complaints } = await journey.visit();
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
  const tickets = me.widget.getByText('Booked: your tickets');
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

  await page.emulateMedia({ media: 'print' });
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
  assert.deepEqual(complaints, []);
});

test('whoever keeps the tickets open sees the vendor’s voucher and cancellation, and a copied link has no code', async () => {
  const { page, me, complaints } = await journey.visit({
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
  await viewer.says('Booked: your tickets');
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
  const heard = await page.evaluate(() => (window as unknown as { heard: unknown[] }).heard);
  assert.equal(heard.length, 1);
  assert.equal((heard[0] as { status: string }).status, 'CANCELED');
  assert.deepEqual(complaints, []);
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
  const { page, me, complaints } = await journey.visit({
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
  await me.says('Booked: your tickets');
  await way.click();
  assert.equal(await me.field('Full name').inputValue(), '');
  assert.deepEqual(complaints, []);
});
