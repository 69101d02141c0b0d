import { spawn } from 'node:child_process';
import autocannon from 'autocannon';
import { environment, has, pinned } from './processes.ts';

/** The throughput of a server under full load. Times in milliseconds. */
export interface Rate {
  readonly perSecond: number;
  readonly responses: number;
  readonly p50: number;
  readonly p99: number;
  /** Refusals and broken connections. */
  readonly failed: number;
}

const CONNECTIONS = 64;
const hasWrk = has('wrk');
export const loadBy = hasWrk ? 'wrk' : 'autocannon';

export async function measure(
  url: string,
  headers: Readonly<Record<string, string>>,
  seconds: number,
): Promise<Rate> {
  return hasWrk ? byWrk(url, headers, seconds) : byAutocannon(url, { ...headers }, seconds);
}

async function byAutocannon(
  url: string,
  headers: Record<string, string>,
  duration: number,
): Promise<Rate> {
  const { requests, latency, errors, non2xx, statusCodeStats } = await autocannon({
    url,
    headers,
    duration,
    connections: CONNECTIONS,
    workers: 1,
  });
  const unchanged = statusCodeStats?.['304']?.count ?? 0;
  const failed = errors + non2xx - unchanged;
  return {
    perSecond: requests.average,
    responses: requests.total,
    p50: latency.p50,
    p99: latency.p99,
    failed,
  };
}

async function byWrk(
  url: string,
  headers: Readonly<Record<string, string>>,
  seconds: number,
): Promise<Rate> {
  const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const command = ['wrk', '-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '--latency', ...named, url];
  const [program, ...rest] = pinned(1, command);
  const child = spawn(program, rest, { env: environment(), stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) text += String(chunk);
  const found = (pattern: RegExp) => pattern.exec(text)?.[1] ?? '';
  const broken = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(text);
  return {
    perSecond: Number(found(/Requests\/sec:\s+([\d.]+)/)),
    responses: Number(found(/(\d+) requests in/)),
    p50: toMilliseconds(found(/\s50%\s+(\S+)/)),
    p99: toMilliseconds(found(/\s99%\s+(\S+)/)),
    failed:
      Number(found(/Non-2xx or 3xx responses: (\d+)/)) +
      (broken?.slice(1).reduce((sum, count) => sum + Number(count), 0) ?? 0),
  };
}

/** wrk writes `812.00us`, `3.47ms` or `1.02s`. */
function toMilliseconds(text: string): number {
  const value = parseFloat(text);
  if (text.endsWith('us')) return value / 1000;
  return text.endsWith('ms') ? value : value * 1000;
}
