import { StripeRefusal } from './errors.ts';

/** The parameters of a request, in Stripe's notation: `metadata[reference]`, `types[0]`. */
export interface Form {
  /** @throws {StripeRefusal} when there is any other parameter */
  only(...names: string[]): void;
  has(name: string): boolean;
  /** @throws {StripeRefusal} when it is another value */
  is(name: string, value: string): void;
  text(name: string): string;
  integer(name: string): number;
  map(name: string): Record<string, string>;
  list(name: string): string[];
}

export function formOf(parameters: URLSearchParams): Form {
  function text(name: string): string {
    const value = parameters.get(name);
    if (value) return value;
    throw new StripeRefusal(400, { code: 'parameter_missing', param: name });
  }

  return {
    text,
    has: (name) => parameters.has(name),

    is(name, value) {
      if (text(name) === value) return;
      throw new StripeRefusal(400, { code: 'parameter_invalid', param: name });
    },

    only(...names) {
      const unknown = [...parameters.keys()].find(
        (name) => !names.includes(name.replace(/\[.*/, '')),
      );
      if (!unknown) return;
      throw new StripeRefusal(400, { code: 'parameter_unknown', param: unknown });
    },

    integer(name) {
      const value = text(name);
      if (/^\d+$/.test(value)) return Number(value);
      throw new StripeRefusal(400, { code: 'parameter_invalid_integer', param: name });
    },

    list: (name) =>
      [...parameters].flatMap(([key, value]) => (key.startsWith(`${name}[`) ? [value] : [])),

    map(name) {
      const entries = [...parameters].flatMap(([key, value]) => {
        const [, inner] = new RegExp(`^${name}\\[(\\w+)\\]$`).exec(key) ?? [];
        return inner === undefined ? [] : [[inner, value] as const];
      });
      return Object.fromEntries(entries);
    },
  };
}
