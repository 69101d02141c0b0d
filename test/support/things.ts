/** A node of the flattened tree that assistive technology sees. */
interface FlatNode {
  readonly actualNode?: Node;
  readonly children: readonly FlatNode[] | null;
}

/**
 * The part of axe that its types omit. It computes roles and names the same way in every browser.
 */
export interface AxeReader {
  setup: (root: Element) => FlatNode;
  teardown: () => void;
  commons: {
    aria: { getRole: (node: FlatNode) => string | null };
    dom: { isVisibleToScreenReaders: (node: FlatNode) => boolean };
    text: { accessibleTextVirtual: (node: FlatNode) => string };
  };
}

export interface Thing {
  readonly role: string;
  readonly name: string;
  readonly element: HTMLElement;
}

/**
 * Drivers send the source of these functions into other pages, so they use only their arguments and
 * what every page has.
 */

/**
 * All elements with this role, or with any role, in reading order. Others get no name, because
 * computing names is slow.
 */
export function thingsBelow(root: Element, reader: AxeReader, wanted?: string): Thing[] {
  const { aria, dom, text } = reader.commons;
  const found: Thing[] = [];
  const read = (node: FlatNode) => {
    const { actualNode: element } = node;
    if (element instanceof HTMLElement) {
      const role = aria.getRole(node);
      // The role first, because visibility needs the styles of all nodes around it.
      const isWanted = role !== null && (wanted === undefined || role === wanted);
      if (isWanted && dom.isVisibleToScreenReaders(node)) {
        found.push({ role, name: text.accessibleTextVirtual(node), element });
      }
    }
    node.children?.forEach(read);
  };
  read(reader.setup(root));
  reader.teardown();
  return found;
}

/** The visible text. */
export function textBelow(node: Node): string {
  if (node instanceof Text) return node.data;
  if (node instanceof HTMLBRElement) return ' ';
  if (!(node instanceof Element)) return '';
  const { display, visibility } = getComputedStyle(node);
  if (display === 'none' || visibility === 'hidden') return '';
  const children =
    node instanceof HTMLSlotElement
      ? node.assignedNodes({ flatten: true })
      : [...(node.shadowRoot ?? node).childNodes];
  const text = children.map(textBelow).join('');
  return display.startsWith('inline') ? text : ` ${text} `;
}
