import assert from 'node:assert/strict';
import type { Fetch } from '../../../proxy/ports.ts';
import { variables } from '../../support/world.ts';

/** A request to the platform, as the proxy made it. */
export interface PlatformCall {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const ID = '[A-Za-z0-9_-]{1,64}';
const INSTANT = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ`;
const ids = new RegExp(`^${ID}(,${ID})*$`);
const instant = new RegExp(`^${INSTANT}$`);
const wholeNumber = /^\d+$/;

/** Every call that the proxy may make, with patterns for its parameters. */
const allowedCalls: readonly [call: RegExp, parameters: Readonly<Record<string, RegExp>>][] = [
  [/^POST \/oauth\/token$/, {}],
  [
    /^GET \/v3\/events$/,
    {
      type: /^ALL$/,
      limit: wholeNumber,
      offset: wholeNumber,
      delta_since: instant,
      accept: ids,
      accept_vendors: ids,
      available_from: instant,
      fields: /^id,first_date$/,
    },
  ],
  [
    /^GET \/v3\/products$/,
    {
      limit: wholeNumber,
      offset: wholeNumber,
      delta_since: instant,
      accept: ids,
      accept_vendors: ids,
    },
  ],
  [
    /^GET \/v3\/dates$/,
    {
      available: /^false$/,
      ignore_latest_booking_time: /^true$/,
      limit: wholeNumber,
      offset: wholeNumber,
      accept: ids,
      accept_events: ids,
      start_date: instant,
      end_date: instant,
    },
  ],
  [new RegExp(`^GET /v3/vendors/${ID}$`), {}],
  [/^POST \/v3\/orders$/, {}],
  [
    /^GET \/v3\/orders$/,
    {
      accept_external_reference: ids,
      status: /^ALL$/,
      fields: /^[a-z_,.A-Z]+$/,
      limit: wholeNumber,
    },
  ],
];

export function isAllowedCall({ method, url }: Pick<PlatformCall, 'method' | 'url'>): boolean {
  const allowed = allowedCalls.find(([call]) => call.test(`${method} ${url.pathname}`));
  if (!allowed || url.hash !== '' || url.origin !== variables.PLATFORM_URL) return false;
  const [, parameters] = allowed;
  const names = [...url.searchParams.keys()];
  return (
    new Set(names).size === names.length &&
    names.every(
      (name) =>
        Object.hasOwn(parameters, name) && parameters[name]?.test(url.searchParams.get(name) ?? ''),
    )
  );
}

export function assertAllowedCalls(calls: readonly PlatformCall[]): void {
  for (const call of calls) assert.ok(isAllowedCall(call), `${call.method} ${call.url}`);
}

/** Records every call that passes it on the way to the platform. */
export function createCallRecorder() {
  const calls: PlatformCall[] = [];
  const between =
    (platform: Fetch): Fetch =>
    async (request) => {
      const { method, url } = request;
      const headers = Object.fromEntries(request.headers);
      calls.push({ method, url: new URL(url), headers, body: await request.clone().text() });
      return platform(request);
    };
  return { calls, between };
}
