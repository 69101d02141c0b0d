import { Hono } from 'hono';
import { z } from 'zod';
import { ApiError } from '../api/errors.ts';
import type { Tokens } from '../api/issued-tokens.ts';
import { tokenRules } from '../api/issued-tokens.ts';
import { parseBody, timestamp } from '../api/validation.ts';
import { formatTimestamp } from '../api/wire-values.ts';
import { faultsInput } from '../faults/fault.ts';
import type { FaultInjector } from '../faults/fault-injector.ts';
import { receiverInput } from '../notifications/delivery.ts';
import type { Notifier } from '../notifications/notifier.ts';
import type { Scenario } from '../scenarios.ts';
import { isScenario, scenarios } from '../scenarios.ts';
import type { MovableClock } from '../world/clock.ts';

const clockInput = z.union(
  [z.strictObject({ now: timestamp }), z.strictObject({ advance: z.number().min(0) })],
  'send {"now": "2026-11-21T09:00:00Z"} or {"advance": 3600}, which is in seconds',
);
const resetInput = z.strictObject({ scenario: z.string().default('calm') });
const tokenInput = z.strictObject({ rule: z.enum(tokenRules) });

export interface Controls {
  readonly clock: MovableClock;
  readonly faults: FaultInjector;
  readonly notifier: Notifier;
  readonly tokens: Tokens;
  readonly reset: (scenario: Scenario) => void;
  readonly tick: () => void;
}

/** The settings of the sandbox itself: clock, faults, receiver of notifications, tokens, reset. */
export function controlRoutes({ clock, faults, notifier, tokens, reset, tick }: Controls): Hono {
  const describeClock = () => ({
    now: formatTimestamp(clock.now()),
    offset_seconds: Math.round(clock.offset() / 1000),
  });
  return new Hono()
    .get('/clock', (c) => c.json(describeClock()))
    .post('/clock', async (c) => {
      const input = await parseBody(clockInput, c.req.raw);
      if ('advance' in input) clock.moveBy(input.advance * 1000);
      else clock.moveTo(input.now);
      tick();
      return c.json(describeClock());
    })
    .get('/faults', (c) => c.json(faults.status()))
    .post('/faults', async (c) => {
      faults.set(await parseBody(faultsInput, c.req.raw));
      return c.json(faults.status());
    })
    .get('/receiver', (c) => c.json(notifier.receiver() ?? null))
    .post('/receiver', async (c) => {
      const receiver = await parseBody(receiverInput, c.req.raw);
      notifier.register(receiver);
      return c.json(receiver);
    })
    .delete('/receiver', (c) => {
      notifier.register(undefined);
      return c.json(null);
    })
    .get('/notifications', async (c) => {
      await notifier.delivered();
      return c.json(notifier.attempts());
    })
    .patch('/tokens', async (c) => {
      const { rule } = await parseBody(tokenInput, c.req.raw);
      tokens.rule = rule;
      return c.json({ rule });
    })
    .post('/reset', async (c) => {
      const { scenario } = await parseBody(resetInput, c.req.raw);
      if (!isScenario(scenario)) {
        const names = Object.keys(scenarios).join(', ');
        throw new ApiError('bodyInvalid', `scenario: is not one of ${names}`);
      }
      reset(scenario);
      return c.json({ scenario, ...describeClock() });
    });
}
