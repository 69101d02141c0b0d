import { fork } from 'node:child_process';
import { join } from 'node:path';
import { newKey } from '../../../src/visit/key.ts';
import { type ChangedLine, copyChanged } from '../../proxy/changed-copy.ts';
import { milliseconds, quantile, row, whole } from '../support/figures.ts';
import { inFolder, type Opened, withAll } from '../support/processes.ts';
import { openPlatform, openProxy, type Server } from '../support/servers.ts';
import type { Attack, Attacked, AttackName } from './attacker.ts';
import type { Control, Env } from './controls.ts';
import {
  cartOf,
  findOffers,
  type Offers,
  openClient,
  order,
  visit,
  type Visited,
} from './customers.ts';
import type { Shop } from './requests.ts';

/** The sandbox's scenarios, and how many events each lists. */
const catalogs = { calm: 15, medium: 200, huge: 1_600 } as const;
export type Scenario = keyof typeof catalogs;
const attackNames: readonly AttackName[] = [
  'lists',
  'searches',
  'quotes',
  'bodies',
  'streams',
  'sockets',
];

/** Milliseconds; one order in a hundred may take longer. What it takes beside nobody is added. */
const LONGEST_ORDER = 1_000;
/** Seconds of a core that an address may use up in a minute. */
const MOST_WORK = 9;
/** So many milliseconds after a customer the next one comes, whatever he still waits for. */
const NEXT_CUSTOMER = 100;
/** As a process has where nobody has said otherwise. */
const DESCRIPTORS = 1_024;
/** Of the attacker, as large as a cart may be. */
const CARTS = 20;
const LINES = 15;

interface Run {
  readonly scenario: Scenario;
  readonly attacks: readonly AttackName[];
  readonly seconds: number;
  /** Other limits than those that the proxy ships with. */
  readonly env?: Env;
  readonly changed?: ChangedLine;
}

/**
 * Prints what customers wait for beside nobody and beside each attack, at each size of catalog.
 * Resolves to whether nothing was refused and the limits hold.
 */
export async function benchBeside(seconds: number): Promise<boolean> {
  let isPassed = true;
  for (const scenario of Object.keys(catalogs) as Scenario[]) {
    isPassed = (await runAttacks({ scenario, attacks: attackNames, seconds })) && isPassed;
  }
  return isPassed;
}

/** The same beside the attack of a control: with its guard, then without, when it has to fail. */
export async function benchWithout(control: Control): Promise<boolean> {
  const { scenario, attack, seconds, lifted = {}, takenOut } = control;
  const run = { scenario, attacks: [attack], seconds, env: lifted };
  console.log('With the guard');
  if (!(await runAttacks(run))) console.log('  A limit is exceeded with it as well.');
  console.log('Without it');
  return runAttacks({ ...run, ...takenOut, env: { ...lifted, ...takenOut.env } });
}

async function runAttacks({ scenario, attacks, seconds, env = {}, changed }: Run) {
  console.log(
    `Beside one address at full rate for ${seconds} s, ${whole(catalogs[scenario])} events`,
  );
  console.log(
    row('', 'requests', 'order p50', 'p99', 'max', 'read p50', 'p99', 'max', 'refused', 'core'),
  );
  return inFolder((folder) =>
    withAll(async (keep) => {
      const platform = keep(await openPlatform(folder, scenario));
      const copy = changed && keep(await copyChanged(changed));
      const script = copy && ['--import', 'tsx', join(copy.folder, 'proxy/server.ts')];
      const options = { limits: env, descriptors: DESCRIPTORS, ...(script && { script }) };
      const proxy = keep(await openProxy(folder, platform.url, options));
      const { port } = new URL(proxy.url);
      const { offers, shop } = await explore(port);
      const attacker = keep(openAttacker());
      const calm = await measure(proxy, offers, seconds);
      console.log(describe('nobody', 0, calm));
      let isPassed = true;
      for (const name of attacks) {
        attacker.begin({ name, port, shop, address: newAddress() });
        const result = await measure(proxy, offers, seconds);
        const { sent } = await attacker.end();
        console.log(describe(name, sent, result));
        isPassed = isWithinLimits(result, calm) && isPassed;
      }
      return isPassed;
    }),
  );
}

/** Fills the caches, and finds what customers can order and attackers can ask for. */
async function explore(port: string): Promise<{ offers: Offers; shop: Shop }> {
  const client = openClient(port, newAddress());
  const offers = await findOffers(client);
  const key = newKey();
  await order(client, offers.next(), key);
  client.close();
  const carts = Array.from({ length: CARTS }, () =>
    JSON.stringify(cartOf(Array.from({ length: LINES }, offers.next))),
  );
  return { offers, shop: { eventIds: offers.eventIds, carts, key } };
}

let addresses = 0;

/** One of 127.0.0.0/8, as on Linux all of these are this machine's; never the first of them. */
function newAddress(): string {
  addresses += 1;
  return `127.${1 + (addresses >> 16)}.${(addresses >> 8) % 256}.${addresses % 256}`;
}

interface Measured {
  readonly visited: readonly Visited[];
  /** Seconds that passed, and that the proxy has worked. */
  readonly elapsed: number;
  readonly worked: number;
}

/** A customer after the other comes, each at an address of his own. */
async function measure(proxy: Server, offers: Offers, seconds: number): Promise<Measured> {
  const { port } = new URL(proxy.url);
  const began = performance.now();
  const workedBefore = proxy.worked();
  const visits: Promise<Visited>[] = [];
  while (visits.length < (seconds * 1_000) / NEXT_CUSTOMER) {
    const client = openClient(port, newAddress());
    visits.push(visit(client, offers.next()).finally(client.close));
    await new Promise((resolve) => setTimeout(resolve, NEXT_CUSTOMER));
  }
  const visited = await Promise.all(visits);
  const elapsed = (performance.now() - began) / 1_000;
  return { visited, elapsed, worked: proxy.worked() - workedBefore };
}

interface Attacker extends Opened {
  begin(attack: Attack): void;
  end(): Promise<Attacked>;
}

function openAttacker(): Attacker {
  const program = new URL('attacker.ts', import.meta.url);
  const child = fork(program, { execArgv: ['--import', 'tsx'] });
  return {
    begin: (attack) => void child.send(attack),
    end() {
      child.send('end');
      return new Promise((resolve) => child.once('message', (sent) => resolve(sent as Attacked)));
    },
    close: async () => void child.kill(),
  };
}

function describe(name: string, sent: number, { visited, elapsed, worked }: Measured): string {
  const times = (waited: readonly number[]) =>
    [quantile(waited, 0.5), quantile(waited, 0.99), Math.max(...waited)].map(milliseconds);
  return row(
    name,
    whole(sent),
    ...times(ordersOf(visited)),
    ...times(visited.flatMap(({ reads }) => reads)),
    whole(refusalsOf(visited).length),
    `${whole((100 * worked) / elapsed)} %`,
  );
}

function isWithinLimits({ visited, elapsed, worked }: Measured, calm: Measured): boolean {
  const refusals = new Set(refusalsOf(visited));
  for (const refusal of refusals) console.log(`    refused: ${refusal}`);
  const own = worked - (calm.worked / calm.elapsed) * elapsed;
  const longest = quantile(ordersOf(visited), 0.99) - quantile(ordersOf(calm.visited), 0.99);
  return refusals.size === 0 && longest <= LONGEST_ORDER && own <= MOST_WORK;
}

function ordersOf(visited: readonly Visited[]): number[] {
  return visited.map((each) => each.order);
}

function refusalsOf(visited: readonly Visited[]): string[] {
  return visited.flatMap(({ refusals }) => refusals);
}
