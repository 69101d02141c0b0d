/** Attributes of `<booking-widget>`: names and values. */
export type Options = readonly (readonly [name: string, value: string])[];

/** The prefix of options on elements of the host page: `data-vendor`. */
export const DATA = 'data-';

/**
 * Elements of the host page that stand for a widget, and those that open one. A form is neither,
 * because its fields take the place of its members: see `unshadowed`.
 */
export const PLACEHOLDERS = '[data-booking-widget]:not(form)';
export const TRIGGERS = '[data-booking-button]:not(form)';

/** Consent managers write these attributes on scripts too, with other values. */
const onScripts: Readonly<Record<string, RegExp>> = {
  category: /^[\d\s,]*$/,
  consent: /^(true|false)?$/,
  vendor: /^[^:]*$/,
};

/** The value of an option that an element has; null without it. */
export function optionOf(element: Element, name: string, prefix = ''): string | null {
  const value = element.getAttribute(prefix + name);
  if (element.localName !== 'script') return value;
  const isTheirs = name === 'vendor' && element.hasAttribute('data-purposes');
  return isTheirs || onScripts[name]?.test(value ?? '') === false ? null : value;
}

/** The options of these names that an element has. */
export function optionsOf(element: Element, names: readonly string[], prefix = ''): Options {
  return names.flatMap((name) => {
    const value = optionOf(element, name, prefix);
    return value === null ? [] : [[name, value] as const];
  });
}

/** Types of scripts that browsers run. */
const RUNS = /^(|module|(text|application)\/(x-)?(java|ecma)script)$/i;

/**
 * The widget's script, by its file name, or by an attribute where an optimiser has renamed it. It has
 * to be a script that browsers run: whoever can put one into the page needs no widget to do harm
 * there, while a sanitiser may leave others in a visitor's HTML.
 */
export function findScript(page: Document): HTMLScriptElement | null {
  const scripts = page.querySelectorAll(
    'script[src*="booking-widget"], script[data-booking-script]',
  );
  const runs = (script: Element): script is HTMLScriptElement =>
    script instanceof HTMLScriptElement && RUNS.test(script.type.trim());
  return [...scripts].find(runs) ?? null;
}
