import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { IntentResponse } from '#contract/order.schema';
import { paths } from '#contract/paths';
import type { Attempt } from '../../src/domain/attempt.ts';
import type { Failure } from '../../src/domain/failure.ts';
import { openSession, type Session } from '../../src/state/session.ts';
import type { Step } from '../../src/state/steps.ts';
import { createProxiedClient, type Send, type WholeClient } from '../client/proxied-client.ts';
import type { Choice, World } from '../support/world.ts';
import { type GivenPage, Host } from './host.ts';

interface Options {
  world?: World;
  /** What the customer chooses; a booking by default. */
  fits?: (choice: Choice) => boolean;
  /** The tab's session storage; none by default. */
  storage?: Storage;
  /** The channel to other tabs; none by default. */
  openChannel?: () => BroadcastChannel;
  between?: (proxy: Send) => Send;
  /** The page's visibility. */
  page?: GivenPage;
}

/** A customer who has chosen two places on the first date that has room for them. */
export async function choose(options: Options = {}) {
  const { client, world, requests } = createProxiedClient(options);
  const { event, group, date } = await world.choose(options.fits);
  const host = new Host(client);
  const { flow, visit } = host;
  if (options.openChannel) host.openChannel = options.openChannel;
  if (options.page) host.page = options.page;
  if (options.storage) host.resume(sessionIn(options.storage));
  flow.send({ type: 'show-event', eventId: event.id, shownDay: date.date.slice(0, 10) });
  await host.until(() => flow.data.starts.some((start) => start.date.id === date.id));
  const start = flow.data.starts.find((each) => each.date.id === date.id);
  const [price] = group.prices;
  assert.ok(start && price);
  flow.send({ type: 'choose-start', start });
  flow.send({ type: 'set-amount', group: start.group, priceId: price.id, amount: 2 });
  return { host, flow, visit, world, requests, date, client };
}

export async function checkOut(options: Options = {}) {
  const chosen = await choose(options);
  await chosen.visit.quote();
  typeDetails(chosen);
  return chosen;
}

export function typeDetails({ flow }: Pick<Host, 'flow'>): void {
  flow.send({ type: 'type-detail', key: 'name', value: 'Ida Meyer' });
  flow.send({ type: 'type-detail', key: 'email', value: 'ida@example.com' });
}

export function at<Name extends Step['name']>(
  step: Step,
  name: Name,
): Extract<Step, { name: Name }> {
  assert.equal(step.name, name);
  return step as Extract<Step, { name: Name }>;
}

/** The one order of a checkout or a result. */
export function attemptAt(step: Step, name: 'checkout' | 'result'): Attempt {
  const [attempt, ...others] = at(step, name).attempts;
  assert.ok(attempt && others.length === 0);
  return attempt;
}

/** What the journal says of the one order of a result. */
export function intentAt(step: Step): IntentResponse {
  const { intent } = attemptAt(step, 'result');
  assert.ok(intent);
  return intent;
}

export const isOrder = ({ method, url }: Request) =>
  method === 'POST' && url.endsWith(paths.orders);

export const isIntent = ({ url }: Request) => url.endsWith(paths.intent);

export const isStream = (request: Request) =>
  isIntent(request) && request.headers.get('Accept') === 'text/event-stream';

/** Loses the proxy's responses to these requests, `times` times. */
export function losingResponses(
  isLost: (request: Request) => boolean,
  times: number,
): (proxy: Send) => Send {
  let left = times;
  return (proxy) => async (request) => {
    const response = await proxy(request);
    if (!isLost(request) || left === 0) return response;
    left -= 1;
    throw new TypeError('network error');
  };
}

/** Orders reach the platform, but the page is closed before the response. */
export const withoutResponse =
  (proxy: Send): Send =>
  async (request) => {
    const response = await proxy(request);
    return isOrder(request) ? new Promise(() => undefined) : response;
  };

/** The code of a refusal, or the kind of another failure. */
export function codeOf(failure: Failure | null): string | undefined {
  return failure?.kind === 'problem' ? failure.problem.code : failure?.kind;
}

/** What a tab stores. */
export function createStorage(stored: Iterable<[string, string]> = []): Storage {
  const items = new Map(stored);
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, value) => void items.set(name, value),
    removeItem: (name) => void items.delete(name),
    clear: () => items.clear(),
  };
}

/** Everything that is stored, as a duplicated tab gets it. */
export function itemsOf(storage: Storage): [string, string][] {
  return Array.from({ length: storage.length }, (_, index) => {
    const name = storage.key(index) ?? '';
    return [name, storage.getItem(name) ?? ''];
  });
}

/** The session of a page's only widget. */
export function sessionIn(storage: Storage, page = '/tours'): Session {
  return openSession(
    () => storage,
    'widget',
    'seller',
    () => page,
    new Set(),
  );
}

/** Reloads the page: only the tab's session storage is left. */
export function reload(
  before: { host: Host; client: WholeClient },
  storage: Storage,
  openChannel?: () => BroadcastChannel,
) {
  before.host.disconnect();
  const host = new Host(before.client);
  if (openChannel) host.openChannel = openChannel;
  const isResumed = host.resume(sessionIn(storage));
  return { host, flow: host.flow, visit: host.visit, isResumed };
}

/** Lets time pass until a condition is true. */
export async function pass(isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    mock.timers.tick(1000);
    await new Promise(setImmediate);
  }
}
