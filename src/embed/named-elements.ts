/** Globals that may be missing: of the browser, of Lit and of the page. */
const optional = [
  'trustedTypes',
  'requestIdleCallback',
  'ShadyCSS',
  'litElementVersions',
  'litElementPolyfillSupport',
  'litHtmlVersions',
  'litHtmlPolyfillSupport',
  'litPropertyMetadata',
  'reactiveElementVersions',
  'reactiveElementPolyfillSupport',
  'dataLayer',
];

/**
 * If such a global is missing, `window` returns an element of the page with that id instead (named
 * access). A global that is defined, even as undefined, hides the element.
 */
export function hideNamedElements(page: Record<string, unknown>): void {
  for (const name of optional) {
    if (page[name] !== undefined && !Object.hasOwn(page, name)) page[name] = undefined;
  }
}
