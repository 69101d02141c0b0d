import autocannon from 'autocannon';
import {
  runAttack,
  attackRequests,
  type Attack,
  type AttackReport,
  type AttackRequest,
} from '../proxy/guards/attack.ts';
import { guards } from '../proxy/guards/guards.ts';
import { megabytesInUse } from '../proxy/guards/memory.ts';
import { createWorld } from '../support/world.ts';
import type { ListedEvent } from '../../src/contract/event.schema.ts';
import { paths, pathTo } from '../../src/contract/paths.ts';
import { type Asked, createAsk } from './support/ask.ts';
import { milliseconds, quantile, row, whole } from './support/figures.ts';
import { inFolder, withAll } from './support/processes.ts';
import { openPlatform, openProxy, ORIGIN } from './support/servers.ts';

/** More requests than an address may send in a minute. */
const PER_MINUTE = 2_000;
const NETWORKS = 16;

const oneAddress = ['203.0.113.9'];
const networksOf48 = Array.from({ length: NETWORKS }, (_, index) => `2001:db8:1:${index}::1`);

/**
 * Measures what an attacker can use up, compared with honest visitors alone: platform calls, places
 * and memory in an hour of virtual time, then the response times of honest visitors over sockets.
 * Fails if a limit does not hold.
 */
export async function bench(): Promise<void> {
  await benchHour();
  await benchSockets();
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

/** Prints what got through each guard. `guards.test.ts` shows that each guard is needed. */
function areGuarded(report: AttackReport, parts: 1 | 4): boolean {
  const uses = Object.entries(guards).map(([name, { figure, most }]) => {
    return { name, used: figure(report), limit: most(parts, {}) };
  });
  for (const { name, used, limit } of uses) {
    console.log(row(`  ${name}`, whole(used), `limit ${whole(limit)}`));
  }
  return uses.every(({ used, limit }) => used <= limit);
}

const SECONDS = 60;
const CONNECTIONS = 64;
/** Enough to send every kind of request many times, and few enough to fit into memory. */
const REQUESTS = 2_000;
/** Milliseconds between two requests of the honest visitors. */
const PAUSE = 20;

async function benchSockets(): Promise<void> {
  console.log(`Over sockets, ${CONNECTIONS} connections of one address, ${SECONDS} s`);
  console.log(row('', 'attack', 'honest', 'refused', 'p50', 'p99', 'max'));
  await inFolder((folder) =>
    withAll(async (keep) => {
      const platform = keep(await openPlatform(folder, 'calm'));
      // The addresses are in X-Forwarded-For, as behind a balancer.
      const limits = { TRUSTED_HOPS: '1' };
      const proxy = keep(await openProxy(folder, platform.url, { limits }));
      const choice = await createWorld().choose();
      const listed = (await (await fetch(proxy.url + paths.events)).json()) as ListedEvent[];
      const sequence = attackRequests(
        choice,
        listed.map(({ id }) => id),
      );
      const requests = Array.from({ length: REQUESTS }, () => {
        const { path, body } = sequence.next().value as AttackRequest;
        return body === undefined ? { path } : { path, body, method: 'POST' as const };
      });
      const urls = [
        paths.events,
        `${paths.events}?day=2026-12-24`,
        pathTo(paths.mergedEvent, listed[0]?.id ?? ''),
      ].map((path) => proxy.url + path);

      const before = await askHonestly(urls, SECONDS / 4);
      console.log(describe('nobody', 0, before));
      const headers = {
        Origin: ORIGIN,
        'Content-Type': 'application/json',
        'X-Forwarded-For': oneAddress[0] ?? '',
      };
      const load = autocannon({
        url: proxy.url,
        connections: CONNECTIONS,
        duration: SECONDS,
        workers: 1,
        headers,
        requests,
      });
      const during = await askHonestly(urls, SECONDS);
      const { requests: sent } = await load;
      console.log(describe('one address', sent.total, during));
      if (during.some(({ status }) => status !== 200)) process.exitCode = 1;
    }),
  );
}

async function askHonestly(urls: readonly string[], seconds: number): Promise<Asked[]> {
  const { ask, close } = createAsk({ Origin: ORIGIN, 'X-Forwarded-For': '198.51.100.7' });
  const ends = performance.now() + seconds * 1000;
  const responses: Asked[] = [];
  while (performance.now() < ends) {
    responses.push(await ask(urls[responses.length % urls.length] ?? ''));
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  await close();
  return responses;
}

function describe(name: string, sent: number, responses: readonly Asked[]): string {
  const waited = responses.map((response) => response.milliseconds);
  return row(
    name,
    whole(sent),
    whole(responses.length),
    whole(responses.filter(({ status }) => status !== 200).length),
    milliseconds(quantile(waited, 0.5)),
    milliseconds(quantile(waited, 0.99)),
    milliseconds(Math.max(...waited)),
  );
}
