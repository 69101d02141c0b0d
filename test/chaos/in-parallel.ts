/** Does the work for every item, `atOnce` at a time. The results are in the order of the items. */
export async function inParallel<T, R>(
  atOnce: number,
  items: Iterator<T>,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let started = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = items.next(); !next.done; next = items.next()) {
        const index = started;
        started += 1;
        results[index] = await work(next.value);
      }
    }),
  );
  return results;
}
