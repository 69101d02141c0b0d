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
 * @param preloads whether the page asks for the first data itself, before it has the script.
 */
export async function hostPage(
  page: Page,
  { demo, proxy }: Served,
  preloads: readonly string[] = [],
): Promise<string> {
  const url = `${demo}/host.html`;
  const links = preloads.map(
    (path) => `<link rel="preload" as="fetch" crossorigin href="${proxy}${path}">`,
  );
  const body = `<!doctype html>
<html lang="en"><meta name="viewport" content="width=device-width"><title>Days out</title>
${links.join('\n')}
<style>booking-widget:not(:defined) { display: block; min-height: 100vh }</style>
<script async src="${proxy}/booking-widget.js"></script>
<h1>Days out</h1><p>By people who live there.</p>
<booking-widget></booking-widget>
<p>Call us if you would rather talk.</p></html>`;
  await page.route(url, (route) => route.fulfill({ contentType: 'text/html', body }));
  return url;
}
