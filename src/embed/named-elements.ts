/** Globals that are optional, of the browser, of Lit and of the page. */
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
 * Where an optional global is missing, an element of the page with that id is found in its place.
 * Only a global of its own hides the element.
 */
export function hideNamedElements(page: Record<string, unknown>): void {
  for (const name of optional) {
    if (page[name] !== undefined && !Object.hasOwn(page, name)) page[name] = undefined;
  }
}
