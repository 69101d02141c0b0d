import type { Product } from './product.schema.ts';

/** The part of a line that products depend on. `event_id` is the date's own event. */
export interface FitLine {
  readonly event_id: string;
  readonly price_ids: readonly number[];
}

/**
 * Whether a product is offered with these lines: it has no dependencies, or one line meets one of
 * them (spec, Product: dependencies).
 */
export function fitsLines(
  { dependencies }: Pick<Product, 'dependencies'>,
  lines: readonly FitLine[],
): boolean {
  if (dependencies.length === 0) return true;
  return dependencies.some(({ event_id, price_ids }) =>
    lines.some(
      (line) =>
        line.event_id === event_id &&
        (price_ids === null || line.price_ids.some((id) => price_ids.includes(id))),
    ),
  );
}
