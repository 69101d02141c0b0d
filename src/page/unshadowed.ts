/**
 * A view of a node that is safe from DOM clobbering: on `document` and on a form, an element hides
 * the member that its `name` or `id` names. With `<img name="baseURI">`, `document.baseURI` is that
 * picture. The view reads members from the node's class instead. APIs that take a node need the
 * node itself.
 */
export function unshadowed<T extends Node>(node: T): T {
  return new Proxy({} as T, { get: (_, name) => ownMember(node, name) });
}

/**
 * `document` without clobbering; lint keeps all other code from reading `document` itself. It is
 * read only on use, because a server has none.
 */
export const ownDocument = new Proxy({} as Document, {
  get: (_, name) => ownMember(document, name),
});

/** Whether a node is in the document of a frame, or of another window. */
export function isInOtherDocument(node: Node): boolean {
  return unshadowed(node).ownerDocument !== document;
}

function ownMember(node: Node, name: string | symbol): unknown {
  const member: unknown = Reflect.get(Object.getPrototypeOf(node) as object, name, node);
  return typeof member === 'function' ? member.bind(node) : member;
}
