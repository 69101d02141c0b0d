import type { Page } from 'playwright-core';

/** The addresses of a shop. */
export interface Served {
  /** Origin of the host page. */
  readonly demo: string;
  readonly proxy: string;
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
