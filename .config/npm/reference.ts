import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { type ProblemCode, problemCodes } from '#contract/problem.schema';
import { toProblem } from '../../proxy/http/problems.ts';
import { problemAdvice } from '../../proxy/operations/problem-advice.ts';
import type { Documented, Manifest } from './manifest.ts';
import { commonParameters, listOfOperations, listOfShapes } from './operations-reference.ts';
import { type PublicElement, publicElements } from './public-elements.ts';

/**
 * Parts of the pages, made from their source: the public elements and the examples from the comments
 * in the code, the problems from the sentences that are shown, the operations of API v3 from their
 * table. `--write` puts them there, `--check` says whether they differ.
 */
const MANIFEST = 'dist/custom-elements.json';

const [widget, button] = publicElements(JSON.parse(readFileSync(MANIFEST, 'utf8')) as Manifest);
if (!widget || !button) throw new Error(`${MANIFEST} lacks an element.`);

const tablesOfWidget: Readonly<Record<string, string>> = {
  attributes: table('attribute', widget.attributes),
  properties: table('property', widget.properties.filter(isNoAttribute)),
  events: table('event', widget.events),
  'custom properties': table('custom property', widget.cssProperties),
  'parts and slots': table('where', [widget, button].flatMap(partsAndSlots)),
};

const pages: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'src/README.md': {
    ...tablesOfWidget,
    problems: listOfProblems((code) => toProblem(code, []).title),
    'example of BookingWidget': exampleOf('BookingWidget', 'src/shell/booking-widget.ts'),
    'example of BookingButton': exampleOf('BookingButton', 'src/dialog/booking-button.ts'),
    'example of define': exampleOf('define', 'src/page/define.ts'),
    'example of React': exampleOf('BookingWidget', 'src/frameworks/react.ts'),
    'example of BookingEvent': exampleOf('BookingEvent', 'src/events.ts'),
    'example of BookingEventDetail': exampleOf('BookingEventDetail', 'src/events.ts'),
    'example of PaymentMethod': exampleOf('PaymentMethod', 'src/domain/payment-method.ts'),
  },
  'proxy/PROBLEMS.md': { problems: listOfProblems((code) => problemAdvice[code]) },
  'proxy/ORDER-CHECK.md': {
    'example of OrderCheck': exampleOf('OrderCheck', 'proxy/order-check.ts'),
  },
  'proxy/payments/README.md': {
    'example of listenProxy': exampleOf('listenProxy', 'proxy/server.ts'),
    'example of PaymentProvider': exampleOf('PaymentProvider', 'proxy/payments/provider.ts'),
  },
  'proxy/platform/README.md': {
    'common parameters': commonParameters,
    operations: listOfOperations(),
    shapes: listOfShapes(),
  },
};

/** The block of code in the doc comment of what a file exports by this name. */
function exampleOf(name: string, file: string): string {
  const source = readFileSync(file, 'utf8');
  const [before = '', after] = source.split(
    new RegExp(`^export (?:async )?(?:class|const|function|interface|type) ${name}\\b`, 'm'),
  );
  const comment = before.slice(before.lastIndexOf('/**')).replace(/^ \* ?/gm, '');
  const [, example] = /^@example\n(```[^]*?^```)/m.exec(comment) ?? [];
  if (after === undefined || example === undefined)
    throw new Error(`${file}: ${name} has no example.`);
  return example;
}

/** What somebody reads of each problem. */
function listOfProblems(read: (code: ProblemCode) => string): string {
  return problemCodes
    .map((code) => `- \`${code}\` (${toProblem(code, []).status}): ${read(code)}`)
    .join('\n');
}

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
  return asTable([head, 'what'], rows);
}

function asTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** Without the line breaks and the full stop of a comment. */
function asPhrase(description: string): string {
  return description.replace(/\s+/g, ' ').replace(/\.$/, '');
}

for (const [page, tables] of Object.entries(pages)) {
  const found = readFileSync(page, 'utf8');
  let wanted = found;
  for (const [name, rows] of Object.entries(tables)) {
    const begin = `<!-- ${name}: written by npm run docs -->\n`;
    const [before = '', rest] = wanted.split(begin);
    const after = rest?.slice(rest.indexOf('<!-- end -->'));
    if (after === undefined) throw new Error(`${page} has no place for the ${name}.`);
    wanted = `${before}${begin}\n${await format(rows, { parser: 'markdown', singleQuote: true, printWidth: 100 })}\n${after}`;
  }
  if (process.argv[2] === '--write') writeFileSync(page, wanted);
  else if (found !== wanted) {
    throw new Error(`${page} differs from its source: npm run build && npm run docs`);
  }
}
