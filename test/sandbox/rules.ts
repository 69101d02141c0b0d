import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { filesBelow } from '../support/files.ts';
import { operations } from './operations.ts';

/**
 * Writes `RULES.md`, the list of all rules that the tests hold the sandbox to, from their titles: a
 * title is `section: rule`. `--check` says instead what differs, and which operation has no test.
 */
const LIST = 'test/sandbox/RULES.md';

/**
 * Sections of the spec beyond its operations, in its sequence: resources, states, parameters, then
 * its later parts.
 */
const sections = [
  ...['Vendor', 'Event', 'Price', 'Merged event', 'Date', 'Merged date', 'Product', 'Order'],
  ...['Ticket', 'Participant', 'Voucher order', 'Product line', 'Flex ticket', 'States'],
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
  const calls = /\b(?:test|rule)\(\s*(?:'((?:[^'\\]|\\.)*)'|`([^`]*)`)/g;
  return [...readFileSync(file, 'utf8').matchAll(calls)].flatMap(([, plain, template]) => {
    const title = (plain ?? template ?? '').replaceAll(/\$\{[^}]*\}/g, '…');
    // The title of a loop over operations stands for each of them.
    const [, section, text] = /^([^:]+): (.+)$/.exec(title) ?? [];
    if (section === undefined || text === undefined) return [];
    return [{ section, text, file: file.replace(/^test\/sandbox\/|^demo\//, '') }];
  });
}

const isKnown = ({ section }: Rule) =>
  section in operations || sections.includes(section.replace(/ \d+$/, ''));

function place({ section }: Rule): number {
  const operation = Object.keys(operations).indexOf(section);
  if (operation >= 0) return operation;
  const [name = '', number = '0'] = section.split(/ (?=\d+$)/);
  return 100 + sections.indexOf(name) + Number(number) / 100;
}

const found = [
  ...filesBelow('test/sandbox', '.test.ts'),
  ...filesBelow('demo/conformance', '.rules.ts'),
].flatMap(rulesIn);
const rules = found.filter(isKnown).sort((a, b) => place(a) - place(b));

const faults = Object.keys(operations)
  .filter((operation) => !rules.some(({ section }) => section === operation))
  .map((operation) => `There is no test of the operation "${operation}".`);
for (const { section, text, file } of found) {
  if (file.startsWith('conformance/') && !isKnown({ section, text, file })) {
    faults.push(`${file}: the spec has no section "${section}".`);
  }
}

const inSections = [...new Set(rules.map(({ section }) => section))].map((section) => {
  const call = operations[section];
  const own = rules.filter((rule) => rule.section === section);
  return [
    `## ${section}${call ? `: \`${call}\`` : ''}`,
    '',
    ...own.map(({ text, file }) => `- ${text} (\`${file}\`)`),
  ].join('\n');
});
const heading = `# What the tests demand of the sandbox

Written by \`node --import tsx test/sandbox/rules.ts --write\` from the titles of the tests, by section of the specification; …
stands for a table of cases.`;
const wanted = await format([heading, ...inSections].join('\n\n'), { parser: 'markdown' });

if (process.argv[2] === '--write') writeFileSync(LIST, wanted);
else if (readFileSync(LIST, 'utf8') !== wanted) {
  faults.push(`${LIST} is behind its tests: run test/sandbox/rules.ts with --write.`);
}
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
