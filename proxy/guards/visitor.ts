import { ageOf } from '#contract/age';
import { DAY, HOUR, MINUTE } from '#contract/milliseconds';
import type { ProblemCode } from '#contract/problem.schema';
import { createBoundedMap } from '../bounded-map.ts';
import type { ProxyContext } from '../context.ts';
import { ProblemError } from '../http/problems.ts';
import type { HttpHeaders } from '../http/response.ts';
import type { PlacesOfDate, Visitor } from '../ports.ts';
import { hash } from '../secrets.ts';
import { type ClientNetwork, networksOf } from './client.ts';
import { mailboxOf } from './mailbox.ts';
import { countedAlone } from './shared-counts.ts';
import { createWindows, type Windows } from './windows.ts';

const DAYS_OF_MONTH = 30;

/** A client's share of the budget for a day. */
const PART_OF_DAY = 0.05;
const BURST_LENGTH = 10 * MINUTE;

/**
 * What each kind of network may use, as a multiple of the limit: a /48 holds 65,536 customer
 * networks.
 */
type Parts = Readonly<Record<ClientNetwork['kind'], number>>;
const partsOfCalls: Parts = { address: 1, '/64': 0.25, '/48': 1 };
const partsOfRendering: Parts = { address: 1, '/64': 1, '/48': 4 };
const partsOfOrders: Parts = { address: 1, '/64': 1, '/48': 4 };

/**
 * How many minutes' worth of orders may stay unplaced per hour. Each leaves rows of 1.6 kB for an
 * hour, so with 20 orders a minute a client has up to 260 kB of them at the turn of an hour, and a
 * /48 1 MB.
 */
const UNPLACED_MINUTES = 4;

/** Logs a client at its limit once in ten minutes, so that it cannot flood the log. */
const LOGGED_EVERY = 10 * MINUTE;
/** About a thousand clients. */
const MAX_LOGGED_BYTES = 300_000;
const TIME_BYTES = 16;

/** A request's use of something scarce, and how much of it the window of one key allows. */
interface Use {
  readonly code: ProblemCode;
  readonly windows: Windows;
  readonly key: string;
  readonly max: number;
  /** How much has to be left. */
  readonly needed: number;
  /** How much is counted. */
  readonly amount: number;
}

/** For a caller in the same process. */
export const unlimited: Visitor = {
  charge: () => {},
  checkRendering: () => {},
  chargeRendering: () => {},
  checkPlaces: () => {},
  takeIntent: () => () => {},
  takeOrder: async () => () => {},
};

/** The visitor of a site, by the client as `createClientOf` identifies it. */
export type VisitorOf = (client: string | undefined, siteKey: string) => Visitor;

/**
 * Limits per visitor on everything scarce: platform calls, rendering time, places, mails and rows.
 */
export function createVisitors(
  { config, clock, log }: Pick<ProxyContext, 'config' | 'clock' | 'log'>,
  sharedCounts = countedAlone,
): VisitorOf {
  const callsPerDay = Math.floor((config.PLATFORM_BUDGET / DAYS_OF_MONTH) * PART_OF_DAY);
  const windowsOf = (name: string, length: number) =>
    createWindows({ name, length, clock, sharedCounts });
  const callsInBurst = windowsOf('calls in a burst', BURST_LENGTH);
  const callsOfDay = windowsOf('calls of a day', DAY);
  const rendering = windowsOf('rendering', MINUTE);
  const placesOfClients = windowsOf('places of a client', DAY);
  const placesOfDates = windowsOf('places of a date', DAY);
  const placesOfSites = windowsOf('places of a site', DAY);
  const ordersOfMailboxes = windowsOf('orders to a mailbox', DAY);
  const mailboxesOfClients = windowsOf('mailboxes of a client', DAY);
  const unplacedOfClients = windowsOf('intents without an order', HOUR);
  /** When a client's refusal was last logged, by code and client. */
  const logged = createBoundedMap<number>({
    maxBytes: MAX_LOGGED_BYTES,
    bytesOf: () => TIME_BYTES,
  });

  /** The cost of a call, such as the pages of a list, is only known afterwards. */
  function usesOfCalls(networks: readonly ClientNetwork[], amount: number): Use[] {
    return networks.flatMap(({ key, kind }) => {
      const use = { code: 'too-many-calls', key, needed: 1, amount } as const;
      // At least one; otherwise a small limit would leave a /64 nothing.
      const partOf = (max: number) => Math.max(1, Math.floor(max * partsOfCalls[kind]));
      return [
        { ...use, windows: callsInBurst, max: partOf(config.CALLS_PER_CLIENT) },
        { ...use, windows: callsOfDay, max: partOf(callsPerDay) },
      ];
    });
  }

  /** The cost is only known afterwards. */
  function usesOfRendering(networks: readonly ClientNetwork[], amount: number): Use[] {
    return networks.map(({ key, kind }) => ({
      code: 'too-many-distinct-reads',
      windows: rendering,
      key,
      needed: 1,
      amount,
      max: config.RENDER_MS_PER_MINUTE * partsOfRendering[kind],
    }));
  }

  function usesOfPlaces(
    networks: readonly ClientNetwork[],
    siteKey: string,
    places: readonly PlacesOfDate[],
  ): Use[] {
    const { PLACES_PER_CLIENT, PLACES_PER_DATE, PLACES_PER_SITE } = config;
    const total = places.reduce((sum, date) => sum + date.places, 0);
    const use = (windows: Windows, key: string, max: number, amount: number): Use => ({
      code: 'too-many-places',
      windows,
      key,
      max,
      needed: amount,
      amount,
    });

    const uses = networks.flatMap(({ key, kind }) => [
      use(placesOfClients, key, PLACES_PER_CLIENT * partsOfOrders[kind], total),
      ...places.map(({ date_id, places }) => {
        const max = (PLACES_PER_DATE ?? Infinity) * partsOfOrders[kind];
        return use(placesOfDates, `${key} ${date_id}`, max, places);
      }),
    ]);
    return [...uses, use(placesOfSites, siteKey, PLACES_PER_SITE ?? Infinity, total)];
  }

  /**
   * Per network, so that nobody can use up what somebody elsewhere may have sent to the same
   * mailbox.
   */
  function usesOfMail(networks: readonly ClientNetwork[], mailbox: string): Use[] {
    const use = { code: 'too-many-orders', needed: 1, amount: 1 } as const;
    return networks.flatMap(({ key, kind }) => {
      const part = partsOfOrders[kind];
      const ofMailbox = `${key} ${mailbox}`;
      const isNew = ordersOfMailboxes.used(ofMailbox) === 0;
      // Checked first, so that a client at this limit creates no more windows.
      const ofClient = { ...use, windows: mailboxesOfClients, key };
      return [
        ...(isNew ? [{ ...ofClient, max: config.EMAILS_PER_CLIENT * part }] : []),
        {
          ...use,
          windows: ordersOfMailboxes,
          key: ofMailbox,
          max: config.ORDERS_PER_EMAIL * part,
        },
      ];
    });
  }

  function usesOfIntent(networks: readonly ClientNetwork[]): Use[] {
    return networks.map(({ key, kind }) => ({
      code: 'too-many-requests',
      windows: unplacedOfClients,
      key,
      needed: 1,
      amount: 1,
      max: UNPLACED_MINUTES * config.ORDERS_PER_MINUTE * partsOfOrders[kind],
    }));
  }

  /**
   * All or nothing: counts nothing if any limit is reached. The returned function undoes the count.
   */
  function take(client: string, uses: readonly Use[]): () => void {
    checkLeft(client, uses);
    return count(uses);
  }

  function checkLeft(client: string, uses: readonly Use[]): void {
    for (const { code, windows, key, needed, max } of uses) {
      const wait = windows.waitFor(key, needed, max);
      if (wait === 0) continue;
      throw refusal(code, client, { 'Retry-After': String(Math.ceil(wait / 1000)) });
    }
  }

  function count(uses: readonly Use[]): () => void {
    const removals = uses.map(({ windows, key, amount, max }) => windows.add(key, amount, max));
    return () => removals.forEach((remove) => remove());
  }

  /** Without `Retry-After`, because waiting does not help. */
  function check(client: string, uses: readonly Use[]): void {
    for (const { code, needed, max } of uses) if (needed > max) throw refusal(code, client);
  }

  function refusal(code: ProblemCode, client: string, headers: HttpHeaders = {}): ProblemError {
    const key = `${code} ${client}`;
    if (ageOf(logged.get(key) ?? -Infinity, clock()) >= LOGGED_EVERY) {
      logged.set(key, clock());
      void logRefusal(code, client);
    }
    return new ProblemError(code, [], headers);
  }

  async function logRefusal(code: ProblemCode, client: string): Promise<void> {
    log({ event: 'visitor-limit', code, client: await keyedHash('client', client, 12) });
  }

  /** An address is personal data: a keyed hash reveals only whether it is the same one. */
  async function keyedHash(kind: string, text: string, length: number): Promise<string> {
    return (await hash(`${kind}\n${config.PROXY_SECRET}\n${text}`)).slice(0, length);
  }

  return (client, siteKey) => {
    if (client === undefined) return unlimited;
    return {
      charge: (amount) => take(client, usesOfCalls(networksOf(client), amount)),
      checkRendering: () => checkLeft(client, usesOfRendering(networksOf(client), 0)),
      chargeRendering: (cost) => void count(usesOfRendering(networksOf(client), Math.ceil(cost))),
      checkPlaces: (places) => check(client, usesOfPlaces(networksOf(client), siteKey, places)),
      takeIntent: () => take(client, usesOfIntent(networksOf(client))),
      async takeOrder(places, email) {
        const networks = networksOf(client);
        const mailbox = await keyedHash('mailbox', mailboxOf(email), 16);
        return take(client, [
          ...usesOfPlaces(networks, siteKey, places),
          ...usesOfMail(networks, mailbox),
        ]);
      },
    };
  };
}
