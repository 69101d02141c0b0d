import type { Page } from 'playwright-core';
import { excessAtEdges, overflowBelow, spaceTexts } from './overflow-in-page.ts';

/** What is too wide in a page's widgets, or in other elements. */
export async function overflowOf(page: Page, root = 'booking-widget'): Promise<string[]> {
  await defineName(page);
  // What observes its own size follows a resized window in the next frame.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  return page.evaluate(overflowBelow, root);
}

/** By how much the page scrolls sideways once its widget touches both edges. */
export async function overflowAtEdges(page: Page): Promise<string[]> {
  await defineName(page);
  return page.evaluate(excessAtEdges);
}

/** Of a phone, and of 1,280 px at 400 %. */
const NARROW = 320;
const WIDTHS = [1100, 600, 390, NARROW];

/**
 * What is too wide at any width, also with the text spacing of WCAG 1.4.12. The page is narrow after
 * that.
 */
export async function overflowAtAnyWidth(page: Page): Promise<string[]> {
  await defineName(page);
  const found: string[] = [];
  for (const isSpaced of [false, true]) {
    await page.evaluate(spaceTexts, isSpaced);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const parts = await overflowOf(page);
      // On a wider page, other things have their place beside the widget.
      if (width === NARROW) parts.push(...(await overflowAtEdges(page)));
      const how = `${width} px${isSpaced ? ', spaced out' : ''}`;
      found.push(...parts.map((part) => `${how}: ${part}`));
    }
  }
  await page.evaluate(spaceTexts, false);
  return found;
}

/** tsx wraps every named function in a call to `__name`, which the page does not have. */
export function defineName(page: Page): Promise<unknown> {
  return page.evaluate('globalThis.__name ??= (target) => target');
}
