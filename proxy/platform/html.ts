import { Parser } from 'htmlparser2';
import { type HtmlElement, type HtmlNode, htmlTags } from '#contract/html.schema';

/** Beyond these limits HTML is cut off. */
interface HtmlLimits {
  readonly characters: number;
  readonly nodes: number;
  /** Elements that are open at once: the time for each tag grows with them. */
  readonly open: number;
}

/** More than anybody reads about an event. */
const usualLimits: HtmlLimits = { characters: 65_536, nodes: 2_000, open: Infinity };
/** Customers agree to terms, so as much is kept as a response can have (`MAX_LENGTH`). */
export const limitsOfTerms: HtmlLimits = { characters: 1_048_576, nodes: 20_000, open: 1_000 };
/** What is parsed between two counts of the open elements. With `u`, no character is cut in two. */
const parts = /[^]{1,4096}/gu;
const MAX_DEPTH = 32;
const MAX_HREF = 2_048;

/** Tags that the contract lacks, and the nearest tag that it allows. */
const replacements: ReadonlyMap<string, HtmlElement['tag']> = new Map(
  Object.entries({ h1: 'h3', h2: 'h3', h5: 'h4', h6: 'h4', b: 'strong', i: 'em' } as const),
);
/**
 * Elements that are dropped with their content, because it is not prose. Any other unknown element
 * is replaced by its content.
 */
const droppedTags: ReadonlySet<string> = new Set([
  ...['script', 'style', 'iframe', 'object', 'embed', 'applet', 'svg', 'math', 'template'],
  ...['noscript', 'noembed', 'noframes', 'title', 'head', 'textarea', 'select', 'button'],
  ...['audio', 'video', 'canvas', 'xmp', 'plaintext', 'frameset'],
]);
const blockTags: ReadonlySet<string> = new Set([
  ...['p', 'br', 'ul', 'ol', 'li', 'h3', 'h4', 'blockquote'],
]);
const webPrefixes = ['http://', 'https://'];

/** Control characters, lone surrogates, and marks that reverse the text beside them. */
const unsafeCharacters = /[\p{Cs}\u202a-\u202e\u2066-\u2069]|(?![\t\n\r])\p{Cc}/gu;

/** Text without unsafe characters. It stays text: nothing in it is ever parsed as HTML. */
export function toPlainText(text: string): string {
  return text.replace(unsafeCharacters, '');
}

/**
 * A vendor's HTML as the small tree of nodes that the contract allows. Elements that are too deep
 * are replaced by their content; nodes above the limit are cut off.
 */
export function parseHtml(html: string, limits = usualLimits): HtmlNode[] {
  const root: HtmlNode[] = [];
  /**
   * For each open element, the list that its content goes to: its own children, its parent's if it
   * is replaced by its content, none if it is dropped.
   */
  const targets: (HtmlNode[] | undefined)[] = [root];
  let depth = 0;
  let nodes = 0;

  const parser = new Parser({
    onopentag(name, { href }) {
      const target = droppedTags.has(name) ? undefined : targets.at(-1);
      const fits = depth < MAX_DEPTH && nodes < limits.nodes;
      const element = fits ? toElement(name, href) : undefined;
      if (!target || !element) {
        targets.push(target);
        return;
      }
      targets.push(element.children);
      target.push(element);
      nodes += 1;
      depth += 1;
    },

    onclosetag() {
      const closed = targets.pop();
      const hadOwnChildren = closed !== undefined && closed !== targets.at(-1);
      if (hadOwnChildren) depth -= 1;
    },

    ontext(source) {
      const target = targets.at(-1);
      const text = toPlainText(source);
      if (!target || text === '') return;
      const last = target.at(-1);
      if (typeof last === 'string') {
        target[target.length - 1] = last + text;
      } else if (nodes < limits.nodes) {
        target.push(text);
        nodes += 1;
      }
    },
  });
  for (const part of html.slice(0, limits.characters).match(parts) ?? []) {
    if (targets.length > limits.open) break;
    parser.write(part);
  }
  parser.end();
  return root;
}

function toElement(name: string, href: string | undefined): HtmlElement | undefined {
  const tag = replacements.get(name) ?? htmlTags.find((allowed) => allowed === name);
  if (tag === undefined) return undefined;
  if (tag !== 'a') return { tag, children: [] };
  const address = href === undefined ? undefined : toHref(href);
  return address === undefined ? undefined : { tag, href: address, children: [] };
}

/** An absolute address that a link may lead to, as the URL parser writes it. */
export function toHref(text: string): string | undefined {
  const address = text.trim();
  if (/\p{Cc}/u.test(address) || !URL.canParse(address)) return undefined;
  const { protocol, username, password, href } = new URL(address);
  const hasWebPrefix = webPrefixes.some((prefix) => address.toLowerCase().startsWith(prefix));
  const isWeb = hasWebPrefix && username === '' && password === '';
  const isAllowed = isWeb || protocol === 'mailto:' || protocol === 'tel:';
  return isAllowed && href.length <= MAX_HREF ? href : undefined;
}

/** The beginning of the nodes' text, cut between words. */
export function summarize(nodes: readonly HtmlNode[], limit: number): string {
  const text = nodes.map(toText).join('').replace(/\s+/g, ' ').trim();
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit - 1);
  const endsBetweenWords = text[limit - 1] === ' ';
  const end = endsBetweenWords ? cut.length : cut.lastIndexOf(' ');
  return `${cut.slice(0, end > 0 ? end : cut.length).trimEnd()}…`;
}

function toText(node: HtmlNode): string {
  if (typeof node === 'string') return node;
  const text = node.children.map(toText).join('');
  return blockTags.has(node.tag) ? ` ${text} ` : text;
}
