import { type Attack, type AttackReport, runAttack } from '../proxy/guards/attack.ts';
import { guards } from '../proxy/guards/guards.ts';
import { megabytesInUse } from '../proxy/guards/memory.ts';
import { benchBeside, benchWithout } from './attack/beside.ts';
import { controls } from './attack/controls.ts';
import { row, whole } from './support/figures.ts';

/** More requests than an address may send in a minute. */
const PER_MINUTE = 2_000;
const NETWORKS = 16;

const oneAddress = ['203.0.113.9'];
const networksOf48 = Array.from({ length: NETWORKS }, (_, index) => `2001:db8:1:${index}::1`);

/** Seconds of each attack over sockets. */
const SHORT = 2;
const LONG = 20;

/**
 * Measures what customers wait for beside an attacker over sockets and, with `--long`, what an
 * attacker can use up in an hour of virtual time: platform calls, places and memory. Fails if a
 * limit does not hold, as it has to with `--without` one of the guards.
 */
export async function bench(options: readonly string[] = []): Promise<void> {
  if (options.includes('--without')) {
    const name = options[options.indexOf('--without') + 1] ?? '';
    const control = controls[name];
    const names = Object.keys(controls).join(', ');
    if (!control) throw new Error(`There is no guard ${name}; there are ${names}.`);
    if (!(await benchWithout(control))) process.exitCode = 1;
    return;
  }
  const isLong = options.includes('--long');
  if (isLong) await benchHour();
  if (!(await benchBeside(isLong ? LONG : SHORT))) process.exitCode = 1;
}

async function benchHour(): Promise<void> {
  console.log('An hour of attack on virtual time, with an honest visitor each minute');
  const calm = await runAttack({ addresses: [], perMinute: 0, measure: megabytesInUse });
  const attacks: readonly [name: string, attack: Attack, parts: 1 | 4][] = [
    ['one address', { addresses: oneAddress, perMinute: PER_MINUTE }, 1],
    [
      `${NETWORKS} networks of a /48`,
      { addresses: networksOf48, perMinute: (4 * PER_MINUTE) / NETWORKS },
      4,
    ],
  ];
  for (const [name, attack, parts] of attacks) {
    const report = await runAttack({ ...attack, measure: megabytesInUse });
    const { requests, honest, refused } = report;
    console.log(row(name, whole(requests), 'requests'));
    if (!areGuarded({ ...report, calls: report.calls - calm.calls }, parts)) process.exitCode = 1;
    console.log(row('  honest requests, refused', whole(honest), whole(refused), 'limit 0'));
    if (refused > 0) process.exitCode = 1;
  }
}

/** Prints what got through each guard. `guards.long.test.ts` shows that each guard is needed. */
function areGuarded(report: AttackReport, parts: 1 | 4): boolean {
  const uses = Object.entries(guards).map(([name, { figure, most }]) => {
    return { name, used: figure(report), limit: most(parts, {}) };
  });
  for (const { name, used, limit } of uses) {
    console.log(row(`  ${name}`, whole(used), `limit ${whole(limit)}`));
  }
  return uses.every(({ used, limit }) => used <= limit);
}
