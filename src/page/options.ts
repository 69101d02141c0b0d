/** Options as attributes of `<booking-widget>` write them: names and values. */
export type Options = readonly (readonly [name: string, value: string])[];

/** Before the names of options on any element that is not ours: `data-vendor`. */
export const DATA = 'data-';

/** Consent managers write these on any script too, with words of their own. */
const onScripts: Readonly<Record<string, RegExp>> = {
  category: /^[\d\s,]*$/,
  consent: /^(true|false)?$/,
};

/** What an element of the page says of an option. */
export function optionOf(element: Element, name: string, prefix = ''): string | null {
  const value = element.getAttribute(prefix + name);
  const isOurs =
    element.localName !== 'script' || !onScripts[name] || onScripts[name].test(value ?? '');
  return isOurs ? value : null;
}

/** Which of these options an element of the page has. */
export function optionsOf(element: Element, names: readonly string[], prefix = ''): Options {
  return names.flatMap((name) => {
    const value = optionOf(element, name, prefix);
    return value === null ? [] : [[name, value] as const];
  });
}

/** Found by its name, or where an optimiser has renamed it by what stays: its attributes. */
export function findScript(page: Document): Element | null {
  return page.querySelector('script[src*="booking-widget"], script[data-booking-script]');
}
