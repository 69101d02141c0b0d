import { type Finding, unwise, wrong } from './finding.ts';

/**
 * Checks the widget's own script, and what other scripts have replaced in the language and the
 * browser.
 */
export function checkScripts(page: Document): Finding[] {
  const scripts = page.querySelectorAll<HTMLScriptElement>('script[src*="booking-widget"]');
  const sources = [...new Set([...scripts].map(({ src }) => src))];
  const checks: readonly (readonly [is: boolean, finding: Finding])[] = [
    [
      sources.length > 1,
      wrong(
        `More than one version of the script may be on this page: ${sources.join(', ')}. Keep one of them.`,
      ),
    ],
    [
      scripts.length > sources.length,
      unwise(
        `The script is on this page ${scripts.length} times: once is enough, the first one counts.`,
      ),
    ],
    [
      !customElements.get('booking-widget'),
      wrong(
        'The script has not defined <booking-widget>: another version of it, or an error in the console, stands in the way.',
      ),
    ],
    [
      Array.from([1], (value) => value + 1)[0] !== 2,
      unwise('A library has replaced Array.from by one of its own (an old Prototype?).'),
    ],
    [
      JSON.stringify([1]) !== '[1]',
      unwise('A library writes lists as JSON in its own way (an old Prototype with toJSON?).'),
    ],
    [
      !isNative('fetch'),
      unwise('A script has replaced fetch: what it adds to requests reaches the proxy.'),
    ],
    [!isNative('Event'), unwise('A script has replaced window.Event (MooTools?).')],
  ];
  return checks.filter(([is]) => is).map(([, finding]) => finding);
}

function isNative(name: 'fetch' | 'Event'): boolean {
  return /\[native code\]/.test(Function.prototype.toString.call(window[name]));
}
