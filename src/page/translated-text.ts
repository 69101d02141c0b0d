import type { LitElement, ReactiveController } from 'lit';
import { tryTo } from './try-to.ts';

/** The children of a node that lit has created, each with its text. */
type Content = readonly (readonly [child: Node, text: string | null])[];

/**
 * Page translators replace the texts of an element, while lit goes on writing into the nodes that
 * it has created itself. So during an update these stand beside the translator's. After it, only
 * the translator's stay where nothing has changed, and only lit's where something has.
 */
export class TranslatedText implements ReactiveController {
  readonly #host: LitElement;
  readonly #observer = new MutationObserver((records) => {
    this.#note(records);
    this.#takeBack(records);
  });
  /** What others have done to the element since its last update. */
  #records: MutationRecord[] = [];
  /** Nodes that others have removed, and may put elsewhere. */
  readonly #own = new WeakSet<Node>();
  /** Nodes that others have added. */
  readonly #foreign = new WeakSet<Node>();
  /** Nodes whose children others have replaced, from the outside in. */
  #translated: { parent: Node; own: Content; children: Node[] }[] = [];

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  hostUpdate(): void {
    tryTo('the text under a translator', () => this.#putAllBack());
  }

  hostUpdated(): void {
    tryTo('the text under a translator', () => this.#leaveTranslated());
  }

  #putAllBack(): void {
    this.#note(this.#observer.takeRecords());
    this.#observer.disconnect();
    const records = this.#records;
    this.#records = [];
    this.#translated = [];
    const isTranslated = records.some(({ removedNodes }) => [...removedNodes].some(isText));
    if (!isTranslated) return;
    const parents = [...new Set(records.map(({ target }) => target))];
    const shown = parents.map((parent) => [...parent.childNodes]);
    for (const record of records.reverse()) this.#putBack(record);
    this.#translated = parents.map((parent, index) => ({
      parent,
      own: this.#ownOf(parent),
      children: shown[index] ?? [],
    }));
  }

  #leaveTranslated(): void {
    this.#observer.observe(this.#host.renderRoot, { childList: true, subtree: true });
    for (const { parent, own, children } of this.#translated) {
      const now = this.#ownOf(parent);
      const isStill = parent.isConnected && isSame(now, own);
      arrange(parent, isStill ? children : now.map(([child]) => child));
    }
  }

  #note(records: MutationRecord[]): void {
    this.#records.push(...records);
    for (const { removedNodes, addedNodes } of records) {
      for (const node of removedNodes) if (!this.#foreign.has(node)) this.#own.add(node);
      for (const node of addedNodes) if (!this.#own.has(node)) this.#foreign.add(node);
    }
  }

  /**
   * Leaves copies of lit's texts in the translator's elements. Moved there and back in each update,
   * the texts would be laid out again, and WebKit would scroll while they are not.
   */
  #takeBack(records: MutationRecord[]): void {
    for (const { target, addedNodes } of records) {
      if (!this.#foreign.has(target)) continue;
      for (const node of addedNodes) {
        const isOurs = this.#own.has(node) && node.parentNode === target;
        if (isOurs && isText(node)) target.replaceChild(node.cloneNode(), node);
      }
    }
  }

  /** Puts lit's own nodes back to their places, each in front of the translator's. */
  #putBack({ target, removedNodes, previousSibling }: MutationRecord): void {
    let before = previousSibling;
    while (before && this.#foreign.has(before)) before = before.previousSibling;
    const after = before?.parentNode === target ? before.nextSibling : target.firstChild;
    for (const node of removedNodes) if (!this.#foreign.has(node)) target.insertBefore(node, after);
  }

  #ownOf(parent: Node): Content {
    return contentOf(parent).filter(([child]) => !this.#foreign.has(child));
  }
}

const isText = (node: Node) => node.nodeType === Node.TEXT_NODE;

const contentOf = (parent: Node): Content =>
  [...parent.childNodes].map((child) => [child, child.nodeValue]);

const isSame = (one: Content, other: Content) =>
  one.length === other.length &&
  one.every(([child, text], index) => other[index]?.[0] === child && other[index][1] === text);

/** Gives a node these children. None that is in its place moves, so that fields keep the focus. */
function arrange(parent: Node, children: Node[]): void {
  for (const child of [...parent.childNodes]) {
    if (!children.includes(child)) parent.removeChild(child);
  }
  for (const [index, child] of children.entries()) {
    const there = parent.childNodes[index] ?? null;
    if (there !== child) parent.insertBefore(child, there);
  }
}
