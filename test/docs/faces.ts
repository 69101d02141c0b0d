import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { filesBelow } from '../support/files.ts';
import { allRows, findPlaces } from './faces/find.ts';
import { pageOf } from './faces/page.ts';
import { faultsOf } from './faces/places.ts';
import { reasons } from './faces/reasons.ts';

/**
 * Writes `FACES.md`, which says of each operation, parameter, field and state of the specification
 * who has it, and where. `--check` says instead what differs, what nobody has without a reason, and
 * what the sandbox does not know.
 */
const PAGE = 'proxy/platform/FACES.md';

const found = await findPlaces();
const faults = faultsOf(allRows, found, reasons);

const sandbox = filesBelow('demo/sandbox', '.ts')
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');
for (const { kind, name, value = name.split('.').at(-1) ?? '' } of allRows) {
  if (kind !== 'operation' && !new RegExp(`\\b${value}\\b`).test(sandbox)) {
    faults.push(`the sandbox has no ${name} ${value}`);
  }
}

const wanted = await format(pageOf(found), { parser: 'markdown' });
if (process.argv[2] === '--write') writeFileSync(PAGE, wanted);
else if (readFileSync(PAGE, 'utf8') !== wanted) faults.push('it is behind the code: npm run docs');

for (const fault of new Set(faults)) console.error(`${PAGE}: ${fault}.`);
process.exitCode = faults.length > 0 ? 1 : 0;
