import { Parser } from 'htmlparser2';
import { htmlTags, type HtmlElement, type HtmlNode } from '../../src/contract/html.schema.ts';

const MAX_INPUT = 65_536;
const MAX_DEPTH = 32;
const MAX_NODES = 2_000;
const MAX_HREF = 2_048;

const renamed: ReadonlyMap<string, HtmlElement['tag']> = new Map(
  Object.entries({ h1: 'h3', h2: 'h3', h5: 'h4', h6: 'h4', b: 'strong', i: 'em' } as const),
);
/**
 * Elements whose content is not prose, so that it goes with them. Everything else unknown leaves
 * its content.
 */
const dropped = new Set(
  `script style iframe object embed applet svg math template noscript noembed noframes title head
   textarea select button audio video canvas xmp plaintext frameset`.split(/\s+/),
);
const blocks = new Set<string>(['p', 'br', 'ul', 'ol', 'li', 'h3', 'h4', 'blockquote']);

/**
 * Control characters, halves of a character, and marks that turn around what is written beside
 * them.
 */
const disturbing = /[\p{Cs}\u202a-\u202e\u2066-\u2069]|(?![\t\n\r])\p{Cc}/gu;

/**
 * Text that can be shown beside other text. It stays text: whatever looks like HTML in it is none.
 */
export function toPlain(text: string): string {
  return text.replace(disturbing, '');
}

/**
 * A vendor's HTML as the small tree that the contract allows. What is too deep is flattened, what
 * is too much is cut.
 */
export function readHtml(html: string): HtmlNode[] {
  const root: HtmlNode[] = [];
  /**
   * Where each open element puts its content: its own children, those of what it stands in, or
   * nowhere.
   */
  const open: (HtmlNode[] | undefined)[] = [root];
  let depth = 0;
  let nodes = 0;

  const parser = new Parser({
    onopentag(name, { href }) {
      const parent = dropped.has(name) ? undefined : open.at(-1);
      const element = depth < MAX_DEPTH && nodes < MAX_NODES ? toElement(name, href) : undefined;
      open.push(parent && element ? element.children : parent);
      if (!parent || !element) return;
      parent.push(element);
      nodes += 1;
      depth += 1;
    },
    onclosetag() {
      const closed = open.pop();
      if (closed && closed !== open.at(-1)) depth -= 1;
    },
    ontext(source) {
      const parent = open.at(-1);
      const text = toPlain(source);
      if (!parent || text === '') return;
      const last = parent.at(-1);
      if (typeof last === 'string') parent[parent.length - 1] = last + text;
      else if (nodes < MAX_NODES) {
        parent.push(text);
        nodes += 1;
      }
    },
  });
  parser.end(html.slice(0, MAX_INPUT));
  return root;
}

function toElement(name: string, href: string | undefined): HtmlElement | undefined {
  const tag = renamed.get(name) ?? htmlTags.find((allowed) => allowed === name);
  if (tag !== 'a') return tag && { tag, children: [] };
  const target = href === undefined ? undefined : toHref(href);
  return target === undefined ? undefined : { tag, href: target, children: [] };
}

/**
 * An absolute address that a link may lead to, as the URL parser writes it; undefined for all
 * others.
 */
export function toHref(text: string): string | undefined {
  const address = text.trim();
  if (/\p{Cc}/u.test(address) || !URL.canParse(address)) return undefined;
  const { protocol, username, password, href } = new URL(address);
  const isWeb = /^https?:\/\//i.test(address) && username === '' && password === '';
  const isLink = isWeb || protocol === 'mailto:' || protocol === 'tel:';
  return isLink && href.length <= MAX_HREF ? href : undefined;
}

/** The beginning of a text, without its elements, cut between words. */
export function summarize(nodes: readonly HtmlNode[], limit: number): string {
  const text = nodes.map(toText).join('').replace(/\s+/g, ' ').trim();
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit - 1);
  const end = text[limit - 1] === ' ' ? cut.length : cut.lastIndexOf(' ');
  return `${cut.slice(0, end > 0 ? end : cut.length).trimEnd()}…`;
}

function toText(node: HtmlNode): string {
  if (typeof node === 'string') return node;
  const text = node.children.map(toText).join('');
  return blocks.has(node.tag) ? ` ${text} ` : text;
}
