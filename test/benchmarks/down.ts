import { monthRange } from '#contract/month-range';
import type { Asked } from './support/ask.ts';
import { askAll, createAsk } from './support/ask.ts';
import { milliseconds, quantile, row, whole } from './support/figures.ts';
import { inFolder, withAll } from './support/processes.ts';
import { openPlatform, openProxy, ORIGIN } from './support/servers.ts';

const REQUESTS = 10_000;
const VISITORS = 64;

/**
 * The fault that strikes every platform call. The first is the reference: a delay of a millisecond.
 */
const weather = [
  ['up', { kind: 'latency', milliseconds: 1 }],
  ['answers 503', { kind: 'error-before', status: 503 }],
  ['cuts connections', { kind: 'cut-before' }],
  ['answers after 30 s', { kind: 'latency', milliseconds: 30_000 }],
] as const;

/**
 * Reads the list, events and dates that are all cached but stale when the requests begin. Dates are
 * never served stale, so they are refused.
 */
export async function bench(): Promise<void> {
  console.log(`${whole(REQUESTS)} reads by ${VISITORS} visitors, all held and then grown old`);
  console.log(
    row('platform', 'calls', 'good', 'stale', 'refused', 'unanswered', 'p50', 'p99', 'max'),
  );
  for (const [name, fault] of weather) {
    await inFolder((folder) =>
      withAll(async (keep) => {
        const platform = keep(await openPlatform(folder, 'calm'));
        const proxy = keep(await openProxy(folder, platform.url, { script: movable }));
        const { ask, close } = createAsk({ Origin: ORIGIN });
        keep({ close });
        const reads = await readsOf(proxy.url);
        await askAll(ask, reads, 8);

        await platform.disturb(fault);
        proxy.signal('SIGUSR2');
        const urls = Array.from({ length: REQUESTS }, (_, n) => reads[n % reads.length] ?? '');
        const responses = await askAll(ask, urls, VISITORS);
        console.log(describe(name, await platform.struck(), responses));
      }),
    );
  }
}

const movable = ['--import', 'tsx', 'test/benchmarks/support/moved-proxy.ts'];

/** A third of the list, of events and of dates each. */
async function readsOf(proxy: string): Promise<string[]> {
  const list = `${proxy}/v3/events?limit=25`;
  const events = (await (await fetch(list)).json()) as { id: string }[];
  const [start_date, end_date] = monthRange(new Date().toISOString().slice(0, 7));
  const range = new URLSearchParams({ start_date, end_date }).toString();
  return events.flatMap(({ id }) => [
    list,
    `${proxy}/v3/merged_events/${id}`,
    `${proxy}/v3/events/${id}/dates?${range}`,
  ]);
}

function describe(name: string, calls: number, responses: readonly Asked[]): string {
  const count = (fits: (response: Asked) => boolean) => whole(responses.filter(fits).length);
  const waited = responses.map((response) => response.milliseconds);
  return row(
    name,
    whole(calls),
    count(({ status, isStale }) => status === 200 && !isStale),
    count(({ status, isStale }) => status === 200 && isStale),
    count(({ status }) => status >= 300),
    count(({ status }) => status === 0),
    milliseconds(quantile(waited, 0.5)),
    milliseconds(quantile(waited, 0.99)),
    milliseconds(Math.max(...waited)),
  );
}
