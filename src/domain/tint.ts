import type { Category } from '#contract/event.schema';
import type { Site } from '#contract/site.schema';

const TINTS = 6;

/**
 * The class of a category's tint. Tints repeat in the order of the site's categories; events
 * without a category have the last one.
 */
export function tintOf([category]: Category[], site: Site | undefined): string {
  if (!site) return '';
  const index = site.categories.findIndex(({ id }) => id === category?.id);
  return `tint-${(index + TINTS) % TINTS}`;
}
