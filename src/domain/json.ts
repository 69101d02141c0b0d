/** Old libraries add a `toJSON` to these, which turns arrays into strings. */
const written = [Array, String, Number, Boolean, Object].map(
  ({ prototype }) => prototype as { toJSON?: unknown },
);

/** `JSON.stringify` without the `toJSON` methods that libraries of the host page have added. */
export function toJson(value: unknown): string {
  const own = written.map((prototype) => Object.getOwnPropertyDescriptor(prototype, 'toJSON'));
  for (const prototype of written) delete prototype.toJSON;
  try {
    return JSON.stringify(value);
  } finally {
    own.forEach((descriptor, index) => {
      if (descriptor) Object.defineProperty(written[index], 'toJSON', descriptor);
    });
  }
}
