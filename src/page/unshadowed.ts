/**
 * A node with its own members, whatever the elements of its page are called: of `document` and of a
 * form, an element takes the place of a member by its name or id. With `<img name="baseURI">`,
 * `document.baseURI` is that picture. What is read here comes from the node's class instead. Where
 * the browser wants a node, it needs the node itself.
 */
export function unshadowed<T extends Node>(node: T): T {
  return new Proxy({} as T, { get: (_, name) => ownMember(node, name) });
}

/** `document`, which lint keeps all other code from reading. There is none on a server. */
export const ownDocument = new Proxy({} as Document, {
  get: (_, name) => ownMember(document, name),
});

function ownMember(node: Node, name: string | symbol): unknown {
  const member: unknown = Reflect.get(Object.getPrototypeOf(node) as object, name, node);
  return typeof member === 'function' ? member.bind(node) : member;
}
