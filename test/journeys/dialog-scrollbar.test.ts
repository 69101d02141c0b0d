import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { beginJourney, type Journey } from '../support/journey.ts';

let journey: Journey;
before(async () => {
  journey = await beginJourney({ showsScrollbars: true });
});
after(() => journey.close());

for (const direction of ['ltr', 'rtl']) {
  test(`the page does not move sideways while a dialog hides its scrollbar, in ${direction}`, async () => {
    const { page, me } = await journey.visitPage(
      `<script>document.documentElement.dir = '${direction}'</script>
      <style>html { padding-right: 10px }</style>
      <p style="height: 3000px">Far down</p>
      <booking-button lang="en">Tickets</booking-button>${journey.script}`,
    );
    const html = () =>
      page.evaluate(() => {
        const { clientWidth, style } = document.documentElement;
        const { left, width } = document.querySelector('p')!.getBoundingClientRect();
        return { text: [left, width], scrollbar: innerWidth - clientWidth, style: style.cssText };
      });
    const dialog = page.getByRole('dialog', { name: 'Tickets' });
    await page.getByRole('button', { name: 'Tickets' }).click();
    await dialog.waitFor();
    const open = await html();
    await me.button(/^Close$/).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.waitForFunction(() => document.documentElement.style.overflow === '');
    const closed = await html();

    assert.ok(closed.scrollbar > 0);
    assert.equal(open.scrollbar, 0);
    assert.deepEqual(open.text, closed.text);
    assert.equal(closed.style, '');
  });
}
