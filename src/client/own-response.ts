/*
 * Responses are read with the browser's own methods, taken before a script of the page can replace
 * them: the response to an order has to be read in any case.
 */
const { getPrototypeOf } = Object;
const { call } = Function.prototype;
const { prototype } = Response;
const { prototype: headersPrototype } = Headers;
const read: (response: Response) => Promise<string> = call.bind(prototype.text);
const readHeader: (headers: Headers, name: string) => string | null = call.bind(
  headersPrototype.get,
);

export const { parse: parseJson } = JSON;

/**
 * A page's own `fetch` may return an object that only looks like a response, or that inherits from
 * one: the browser's method refuses both.
 */
export function textOf(response: Response): Promise<string> {
  return getPrototypeOf(response) === prototype ? read(response) : response.text();
}

/** Null if the response has no such header. The same goes for its headers. */
export function headerOf({ headers }: Response, name: string): string | null {
  return getPrototypeOf(headers) === headersPrototype
    ? readHeader(headers, name)
    : headers.get(name);
}
