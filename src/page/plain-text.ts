/** The slot that shows it; rendered only where something else has failed. */
export const PLAIN_SLOT = 'booking-plain';

/**
 * Taken before a script of the page can replace it; a server has none. From the classes at the end of
 * their line, because MooTools has a `Document` and an `Element` of its own.
 */
const dom = globalThis.document && {
  append: HTMLElement.prototype.append,
  appendChild: HTMLElement.prototype.appendChild,
  createElement: HTMLDocument.prototype.createElement,
  remove: HTMLElement.prototype.remove,
  replaceChildren: ShadowRoot.prototype.replaceChildren,
  setAttribute: HTMLElement.prototype.setAttribute,
  setText: Object.getOwnPropertyDescriptor(Node.prototype, 'textContent')?.set as (
    text: string,
  ) => void,
};

type Call = <This, Given extends unknown[], Result>(
  method: (this: This, ...given: Given) => Result,
  target: This,
  ...given: Given
) => Result;

const call: Call = Function.prototype.call.bind(Function.prototype.call);

/**
 * A text that must not be lost if the widget cannot render it: a child of the widget, in the page's
 * own tree. No slot shows it as long as all goes well.
 */
export class PlainText {
  readonly #host: HTMLElement;
  #element: HTMLElement | undefined;
  #text = '';
  /** What was added last, since all was written anew. */
  #added = '';

  constructor(host: HTMLElement) {
    this.#host = host;
  }

  get text(): string {
    return this.#text;
  }

  /** Without anything that a script of the page may have broken. */
  add(text: string): void {
    // An order whose outcome is awaited is read again and again. There is no search for any other
    // text that is there already: the next update writes all of them anew.
    if (text === this.#added) return;
    this.text = this.#text ? `${this.#text}, ${text}` : text;
    this.#added = text;
  }

  /** Removed if it is empty. */
  set text(text: string) {
    if (text === this.#text) return;
    this.#text = text;
    this.#added = '';
    if (this.#element) call(dom.remove, this.#element);
    this.#element = undefined;
    if (!text) return;
    this.#element = create('p', text);
    call(dom.setAttribute, this.#element, 'slot', PLAIN_SLOT);
    call(dom.append, this.#host, this.#element);
  }
}

/** Shows a sentence, the plain text and perhaps the page's own link in place of everything else. */
export function showPlainly(root: ShadowRoot, sentence: string, hasLink: boolean): void {
  const note = create('p', sentence);
  call(dom.setAttribute, note, 'role', 'alert');
  const slot = create('slot', '');
  call(dom.setAttribute, slot, 'name', PLAIN_SLOT);
  call(dom.replaceChildren, root, note, slot);
  if (hasLink) call(dom.appendChild as (this: Node, child: Node) => Node, root, create('slot', ''));
}

function create(tag: string, text: string): HTMLElement {
  const element = call(
    dom.createElement as (this: Document, tag: string) => HTMLElement,
    // The document itself: a method of it is called, and not read.
    globalThis.document,
    tag,
  );
  call(dom.setText, element, text);
  return element;
}
