import type { Site } from '#contract/site.schema';

const TINTS = 6;

/**
 * The number of the tint of an event's first category, by its title, which is all that an order has
 * of it. Tints repeat in the order of the site's categories; events without a category have the
 * last one. Undefined until the site is known.
 */
export function tintNumberOf(
  category: string | undefined,
  site: Site | undefined,
): number | undefined {
  if (!site) return undefined;
  const index = site.categories.findIndex(({ title }) => title === category);
  return (index + TINTS) % TINTS;
}

/** The class of the tint; empty until the site is known. */
export function tintOf(category: string | undefined, site: Site | undefined): string {
  const number = tintNumberOf(category, site);
  return number === undefined ? '' : `tint-${number}`;
}
