import type { Category } from '../contract/event.schema.ts';
import type { Site } from '../contract/site.schema.ts';

const TINTS = 6;

/**
 * The same category has the same tint everywhere: there are six, which go round in the order of the
 * site's categories, and the last is also that of what is in none.
 */
export function tintOf([category]: Category[], site: Site | undefined): string {
  if (!site) return '';
  const index = site.categories.findIndex(({ id }) => id === category?.id);
  return `tint-${(index + TINTS) % TINTS}`;
}
