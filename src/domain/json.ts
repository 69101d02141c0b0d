/** Old libraries write a JSON of their own into these, so that a list becomes a text. */
const written = [Array, String, Number, Boolean, Object].map(
  ({ prototype }) => prototype as { toJSON?: unknown },
);

/** As the language writes it, whatever a page's libraries have made of that. */
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
