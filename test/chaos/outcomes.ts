import { setTimeout as sleep } from 'node:timers/promises';
import type { IntentResponse } from '#contract/order.schema';
import { IDEMPOTENCY_KEY, paths } from '#contract/paths';
import type { Now } from '../judge/evidence.ts';
import type { CustomerFacts } from './check.ts';
import type { Customer } from './customer.ts';
import { inParallel } from './in-parallel.ts';
import type { ProxyProcess } from './proxies.ts';

/** In milliseconds; only an order that never settles takes this long. */
const SETTLING_TIMEOUT = 180_000;
const SETTLING_PAUSE = 500;
const ASKED_AT_ONCE = 16;

/** Asks all proxies about every key until no order is being checked any more. */
export async function askUntilSettled(
  customers: readonly Customer[],
  proxies: readonly ProxyProcess[],
): Promise<CustomerFacts[]> {
  const startedAt = performance.now();
  let open = customers;
  while (open.length > 0 && performance.now() - startedAt < SETTLING_TIMEOUT) {
    await sleep(SETTLING_PAUSE);
    const facts = await askAll(open, proxies);
    open = open.filter((_, index) => facts[index]?.now.some(({ state }) => !isSettled(state)));
  }
  return askAll(customers, proxies);
}

function isSettled(state: Now['state']): boolean {
  return state !== 'checking' && state !== 'no-response';
}

function askAll(
  customers: readonly Customer[],
  proxies: readonly ProxyProcess[],
): Promise<CustomerFacts[]> {
  return inParallel(ASKED_AT_ONCE, customers.values(), async ({ key, facts }) => ({
    ...facts,
    now: await Promise.all(proxies.map((proxy) => ask(proxy, key))),
  }));
}

async function ask({ name, url }: ProxyProcess, key: string): Promise<Now> {
  try {
    const response = await fetch(url + paths.intent, { headers: { [IDEMPOTENCY_KEY]: key } });
    const body = (await response.json()) as IntentResponse;
    if (response.status === 404) return { proxy: name, state: 'unknown' };
    if (!response.ok) return { proxy: name, state: 'no-response' };
    return { proxy: name, state: body.state, code: body.order?.code };
  } catch {
    return { proxy: name, state: 'no-response' };
  }
}
