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

/** A script that is combined with others, or loaded as a module under another name, has no options. */
export function findScript(page: Document): Element | null {
  return page.currentScript ?? page.querySelector('script[src*="booking-widget"]');
}
