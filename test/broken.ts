import { builtins } from './broken/builtins.ts';
import { steps, type Trial, tryOut } from './broken/trial.ts';
import { buildShop } from './support/build-shop.ts';
import { beginJourney } from './support/journey.ts';
import { readSelection } from './support/selection.ts';

/**
 * Replaces each of the browser's methods and classes that a library is known to replace, as an old one
 * may do it, before and after the widget's script. Words select by builtin and step:
 * `npm run test:broken -- Array.prototype.map before`.
 * `--sample 12 --seed 7` tries so many of them, chosen by the seed.
 */
const { words, sample } = readSelection(process.argv.slice(2));

const nameOf = ({ builtin, step }: Trial) => `${builtin.path} ${step}`;
const isWanted = (trial: Trial) => words.every((word) => nameOf(trial).includes(word));
const all: Trial[] = builtins
  .flatMap((builtin) => steps.map((step): Trial => ({ builtin, step })))
  .filter(isWanted);
const chosen = sample(all, nameOf);

const AT_ONCE = 2;
/** So many trials in one shop: each of them buys places. */
const PER_SHOP = 4;

await buildShop();
const waiting = [...chosen];
const faults = new Map<string, number>();
let passed = 0;
let failed = 0;

async function work(): Promise<void> {
  while (waiting.length > 0) {
    const journey = await beginJourney();
    const figures = new Set<string>();
    const control = await tryOut(journey, undefined, figures, 'control');
    if (control.length > 0) throw new Error(`The control fails: ${control.join(', ')}`);
    for (let count = 0; count < PER_SHOP; count += 1) {
      const trial = waiting.shift();
      if (!trial) break;
      // Not named after the trial, because “undefined” must be nowhere on the page.
      const verdict = await tryOut(journey, trial, figures, `Customer ${count}`).catch(
        (error: unknown) => [`the trial fails: ${String(error).split('\n')[0]}`],
      );
      if (verdict.length === 0) passed += 1;
      else {
        failed += 1;
        console.log(`✗ ${nameOf(trial)}: ${verdict.join('; ')}`);
        for (const fault of verdict) {
          const kind = fault.replace(/:.*/, '');
          faults.set(kind, (faults.get(kind) ?? 0) + 1);
        }
      }
    }
    await journey.close();
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, work));
console.log(`\n${builtins.length} builtins; ${chosen.length} of ${all.length} trials`);
for (const [fault, count] of faults) console.log(`${count} × ${fault}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
