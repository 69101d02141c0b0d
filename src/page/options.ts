/** Attributes of `<booking-widget>`: names and values. */
export type Options = readonly (readonly [name: string, value: string])[];

/** The prefix of options on elements of the host page: `data-vendor`. */
export const DATA = 'data-';

/** The options of these names that an element has. */
export function optionsOf(element: Element, names: readonly string[], prefix = ''): Options {
  return names.flatMap((name) => {
    const value = element.getAttribute(prefix + name);
    return value === null ? [] : [[name, value] as const];
  });
}

/** The widget's script, by its file name, or by an attribute where an optimiser has renamed it. */
export function findScript(page: Document): Element | null {
  return page.querySelector('script[src*="booking-widget"], script[data-booking-script]');
}
