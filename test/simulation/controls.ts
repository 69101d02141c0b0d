import { PlatformUnreachable } from '../../proxy/platform/errors.ts';
import type { Journal } from '../../proxy/orders/journal.ts';
import type { Weakening } from './process.ts';
import type { OrderPlatform } from './platform.ts';

/** Ways to place an order that look right but are wrong. The simulation has to catch each. */
export const controls: Readonly<Record<string, Weakening>> = {
  'resend on a time-out': {
    platform: (platform) => ({
      ...platform,
      createOrder: (order, timeLeft) =>
        platform.createOrder(order, timeLeft).catch((error: unknown) => {
          if (!wasSent(error)) throw error;
          return platform.createOrder(order, timeLeft);
        }),
    }),
  },

  'list, then resend': {
    platform: (platform) => ({ ...platform, createOrder: listThenResend(platform) }),
  },

  'no guard by attempt': {
    journal: (journal) => ({
      ...journal,
      async record(id, event) {
        const { attempt = 0 } = (await journal.find(id)) ?? {};
        return journal.record(id, 'attempt' in event ? { ...event, attempt } : event);
      },
    }),
  },

  'refuse without compare-and-set': {
    journal: (journal) => ({ ...journal, record: refuseByReading(journal) }),
  },
};

function wasSent(error: unknown): boolean {
  return error instanceof PlatformUnreachable && error.sent;
}

function listThenResend(platform: OrderPlatform): OrderPlatform['createOrder'] {
  return async (order, timeLeft) => {
    try {
      return await platform.createOrder(order, timeLeft);
    } catch (error) {
      if (!wasSent(error)) throw error;
      const { orders } = await platform.findOrders(order.external_reference);
      return orders[0] ?? platform.createOrder(order, timeLeft);
    }
  };
}

/** Refuses by an earlier read of the journal, without recording it atomically. */
function refuseByReading(journal: Journal): Journal['record'] {
  return async (id, event) => {
    if (event.type !== 'declined' && event.type !== 'postponed') return journal.record(id, event);
    const intent = await journal.find(id);
    if (!intent || intent.state !== 'new') return journal.record(id, event);
    if (event.type === 'postponed') return { intent, changed: false };
    return { intent: { ...intent, state: 'refused', problem: event.problem }, changed: true };
  };
}
