import { monthRange } from '#contract/month-range';
import type { Ask } from './support/ask.ts';
import { askAll, createAsk } from './support/ask.ts';
import { milliseconds, quantile, row, whole } from './support/figures.ts';
import { hasNginx, openNginx } from './support/nginx.ts';
import { inFolder, withAll } from './support/processes.ts';
import type { Platform } from './support/servers.ts';
import { openPlatform, openProxy, ORIGIN, requestToken } from './support/servers.ts';

const VISITORS = 500;
const slow = { kind: 'latency', milliseconds: 200, operations: ['listDates'] };

/**
 * Many visitors request a month that is not cached at the same time, while the platform is slow.
 */
export async function bench(): Promise<void> {
  await inFolder((folder) =>
    withAll(async (keep) => {
      console.log(`${VISITORS} visitors at once, one cold month, a platform that takes 200 ms`);
      const platform = keep(await openPlatform(folder, 'calm'));
      const proxy = keep(await openProxy(folder, platform.url));
      const { ask, close } = createAsk({ Origin: ORIGIN });
      keep({ close });
      const listed = await fetch(`${proxy.url}/v3/events`);
      const [event] = (await listed.json()) as { id: string }[];
      const id = event?.id ?? '';
      await platform.disturb(slow);
      console.log(row('', 'calls', 'p50', 'p99', 'all done', 'answered'));

      const month = new Date().toISOString().slice(0, 7);
      const [start_date, end_date] = monthRange(month);
      const range = new URLSearchParams({ start_date, end_date }).toString();
      const own = `${proxy.url}/v3/events/${id}/dates?${range}`;
      console.log(await rush('proxy', ask, `${proxy.url}/livez`, own, platform));

      if (!hasNginx()) return;
      const authorization = `Bearer ${await requestToken(platform.url)}`;
      for (const lock of [true, false]) {
        const upstream = platform.url;
        const nginx = keep(await openNginx(folder, { upstream, authorization, lock }));
        const theirs = `${nginx.url}/v3/dates?accept_events=${id}&${range}`;
        const name = `nginx proxy_cache, lock ${lock ? 'on' : 'off'}`;
        console.log(await rush(name, ask, `${nginx.url}/ready`, theirs, platform));
      }
    }),
  );
}

/** Connections are opened before, so that only the response is timed. */
async function rush(
  name: string,
  ask: Ask,
  ready: string,
  cold: string,
  platform: Platform,
): Promise<string> {
  const times = (url: string) => Array.from({ length: VISITORS }, () => url);
  await askAll(ask, times(ready), VISITORS);
  const callsBefore = await platform.struck();
  const started = performance.now();
  const responses = await askAll(ask, times(cold), VISITORS);
  const done = performance.now() - started;
  const waited = responses.map((response) => response.milliseconds);
  return row(
    name,
    whole((await platform.struck()) - callsBefore),
    milliseconds(quantile(waited, 0.5)),
    milliseconds(quantile(waited, 0.99)),
    milliseconds(done),
    whole(responses.filter(({ status }) => status === 200).length),
  );
}
