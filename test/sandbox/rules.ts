import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { filesBelow } from '../support/files.ts';
import { operations } from './operations.ts';

/**
 * The table of operations and rules in the sandbox's README, made from the titles of its tests: a
 * title is `section: rule`. `--write` puts it there, `--check` says what differs, or which
 * operation has no test.
 */
const README = 'demo/sandbox/README.md';
const [BEGIN, END] = ['<!-- rules: written by test/sandbox/rules.ts -->', '<!-- end of rules -->'];

/**
 * Sections of the spec beyond its operations, in its sequence: resources, states, parameters, then
 * its later parts.
 */
const sections = [
  ...['Vendor', 'Event', 'Price', 'Merged event', 'Date', 'Merged date', 'Product', 'Order'],
  ...['Ticket', 'Participant', 'Voucher order', 'Product line', 'Flex ticket', 'Payment', 'States'],
  ...['Common list parameters', 'Vendor list', 'Event lists', 'Date lists', 'Product list'],
  ...['Order list', 'Authentication', 'Events', 'Errors', 'Limits', 'Versioning'],
];

interface Rule {
  /** `Authentication 5`, or the name of an operation. */
  readonly section: string;
  readonly text: string;
  readonly file: string;
}

/** The titles in the source; expressions in them are shown as an ellipsis. */
function rulesIn(file: string): Rule[] {
  const calls = /\b(?:test|rule|writeRule|sandboxRule)\(\s*(?:'((?:[^'\\]|\\.)*)'|`([^`]*)`)/g;
  return [...readFileSync(file, 'utf8').matchAll(calls)].flatMap(([, plain, template]) => {
    const title = (plain ?? template ?? '').replaceAll(/\$\{[^}]*\}/g, '…');
    // The title of a loop over operations stands for each of them.
    const [, section, text] = /^([^:]+): (.+)$/.exec(title) ?? [];
    if (section === undefined || text === undefined) return [];
    return [{ section, text, file: file.replace('test/sandbox/', '') }];
  });
}

const isKnown = ({ section }: Rule) =>
  section in operations || sections.includes(section.replace(/ \d+$/, ''));

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function place({ section }: Rule): number {
  const operation = Object.keys(operations).indexOf(section);
  if (operation >= 0) return operation;
  const [name = '', number = '0'] = section.split(/ (?=\d+$)/);
  return 100 + sections.indexOf(name) + Number(number) / 100;
}

const found = ['.test.ts', '.rules.ts']
  .flatMap((end) => filesBelow('test/sandbox', end))
  .flatMap(rulesIn);
const rules = found.filter(isKnown).sort((a, b) => place(a) - place(b));

const faults = Object.keys(operations)
  .filter((operation) => !rules.some(({ section }) => section === operation))
  .map((operation) => `There is no test of the operation "${operation}".`);
for (const { section, text, file } of found) {
  if (/^(conformance|choices)\//.test(file) && !isKnown({ section, text, file })) {
    faults.push(`${file}: the spec has no section "${section}".`);
  }
}

const summary = table(
  ['operation', 'call', 'rules', 'tests'],
  Object.entries(operations).map(([operation, call]) => {
    const own = rules.filter(({ section }) => section === operation);
    const files = [...new Set(own.map(({ file }) => `\`${file}\``))].join(', ');
    return [operation, `\`${call}\``, String(own.length), files];
  }),
);
const details = table(
  ['section', 'rule', 'test'],
  rules.map(({ section, text, file }) => [section, text, `\`${file}\``]),
);
const written = await format(`${summary}\n\n${details}\n`, { parser: 'markdown' });

const readme = readFileSync(README, 'utf8');
const [before = '', rest] = readme.split(BEGIN);
const after = rest?.split(END)[1];
if (after === undefined) throw new Error(`${README} has no place for the rules.`);
const wanted = `${before}${BEGIN}\n\n${written}\n${END}${after}`;

if (process.argv[2] === '--write') writeFileSync(README, wanted);
else if (readme !== wanted) faults.push(`${README} is behind its tests: run with --write.`);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
