/** Options as attributes of `<booking-widget>` write them: names and values. */
export type Options = readonly (readonly [name: string, value: string])[];

/** Before the names of options on any element that is not ours: `data-vendor`. */
export const DATA = 'data-';

/** Which of these options an element of the page has. */
export function optionsOf(element: Element, names: readonly string[], prefix = ''): Options {
  return names.flatMap((name) => {
    const value = element.getAttribute(prefix + name);
    return value === null ? [] : [[name, value] as const];
  });
}

/** Found by its name, or where an optimiser has renamed it by what stays: its attributes. */
export function findScript(page: Document): Element | null {
  return page.querySelector('script[src*="booking-widget"], script[data-booking-script]');
}
