import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import type { Documented, Manifest } from './manifest.ts';
import { publicElements, type PublicElement } from './public-elements.ts';

/**
 * The tables of `src/README.md` that describe the public elements, made from the comments in their
 * source. `--write` puts them there, `--check` says whether they differ.
 */
const PAGE = 'src/README.md';
const MANIFEST = 'dist/custom-elements.json';

const [widget, button] = publicElements(JSON.parse(readFileSync(MANIFEST, 'utf8')) as Manifest);
if (!widget || !button) throw new Error(`${MANIFEST} lacks an element.`);

const tables: Readonly<Record<string, string>> = {
  attributes: table('attribute', widget.attributes),
  properties: table('property', widget.properties.filter(isNoAttribute)),
  events: table('event', widget.events),
  'custom properties': table('custom property', widget.cssProperties),
  'parts and slots': table('where', [widget, button].flatMap(partsAndSlots)),
};

function isNoAttribute({ name }: Documented): boolean {
  const camelCase = (attribute: string) =>
    attribute.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return widget?.attributes.every((attribute) => camelCase(attribute.name) !== name) ?? true;
}

/** As selectors, because that is how a page's style addresses them. */
function partsAndSlots({ tag, cssParts, slots }: PublicElement): Documented[] {
  return [
    ...cssParts.map((part) => ({ ...part, name: `${tag}::part(${part.name})` })),
    ...slots.map((slot) => ({
      ...slot,
      name: slot.name ? `${tag} [slot="${slot.name}"]` : `${tag} > *`,
    })),
  ];
}

function table(head: string, things: readonly Documented[]): string {
  const rows = things.map(({ name, description = '' }) => [`\`${name}\``, asPhrase(description)]);
  return [[head, 'what'], ['---', '---'], ...rows]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');
}

/** Without the line breaks and the full stop of a comment. */
function asPhrase(description: string): string {
  return description.replace(/\s+/g, ' ').replace(/\.$/, '');
}

const page = readFileSync(PAGE, 'utf8');
let wanted = page;
for (const [name, rows] of Object.entries(tables)) {
  const begin = `<!-- ${name}: written by npm run docs -->\n`;
  const [before = '', rest] = wanted.split(begin);
  const after = rest?.slice(rest.indexOf('<!-- end -->'));
  if (after === undefined) throw new Error(`${PAGE} has no place for the ${name}.`);
  wanted = `${before}${begin}\n${await format(rows, { parser: 'markdown' })}\n${after}`;
}

if (process.argv[2] === '--write') writeFileSync(PAGE, wanted);
else if (page !== wanted) {
  throw new Error(`${PAGE} differs from the elements' source: npm run build && npm run docs`);
}
