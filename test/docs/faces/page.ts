import { type Operation, operations } from '../../../proxy/platform/operations.ts';
import type { Asked } from './asked.ts';
import { type Code, readCode } from './code.ts';
import { allRows } from './find.ts';
import { type Found, hasPlace, reasonOf } from './places.ts';
import { reasons } from './reasons.ts';
import { keyOf, type Row } from './rows.ts';

const introduction = `# What became of the specification

Each operation, parameter, field and state of the Booking Platform's API v3: who has it, and where. Look for its name.

- **Developers** have all of it, in the client (\`proxy/platform/operations.ts\`, \`proxy/platform/resources/\`) and in the
  sandbox (\`demo/sandbox/\`).
- **Customers** have what the widget reads (\`src/\`), and what the proxy (\`proxy/\`) asks, decides and sends for them. In
  \`proxy/operations/\` it is the **operator** who reads it.
- **Vendors and resellers** have what the command \`booking-platform\` lists and writes, and vendors the workbench. The
  command's \`--json\` prints all fields of a list.
- **Nobody** else has the rest, for the reason that stands there. In these lines, \`?name\` is a parameter.

Written by \`npm run docs\`: the names are those of the client's own tables. Every field of a response is followed through
the proxy, every call of the proxy and every command is made, and the compiler tells who reads what comes out.
\`test/docs/faces/reasons.ts\` has the reasons. The check fails if something has neither a place nor a reason.`;

/** How the widget's contract calls what is made of the items of a class. */
const contractTypes: Readonly<Record<string, readonly [type: string, file: string]>> = {
  vendors: ['Vendor', 'src/contract/vendor.schema.ts'],
  events: ['MergedEvent', 'src/contract/event.schema.ts'],
  dates: ['EventDate', 'src/contract/date.schema.ts'],
  products: ['Product', 'src/contract/product.schema.ts'],
  orders: ['PlacedOrder', 'src/contract/order.schema.ts'],
};

const titles: Readonly<Record<string, string>> = {
  token: 'The token',
  notifications: 'Notifications, beside the order',
};

/** The whole page, as Markdown. */
export function pageOf(found: Found): string {
  const code = readCode();
  const classes = [...new Set(allRows.map(({ of }) => of))];
  return [
    introduction,
    '## Operations',
    tableOfOperations(found, code),
    listOfNobody(
      allRows.filter(({ kind }) => kind === 'operation'),
      found,
    ),
    ...classes.flatMap((of) => section(of, found, code)),
  ]
    .filter(Boolean)
    .join('\n\n');
}

function tableOfOperations(found: Found, code: Code): string {
  const rows = Object.entries<Operation>(operations).flatMap(([name]) => {
    const row: Row = { of: '', kind: 'operation', name };
    if (!hasPlace(row, found)) return [];
    const methods = [...(found.proxy.get(name) ?? [])];
    const inProxy = methods.flatMap((method) =>
      method === 'obtainToken'
        ? code.filesNaming(method).filter((file) => file.includes('token'))
        : code.readersOf('Platform', 'proxy/platform/platform.ts', method),
    );
    const inDemo = [...(found.workbench.get(name) ?? [])];
    const by = [...(found.command.get(name) ?? [])].map(asCode);
    return [[asCode(name), firstOf(inProxy, 'proxy/'), by.join(', '), firstOf(inDemo, 'demo/')]];
  });
  return tableOf(['operation', 'proxy', 'command', 'workbench'], rows);
}

function section(of: string, found: Found, code: Code): string[] {
  const rows = allRows.filter((row) => row.of === of && row.kind !== 'operation');
  const title = titles[of] ?? `${of.charAt(0).toUpperCase()}${of.slice(1)}`;
  return [
    `## ${title}`,
    listOfAsked(rows, found),
    tableOfFields(rows, found, code),
    listOfStates(rows, found, code),
    listOfNobody(rows, found),
  ];
}

/** Parameters and what is sent, by who does it. */
function listOfAsked(rows: readonly Row[], { proxy, command, visitors }: Found): string {
  const named = (kind: Row['kind'], asked: Asked, by?: string) =>
    rows
      .filter((row) => row.kind === kind)
      .filter((row) => (by ? asked.get(keyOf(row))?.has(by) : asked.has(keyOf(row))))
      .map(({ name, value }) => asCode(value === undefined ? name : `${name}=${value}`));
  return listOf([
    ['Parameters that the proxy asks with', named('parameter', proxy)],
    ['Parameters of visitors, which the proxy applies', named('parameter', visitors, 'visitors')],
    ['Parameters that are a site’s settings', named('parameter', visitors, 'site')],
    ['Parameters of the command', named('parameter', command)],
    ['Sent for customers, with an order', named('input', proxy)],
    ['Sent by the command, from a file', named('input', command)],
  ]);
}

function tableOfFields(rows: readonly Row[], found: Found, code: Code): string {
  const fields = rows.filter(
    (row) => row.kind === 'field' && row.value === undefined && hasPlace(row, found),
  );
  return tableOf(
    ['field', 'widget', 'proxy', 'command'],
    fields.map((row) => {
      const paths = found.traces.get(keyOf(row)) ?? [];
      const path = pathOf(row, paths);
      const readers = readersOf(row, paths, code);
      const inWidget = readers.filter(isWidget);
      const inProxy = readers.filter((file) => file.startsWith('proxy/'));
      return [
        asCode(row.name),
        firstOf(inWidget, 'src/'),
        [
          paths.includes('') ? 'whether it is offered' : '',
          path && lastOf(path) !== lastOf(row.name) ? `as ${asCode(lastOf(path))}` : '',
          path && inWidget.length === 0
            ? firstOf(inProxy, 'proxy/') || (contractTypes[row.of] ? 'passed on' : 'read')
            : '',
        ]
          .filter(Boolean)
          .join(', '),
        found.command.has(keyOf(row)) ? 'yes' : '',
      ];
    }),
  );
}

/** The values of each field that has a closed set of them, with what the widget does for each. */
function listOfStates(rows: readonly Row[], found: Found, code: Code): string {
  const states = rows.filter(
    (row) => row.kind === 'field' && row.value !== undefined && hasPlace(row, found),
  );
  const fields = [...new Set(states.map(({ name }) => name))];
  return listOf(
    fields.map((field) => [
      `States of ${asCode(field)}`,
      states
        .filter(({ name }) => name === field)
        .map((row) => {
          const readers = readersOf(row, found.traces.get(keyOf(row)) ?? [], code);
          const named = code.filesNaming(row.value ?? '');
          const where = firstOf(
            readers.filter((file) => isWidget(file) && named.includes(file)),
            'src/',
          );
          return `${asCode(row.value ?? '')}${where && ` (${where})`}`;
        }),
    ]),
  );
}

function listOfNobody(rows: readonly Row[], found: Found): string {
  const left = rows.filter((row) => !hasPlace(row, found));
  const whys = [...new Set(left.map((row) => reasonOf(row, reasons)))];
  return whys
    .map((why) => {
      const names = left.filter((row) => reasonOf(row, reasons) === why).map(nameOf);
      return `- Nobody: ${names.join(', ')}. ${why}`;
    })
    .join('\n');
}

function nameOf({ kind, name, value }: Row): string {
  const text = value === undefined ? name : `${name}=${value}`;
  return asCode(kind === 'parameter' ? `?${text}` : text) + (kind === 'input' ? ' (sent)' : '');
}

/** Where a field went: the path that ends as it does, else one that is not another field's own. */
function pathOf({ name, of }: Row, paths: readonly string[]): string | undefined {
  const isOfAnother = (path: string) =>
    allRows.some((row) => row.of === of && lastOf(row.name) === lastOf(path));
  return (
    paths.find((path) => path === name) ??
    paths.find((path) => lastOf(path) === lastOf(name)) ??
    paths.find((path) => path !== '' && !isOfAnother(path)) ??
    paths.find(Boolean)
  );
}

function readersOf(row: Row, paths: readonly string[], code: Code): string[] {
  const type = contractTypes[row.of];
  const path = pathOf(row, paths);
  if (!type || !path) return [];
  const readers = code.readersOf(...type, path);
  if (readers.length > 0 || row.of !== 'orders') return readers;
  return code.readersOf('PlacedOrder', 'proxy/platform/translate.ts', path);
}

const lastOf = (path: string) => path.split('.').at(-1) ?? '';
const isWidget = (file: string) => /^src\/(?!contract\/|messages\/)/.test(file);

/** What is seen comes before what computes. */
function firstOf(files: readonly string[], folder: string): string {
  const order = ['src/elements/', 'src/visit/parts/', 'src/visit/', ''];
  const place = (file: string) => order.findIndex((start) => file.startsWith(start));
  const [first, ...others] = [...new Set(files)].toSorted((a, b) => place(a) - place(b));
  if (first === undefined) return '';
  return asCode(first.replace(folder, '')) + (others.length > 0 ? ' …' : '');
}

function listOf(lines: readonly (readonly [what: string, names: readonly string[]])[]): string {
  return lines
    .filter(([, names]) => names.length > 0)
    .map(([what, names]) => `- ${what}: ${names.join(', ')}`)
    .join('\n');
}

/** Without columns that are empty. */
function tableOf(names: readonly string[], cells: readonly (readonly string[])[]): string {
  if (cells.length === 0) return '';
  const isFilled = names.map((_, column) => cells.some((row) => row[column] !== ''));
  const [head = [], ...rows] = [names, ...cells].map((row) => row.filter((_, i) => isFilled[i]));
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function asCode(text: string): string {
  return `\`${text}\``;
}
