import type { ProblemCode } from '../../src/contract/problem.schema.ts';
import { createBoundedMap } from '../cache/bounded-map.ts';
import type { ProxyContext, Visitor } from '../context.ts';
import { ProblemError } from '../http/problems.ts';
import { hash } from '../secrets.ts';
import { type ClientNetwork, networksOf } from './client.ts';
import { createWindows, type Windows } from './windows.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const DAYS_OF_MONTH = 30;

/** Of the day's part of the budget. */
const PART_OF_DAY = 0.05;
const BURST_LENGTH = 10 * MINUTE;

/** How much of a limit each kind of network has: a /48 is 65,536 of what a customer usually has. */
type Parts = Readonly<Record<ClientNetwork['kind'], number>>;
const partsOfCalls: Parts = { address: 1, '/64': 0.25, '/48': 1 };
const partsOfPlaces: Parts = { address: 1, '/64': 1, '/48': 4 };

/** One line tells of a client at a limit; whoever knocks on would fill the log. */
const LOGGED_EVERY = 10 * MINUTE;
/** About a thousand clients. */
const MAX_LOGGED_BYTES = 300_000;
const TIME_BYTES = 16;

interface Limit {
  readonly code: ProblemCode;
  readonly windows: Windows;
  readonly max: number;
  readonly parts: Parts;
}

/** For a caller in the same process, who is no visitor. */
export const unlimited: Visitor = { charge: () => {}, takePlaces: () => {} };

/** What is scarce and has a limit per visitor: platform calls, and places. */
export function createVisitors({
  config,
  clock,
  log,
}: Pick<ProxyContext, 'config' | 'clock' | 'log'>): (client: string | undefined) => Visitor {
  const perDay = Math.floor((config.PLATFORM_BUDGET / DAYS_OF_MONTH) * PART_OF_DAY);
  const code = 'too-many-calls';
  const calls: readonly Limit[] = [
    {
      code,
      windows: createWindows(BURST_LENGTH, clock),
      max: config.CALLS_PER_CLIENT,
      parts: partsOfCalls,
    },
    { code, windows: createWindows(DAY, clock), max: perDay, parts: partsOfCalls },
  ];
  const places: Limit = {
    code: 'too-many-places',
    windows: createWindows(DAY, clock),
    max: config.PLACES_PER_CLIENT,
    parts: partsOfPlaces,
  };
  /** When it was. */
  const logged = createBoundedMap<number>({
    maxBytes: MAX_LOGGED_BYTES,
    bytesOf: () => TIME_BYTES,
  });

  /** Nothing is counted where any of the limits is reached. */
  function take(client: string, limits: readonly Limit[], needed: number, amount: number): void {
    const networks = networksOf(client);
    for (const { code, windows, max, parts } of limits) {
      for (const { key, kind } of networks) {
        const wait = windows.waitFor(key, needed, Math.floor(max * parts[kind]));
        if (wait > 0) throw refusal(code, client, wait);
      }
    }
    for (const { windows } of limits) for (const { key } of networks) windows.add(key, amount);
  }

  function refusal(code: ProblemCode, client: string, wait: number): ProblemError {
    const key = `${code} ${client}`;
    const elapsed = clock() - (logged.get(key) ?? -Infinity);
    // Less than nothing: the clock was set back.
    if (elapsed >= LOGGED_EVERY || elapsed < 0) {
      logged.set(key, clock());
      void logRefusal(code, client);
    }
    return new ProblemError(code, [], { 'Retry-After': String(Math.ceil(wait / 1000)) });
  }

  /** An address is personal: a hash that needs the secret tells only whether it is the same one. */
  async function logRefusal(code: ProblemCode, client: string): Promise<void> {
    const hashed = (await hash(`client\n${config.PROXY_SECRET}\n${client}`)).slice(0, 12);
    log({ event: 'visitor-limit', code, client: hashed });
  }

  return (client) => {
    if (client === undefined) return unlimited;
    return {
      // What a call comes to, such as the pages of a list, is known afterwards only.
      charge: (amount) => take(client, calls, 1, amount),
      takePlaces: (amount) => take(client, [places], amount, amount),
    };
  };
}
