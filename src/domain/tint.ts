import type { Site } from '#contract/site.schema';

const TINTS = 6;

/**
 * The class of the tint of an event's first category, by its title, which is all that an order has
 * of it. Tints repeat in the order of the site's categories; events without a category have the
 * last one.
 */
export function tintOf(category: string | undefined, site: Site | undefined): string {
  if (!site) return '';
  const index = site.categories.findIndex(({ title }) => title === category);
  return `tint-${(index + TINTS) % TINTS}`;
}
