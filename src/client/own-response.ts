/*
 * Responses are read with the browser's own methods, taken before a script of the page can replace
 * them: the response to an order has to be read in any case.
 */
const { prototype } = Response;
const read: (response: Response) => Promise<string> = Function.prototype.call.bind(prototype.text);

export const { parse: parseJson } = JSON;

/**
 * A page's own `fetch` may return an object that only looks like a response, or that inherits from
 * one: the browser's method refuses both.
 */
export function textOf(response: Response): Promise<string> {
  return Object.getPrototypeOf(response) === prototype ? read(response) : response.text();
}
