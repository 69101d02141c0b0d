import { addIds, type Ids } from './pages.ts';
import { inSteps, type Translation } from './translate.ts';
import { toList } from './wire-list.ts';

/** Items as they are now, and the ids of those that are not offered any more. */
export interface Changes<T> {
  readonly changed: readonly T[];
  readonly gone: readonly string[];
}

/** An item of a delta that is not offered, or cannot be read, counts as gone. */
export function toChanges<T extends { readonly id: string }>(
  translate: Translation<T[]>,
): Translation<Changes<T>> {
  return inSteps(function* (items, onSkipped) {
    const changed = yield* translate.steps(items, onSkipped);
    const ids: Ids = new Set();
    yield* addIds(toList(items), ids);
    for (const { id } of changed) ids.delete(id);
    return { changed, gone: [...ids].filter((id) => id !== undefined) };
  });
}
