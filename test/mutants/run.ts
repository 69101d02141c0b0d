import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyTree } from '../support/copy-tree.ts';
import { filesBelow } from '../support/files.ts';
import { mutantsOf } from './all.ts';
import { type Mutant, mutate, testsOf } from './mutant.ts';
import { tryTests, type Verdict } from './trial.ts';

/**
 * Makes one small error after the other in a copy of the tree, and runs the tests that ought to
 * notice it. Arguments select the mutants whose file or title contains one of them.
 */

/** The share of mutants that have to be killed. */
const NEEDED = 0.9;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => process.exit(1));
}

const words = process.argv.slice(2);
const isWanted = ({ file, title }: Mutant) =>
  words.length === 0 || words.some((word) => file.includes(word) || title.includes(word));
const wanted = Object.entries(mutantsOf).map(
  ([folder, mutants]) => [folder, mutants.filter(isWanted)] as const,
);
const testFiles = filesBelow('test', '.test.ts');
const copy = copyTree();

const withoutMutant = await tryTests(allTests(), copy);
if (withoutMutant.is !== 'survived') {
  console.log(`Without any mutant a test fails, so it can judge none: ${withoutMutant.by}`);
  process.exit(1);
}

const rows: { folder: string; killed: number; survived: number; broken: number }[] = [];
for (const [folder, mutants] of wanted) {
  const row = { folder, killed: 0, survived: 0, broken: 0 };
  rows.push(row);
  for (const mutant of mutants) {
    const verdict = await tryMutant(mutant);
    row[verdict.is] += 1;
    console.log(`\n${verdict.is.padEnd(9)} ${mutant.file}: ${mutant.title}`);
    if (verdict.is !== 'survived') console.log(`          ${verdict.by}`);
  }
}
printTotal();

function allTests(): string[] {
  const mutants = wanted.flatMap(([, ofFolder]) => ofFolder);
  return [...new Set(mutants.flatMap((mutant) => testsOf(mutant, testFiles)))];
}

async function tryMutant(mutant: Mutant): Promise<Verdict> {
  const path = join(copy, mutant.file);
  const source = readFileSync(path, 'utf8');
  writeFileSync(path, mutate(source, mutant));
  try {
    return await tryTests(testsOf(mutant, testFiles), copy);
  } finally {
    writeFileSync(path, source);
  }
}

/** Prints the results by folder, and sets the exit code. */
function printTotal(): void {
  const sum = (result: Verdict['is']) => rows.reduce((total, row) => total + row[result], 0);
  const [killed, survived, broken] = [sum('killed'), sum('survived'), sum('broken')];
  console.log(`\n${'folder'.padEnd(16)}killed  survived`);
  for (const row of rows) {
    const counts = [String(row.killed).padStart(6), String(row.survived).padStart(10)];
    console.log(row.folder.padEnd(16) + counts.join(''));
  }
  if (broken > 0) console.log(`\n${broken} could not be tried, because their tests did not run`);
  console.log(`\n${killed} killed, ${survived} survived`);
  const isEnough = killed > 0 && killed >= NEEDED * (killed + survived);
  process.exitCode = broken === 0 && isEnough ? 0 : 1;
}
