import type { Page } from 'playwright-core';
import { readAssets } from '../../../proxy/operations/assets.ts';
import { prepareAssets } from '../../../proxy/routes/widget.ts';

/** The addresses of a shop, and what it serves. */
export interface Served {
  /** Origin of the host page. */
  readonly demo: string;
  readonly proxy: string;
  /** The folder of its built files. */
  readonly dist: string;
}

/** In milliseconds; a shop whose first card takes longer cannot be measured. */
export const LONGEST_LOAD = 120_000;

/** The name under which a shop serves its script without the first list in it. */
export async function scriptWithoutData({ proxy, dist }: Served): Promise<string> {
  const { script } = await prepareAssets(readAssets(dist), proxy);
  if (!script) throw new Error(`There is no script in ${dist}.`);
  return script.name;
}

/**
 * The address of a reseller's page with the tag, and the style that the README
 * recommends for its room; with text above and below.
 * @param script the name of the script; under the name with its hash, it has no data in it.
 */
export async function hostPage(
  page: Page,
  { demo, proxy }: Served,
  script = 'booking-widget.js',
): Promise<string> {
  const url = `${demo}/host.html`;
  const body = `<!doctype html>
<html lang="en"><meta name="viewport" content="width=device-width"><title>Days out</title>
<style>booking-widget:not(:defined) { display: block; min-height: 100vh }</style>
<script async src="${proxy}/${script}"></script>
<h1>Days out</h1><p>By people who live there.</p>
<booking-widget></booking-widget>
<p>Call us if you would rather talk.</p></html>`;
  await page.route(url, (route) => route.fulfill({ contentType: 'text/html', body }));
  return url;
}
