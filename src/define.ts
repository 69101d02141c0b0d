/**
 * Registers a table of tag to class. A tag that is already taken stays as it is (the script was
 * loaded twice, or in two versions): the first wins, one warning says so, and nothing throws.
 * Answers whether all of them were free.
 */
export function define(table: Record<string, CustomElementConstructor>): boolean {
  const taken: string[] = [];
  for (const [tag, element] of Object.entries(table)) {
    if (customElements.get(tag)) taken.push(tag);
    else customElements.define(tag, element);
  }
  if (taken.length > 0) {
    // eslint-disable-next-line no-console -- the reseller reads it
    console.warn(
      `The booking widget is already on this page; the first one stays: ${taken.join(', ')}.`,
    );
  }
  return taken.length === 0;
}
