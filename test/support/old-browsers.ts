/** What browsers that src/README.md promises lack: see `.config/vite/oldest-browsers.ts`. */
export interface OldBrowser {
  /** What it lacks. */
  readonly name: string;
  /** Takes it away in a current browser, before anything else runs. */
  readonly script: string;
}

const without = (name: string, ...members: string[]): OldBrowser => ({
  name,
  script: members.map((member) => `delete ${member};`).join(' '),
});

/** CSS cannot be taken away, so the widget's style sheets are made to use what no browser knows. */
const withoutCss = (name: string, text: string): OldBrowser => ({
  name,
  script: `{
    const { replaceSync } = CSSStyleSheet.prototype;
    CSSStyleSheet.prototype.replaceSync = function (css) {
      return replaceSync.call(this, css.replaceAll(${JSON.stringify(text)}, ${JSON.stringify(text.replace(/\w/, 'un$&'))}));
    };
    const { supports } = CSS;
    CSS.supports = (...asked) => !asked.join().includes(${JSON.stringify(text)}) && supports(...asked);
  }`,
});

const sheets = [
  'Document.prototype.adoptedStyleSheets',
  'ShadowRoot.prototype.adoptedStyleSheets',
  'CSSStyleSheet.prototype.replace',
  'CSSStyleSheet.prototype.replaceSync',
];

/** Safari 16.0 to 16.3. */
export const withoutSheets = without('constructable style sheets', ...sheets);

export const oldBrowsers: readonly OldBrowser[] = [
  withoutSheets,
  without('replaceSync', 'CSSStyleSheet.prototype.replaceSync'),
  without('adoptedStyleSheets', ...sheets.slice(0, 2)),
  withoutCss('light-dark()', 'light-dark('),
  withoutCss('color-mix()', 'color-mix('),
  withoutCss(':has()', ':has('),
  without(
    'lists that are copied as they change',
    ...['toSorted', 'toReversed', 'toSpliced', 'with'].map((name) => `Array.prototype.${name}`),
  ),
  without('structuredClone', 'window.structuredClone'),
  without(
    'popovers',
    ...['popover', 'showPopover', 'hidePopover', 'togglePopover'].map(
      (name) => `HTMLElement.prototype.${name}`,
    ),
  ),
  without(
    'what dialogs have learnt later',
    'HTMLDialogElement.prototype.closedBy',
    'HTMLDialogElement.prototype.requestClose',
    'HTMLElement.prototype.inert',
  ),
  without(
    'new ways to make addresses, signals and promises',
    ...['URL.canParse', 'URL.parse', 'AbortSignal.any', 'AbortSignal.timeout'],
    ...['Promise.withResolvers', 'Promise.try'],
  ),
  without(
    'new ways to group and to iterate',
    ...['Object.groupBy', 'Map.groupBy', 'Array.fromAsync', 'window.Iterator'],
    ...['union', 'difference', 'intersection'].map((name) => `Set.prototype.${name}`),
    ...['map', 'filter', 'toArray'].map(
      (name) => `Object.getPrototypeOf(Object.getPrototypeOf([].values())).${name}`,
    ),
  ),
  without(
    'roles and names of elements as properties',
    ...['role', 'ariaLabel', 'ariaExpanded', 'ariaHidden', 'ariaLive'].map(
      (name) => `Element.prototype.${name}`,
    ),
  ),
  without(
    'streams that can be iterated, and responses made of JSON',
    ...['ReadableStream.prototype[Symbol.asyncIterator]', 'Response.json'],
    'Response.prototype.bytes',
  ),
  without(
    'what Intl has learnt later',
    ...['Intl.Segmenter', 'Intl.DurationFormat', 'Intl.supportedValuesOf'],
    ...['getWeekInfo', 'getTextInfo', 'weekInfo'].map((name) => `Intl.Locale.prototype.${name}`),
    ...['formatRange', 'formatRangeToParts'].map((name) => `Intl.NumberFormat.prototype.${name}`),
  ),
  without(
    'what elements have learnt later',
    'Element.prototype.moveBefore',
    'HTMLElement.prototype.attachInternals',
    'Document.prototype.startViewTransition',
    ...['requestIdleCallback', 'cancelIdleCallback', 'scheduler', 'navigation', 'trustedTypes'].map(
      (name) => `window.${name}`,
    ),
  ),
];
