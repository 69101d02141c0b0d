/**
 * Remembers, for each first argument, the result of its last call. The same arguments, compared by
 * identity, give the same object again, so that nothing that depends on it is rendered anew.
 */
export function memoize<First extends object, Others extends readonly unknown[], Result>(
  compute: (first: First, ...others: Others) => Result,
): (first: First, ...others: Others) => Result {
  const calls = new WeakMap<First, { others: Others; result: Result }>();

  return (first, ...others) => {
    const last = calls.get(first);
    const isSame =
      last?.others.length === others.length &&
      others.every((argument, index) => argument === last.others[index]);
    if (isSame) return last.result;
    const result = compute(first, ...others);
    calls.set(first, { others, result });
    return result;
  };
}
