import { setTimeout as pause } from 'node:timers/promises';
import { SECOND } from '#contract/milliseconds';
import type { SiteContext } from '../proxy/context.ts';
import { createBudget } from '../proxy/platform/budget.ts';
import { operations } from '../proxy/platform/operations.ts';
import { createTokenStore } from '../proxy/platform/token-store.ts';
import { createTokens } from '../proxy/platform/tokens.ts';
import type { Fetch } from '../proxy/ports.ts';
import { operationOf } from './conformance/address.ts';
import { followClock } from './conformance/platform-clock.ts';
import { callsOf } from './conformance/reports.ts';
import { judgeEach, ruleCount } from './conformance/rules.ts';
import { Untried } from './conformance/untried.ts';
import type { CheckedRule } from './workbench/platform-control.ts';

/** Whole lists may take long. */
const TIMEOUT = 60 * SECOND;

/**
 * Tries the rules of the specification on the real platform, by reading alone, until the signal is
 * aborted. Has the proxy's token, because the platform gives one an hour, and counts against its
 * month's calls.
 */
export async function* checkPlatform(
  given: Omit<SiteContext, 'log'>,
  signal: AbortSignal,
): AsyncGenerator<CheckedRule> {
  const context = { ...given, log: () => {} };
  const { config, site, clock } = context;
  const tokens = createTokens(context);
  const stored = createTokenStore(context);
  const platform = followClock(countCalls(context, signal), clock);
  const verdicts = judgeEach({
    url: config.PLATFORM_URL,
    fetch: platform.fetch,
    client: site.client,
    async token() {
      const access_token = await tokens.current();
      const { scope } = (await stored.load()).state;
      return { access_token, scope };
    },
    now: platform.now,
    mayWrite: false,
    mayWait: false,
    pause: (milliseconds) => pause(milliseconds, undefined, { signal }),
  });
  let at = 0;
  try {
    for await (const verdict of verdicts) {
      // What a rule says whose calls were cut off means nothing.
      if (signal.aborted) return;
      at += 1;
      const { title, outcome, reason, sentence } = verdict;
      const calls = outcome === 'broken' ? callsOf(verdict) : '';
      yield { at, of: ruleCount(), title, outcome, reason, sentence, calls };
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** As nobody waits for these calls, they end before those of the preview do. */
function countCalls(context: SiteContext, signal: AbortSignal): Fetch {
  const budget = createBudget(context);
  const { PLATFORM_URL } = context.config;
  return async (request) => {
    signal.throwIfAborted();
    const path = request.url.slice(PLATFORM_URL.length).replace(/\?.*/, '');
    const name = operationOf(request.method, path);
    const callClass = name ? operations[name].class : 'events';
    if (callClass !== 'token') {
      await budget.admit({ class: callClass, priority: 'background' }).catch((error: Error) => {
        throw new Untried(error.message);
      });
    }
    budget.count(callClass);
    const ending = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]);
    return context.fetch(new Request(request, { signal: ending }));
  };
}
