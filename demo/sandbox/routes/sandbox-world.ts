import { Hono } from 'hono';
import { z } from 'zod';
import { instant, readBody } from '../body.ts';
import type { MovableClock } from '../clock.ts';
import type { Dial } from '../faults/dial.ts';
import { faultsInput } from '../faults/fault.ts';
import { formatInstant } from '../instants.ts';
import type { Notifier } from '../notifications/notifier.ts';
import { receiverInput } from '../notifications/receiver.ts';
import { Refused } from '../refusals.ts';
import type { Scenario } from '../scenarios.ts';
import { isScenario, scenarios } from '../scenarios.ts';

const clockInput = z.union(
  [z.strictObject({ now: instant }), z.strictObject({ advance: z.number().min(0) })],
  'send {"now": "2026-11-21T09:00:00Z"} or {"advance": 3600}, which is in seconds',
);
const resetInput = z.strictObject({ scenario: z.string().default('calm') });

interface Controls {
  readonly time: MovableClock;
  readonly dial: Dial;
  readonly notifier: Notifier;
  readonly reset: (scenario: Scenario) => void;
  readonly tick: () => void;
}

/** What the world itself does: time passes, things break, and everything begins anew. */
export function sandboxWorldRoutes({ time, dial, notifier, reset, tick }: Controls): Hono {
  const readClock = () => ({
    now: formatInstant(time.now()),
    offset_seconds: Math.round(time.offset() / 1000),
  });
  return new Hono()
    .get('/clock', (c) => c.json(readClock()))
    .post('/clock', async (c) => {
      const input = await readBody(clockInput, c.req.raw);
      if ('advance' in input) time.moveBy(input.advance * 1000);
      else time.moveTo(input.now);
      tick();
      return c.json(readClock());
    })
    .get('/faults', (c) => c.json(dial.read()))
    .post('/faults', async (c) => {
      dial.set(await readBody(faultsInput, c.req.raw));
      return c.json(dial.read());
    })
    .get('/receiver', (c) => c.json(notifier.receiver() ?? null))
    .post('/receiver', async (c) => {
      const receiver = await readBody(receiverInput, c.req.raw);
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
    .post('/reset', async (c) => {
      const { scenario } = await readBody(resetInput, c.req.raw);
      if (!isScenario(scenario)) {
        const names = Object.keys(scenarios).join(', ');
        throw new Refused('bodyInvalid', `scenario: is not one of ${names}`);
      }
      reset(scenario);
      return c.json({ scenario, ...readClock() });
    });
}
