/** Attributes of `<booking-widget>`: names and values. */
export type Options = readonly (readonly [name: string, value: string])[];

/** The prefix of options on elements of the host page: `data-vendor`. */
export const DATA = 'data-';

/**
 * Selectors for the host page's elements that hold a widget, and for those that open one. Not for
 * forms, because the names of a form's fields hide its members: see `unshadowed`.
 */
export const PLACEHOLDERS = '[data-booking-widget]:not(form)';
export const TRIGGERS = '[data-booking-button]:not(form)';

/**
 * Consent managers use attributes of the same names on scripts. There, only these values are
 * options.
 */
const onScripts: Readonly<Record<string, RegExp>> = {
  category: /^[\d\s,]*$/,
  consent: /^(true|false)?$/,
  vendor: /^[^:]*$/,
};

/** The value of an element's option; null if it does not have it. */
export function optionOf(element: Element, name: string, prefix = ''): string | null {
  const value = element.getAttribute(prefix + name);
  if (element.localName !== 'script') return value;
  const isTheirs = name === 'vendor' && element.hasAttribute('data-purposes');
  return isTheirs || onScripts[name]?.test(value ?? '') === false ? null : value;
}

/** The options that an element has, of those with these names. */
export function optionsOf(element: Element, names: readonly string[], prefix = ''): Options {
  return names.flatMap((name) => {
    const value = optionOf(element, name, prefix);
    return value === null ? [] : [[name, value] as const];
  });
}

/** The types of the scripts that browsers run. */
const RUNS = /^(|module|(text|application)\/(x-)?(java|ecma)script)$/i;

/**
 * The widget's script tag, found by its file name, or by an attribute if an optimiser has renamed
 * the file. It must be of a type that browsers run: whoever can put one into the page can run any
 * program there, while a sanitiser may keep other types in a visitor's HTML.
 */
export function findScript(page: Document): HTMLScriptElement | null {
  const scripts = page.querySelectorAll(
    'script[src*="booking-widget"], script[data-booking-script]',
  );
  const runs = (script: Element): script is HTMLScriptElement =>
    script instanceof HTMLScriptElement && RUNS.test(script.type.trim());
  return [...scripts].find(runs) ?? null;
}
