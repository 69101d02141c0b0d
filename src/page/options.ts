/** Attributes of `<booking-widget>`: names and values. */
export type Options = readonly (readonly [name: string, value: string])[];

/** The prefix of options on elements of the host page: `data-vendor`. */
export const DATA = 'data-';

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

/** The widget's script, by its file name, or by an attribute where an optimiser has renamed it. */
export function findScript(page: Document): Element | null {
  return page.querySelector('script[src*="booking-widget"], script[data-booking-script]');
}
