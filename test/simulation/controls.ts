import { lastAttempt } from '../../proxy/journal/intent.ts';
import type { Journal } from '../../proxy/journal/journal.ts';
import type { Moment } from '../../proxy/journal/moment.ts';
import {
  type PaymentProvider,
  PaymentRefused,
  type ProviderPayment,
} from '../../proxy/payments/provider.ts';
import {
  PlatformRefused,
  PlatformUnreachable,
  RefusedWithoutJson,
} from '../../proxy/platform/errors.ts';
import type { PlacedOrder } from '../../proxy/platform/translate.ts';
import type { OrderPlatform } from './platform.ts';
import type { Weakening } from './process.ts';

/**
 * Ways to place an order that look right but are wrong: mostly one guard is taken out. The simulation
 * has to catch each.
 */
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

  'believe any error': {
    platform: (platform) => ({
      ...platform,
      createOrder: (order, timeLeft) =>
        platform.createOrder(order, timeLeft).catch((error: unknown) => {
          if (error instanceof RefusedWithoutJson) throw new PlatformRefused(404, '40401');
          if (!(error instanceof PlatformRefused)) throw error;
          throw new PlatformRefused(error.status, '40001');
        }),
    }),
  },

  'resend on a 401 or 429': {
    platform: (platform) => ({
      ...platform,
      createOrder: (order, timeLeft) =>
        platform.createOrder(order, timeLeft).catch((error: unknown) => {
          const mayResend = error instanceof PlatformRefused && [401, 429].includes(error.status);
          if (!mayResend) throw error;
          return platform.createOrder(order, timeLeft);
        }),
    }),
  },

  'send without a look-up': {
    odds: { denial: 0.2 },
    placing: (platform) => ({
      ...platform,
      findOrders: async () => ({ orders: [], isComplete: true, askedAt: undefined }),
    }),
  },

  'believe a no without a look-up': {
    odds: { denial: 0.2 },
    placing: withoutLookAfter,
  },

  'send without a deadline': {
    odds: { hold: 0.3 },
    platform: (platform) => ({
      ...platform,
      createOrder: (order) => platform.createOrder(order, () => 30_000),
    }),
  },

  'believe the content of a response': {
    platform: (platform) => ({
      ...platform,
      createOrder: async (order, timeLeft) =>
        withoutContent(await platform.createOrder(order, timeLeft)),
      async findOrders(reference) {
        const found = await platform.findOrders(reference);
        return { ...found, orders: found.orders.map(withoutContent) };
      },
    }),
  },

  'no sweep': { sweeps: false },

  'absent before the settle time': {
    journal: (journal) => ({
      ...journal,
      record(id, event) {
        if (event.type !== 'missing') return journal.record(id, event);
        const asked = { wall: Infinity, process: event.asked.process, monotonic: Infinity };
        return journal.record(id, { ...event, asked });
      },
    }),
  },

  'no proof by version': {
    odds: { rewind: 0.7 },
    history: (history) => ({
      ...history,
      since: async () => ({
        hasGap: () => false,
        isUnbroken: async () => true,
        noteLoss: () => {},
      }),
      hasGapWithin: () => false,
    }),
  },

  'time by the Date alone': {
    odds: { wrongDate: 1 },
    now: (now) => withoutMonotonic(() => ({ ...now(), wall: now().platform ?? now().wall })),
  },

  'time by wall clocks alone': {
    odds: { wrongDate: 0, clocksApart: 1 },
    now: (now) => withoutMonotonic(() => ({ ...now(), platform: undefined })),
  },

  'no guard by attempt': {
    odds: { doubledRequest: 0.7 },
    journal: (journal) => ({
      ...journal,
      async record(id, event) {
        const intent = 'of' in event && (await journal.find(id));
        return journal.record(id, intent ? { ...event, of: lastAttempt(intent) } : event);
      },
    }),
  },

  'refuse without compare-and-set': {
    journal: (journal) => ({ ...journal, record: refuseByReading(journal) }),
  },
};

/** The same of the money of orders that have to be paid. */
export const controlsOfPayment: Readonly<Record<string, Weakening>> = {
  'believe the page that it has paid': {
    odds: { unpaidRequest: 0.5 },
    checkout: (checkout) => ({ ...checkout, verify: async () => {} }),
  },

  'another key for each call to the provider': {
    odds: { lateCall: 0.8 },
    provider: (provider) => {
      let count = 0;
      const capture: PaymentProvider['capture'] = (id, amount, key) =>
        provider.capture(id, amount, `${key}-${(count += 1)}`);
      return { ...provider, capture };
    },
  },

  'take an unclear capture for a refusal': {
    provider: (provider) => ({
      ...provider,
      capture: (...call) => provider.capture(...call).catch(refuse),
    }),
  },

  'take an unclear void for done': {
    provider: (provider) => ({
      ...provider,
      async void(id, key) {
        const before = await provider.read(id);
        return provider.void(id, key).catch(() => ({ ...before, state: 'voided' as const }));
      },
    }),
  },

  'take an unclear refund for done': {
    odds: { lostCall: 0.3 },
    provider: (provider) => ({
      ...provider,
      async refund(id, amount, key) {
        const before = await provider.read(id);
        return provider.refund(id, amount, key).catch(() => ({ ...before, refunded: amount }));
      },
    }),
  },

  'tell that a refund has arrived while it is on its way': {
    provider: (provider) => ({
      ...provider,
      read: async (id) => asArrived(await provider.read(id)),
      refund: async (...call) => asArrived(await provider.refund(...call)),
    }),
  },

  'take a refused charge of a saved method for done': {
    provider: (provider) => ({
      ...provider,
      capture: (id, amount, key) =>
        provider.capture(id, amount, key).catch(async (error: unknown) => {
          const payment = await provider.read(id);
          if (!(error instanceof PaymentRefused) || !payment.saves_method) throw error;
          return { ...payment, state: 'captured' as const, captured: amount };
        }),
    }),
  },

  'charge a saved method before the vendor accepts': {
    journal: (journal) => ({
      ...journal,
      async record(id, event, sending) {
        const { authorisations = [] } = (await journal.find(id)) ?? {};
        const isSaved = authorisations.some(({ saves_method }) => saves_method);
        if (!isSaved || event.type !== 'payment-begun' || event.order?.status !== 'PENDING') {
          return journal.record(id, event, sending);
        }
        const order = { ...event.order, status: 'ACCEPTED' as const };
        return journal.record(id, { ...event, order }, sending);
      },
    }),
  },

  'keep a saved method that is not needed': {
    provider: (provider) => ({
      ...provider,
      async void(id, key) {
        const payment = await provider.read(id);
        if (!payment.saves_method) return provider.void(id, key);
        return { ...payment, state: 'voided' as const };
      },
    }),
  },

  'verify nothing any more once the order is placed': {
    odds: { rewind: 0.5 },
    journal: (journal) => ({
      ...journal,
      async record(id, event, sending) {
        const intent = await journal.find(id);
        const isLate = event.type === 'payment-verified' && intent?.state === 'placed';
        return isLate ? { intent, changed: false } : journal.record(id, event, sending);
      },
    }),
  },

  'leave the payment of a customer who has left': {
    journal: (journal) => ({
      ...journal,
      async record(id, event, sending) {
        const intent = await journal.find(id);
        const isAbandoned = event.type === 'declined' && event.problem.code === 'quote-expired';
        return isAbandoned && intent
          ? { intent, changed: false }
          : journal.record(id, event, sending);
      },
    }),
  },

  'tell nobody of a step that stays unclear': {
    odds: { stuckPayment: 0.5, wrongDate: 1, rewind: 0 },
    journal: (journal) => ({
      ...journal,
      async record(id, event, sending) {
        const intent = event.type === 'payment-unclear' && (await journal.find(id));
        return intent ? { intent, changed: false } : journal.record(id, event, sending);
      },
    }),
  },

  'give money back for an order that nobody has looked for': {
    odds: { rewind: 0.9, lateRewind: 0.9 },
    search: (journal) => async (id) => {
      const intent = await journal.find(id);
      return intent && { intent, hasNone: true };
    },
  },

  'leave payments to the page': { completesPayments: false },

  'do not look at an order again once it is paid': { reconsiders: false },
};

function asArrived({ refunding = 0, ...payment }: ProviderPayment): ProviderPayment {
  return { ...payment, refunded: payment.refunded + refunding };
}

function refuse(): never {
  throw new PaymentRefused('the provider has refused');
}

function wasSent(error: unknown): boolean {
  return error instanceof PlatformUnreachable && error.sent;
}

/** What says no more than that there is an order. */
function withoutContent({ id, code, external_reference, status }: PlacedOrder): PlacedOrder {
  return { id, code, external_reference, status, total: undefined, currency: undefined };
}

/** Moments that can only be compared by clocks that all processes have. */
function withoutMonotonic(now: () => Moment): () => Moment {
  let count = 0;
  return () => ({ ...now(), process: `${now().process}/${(count += 1)}` });
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

/** Finds no order any more once a create has failed. */
function withoutLookAfter(platform: OrderPlatform): OrderPlatform {
  let isSent = false;
  return {
    ...platform,
    createOrder(order, timeLeft) {
      isSent = true;
      return platform.createOrder(order, timeLeft);
    },
    findOrders: async (reference) =>
      isSent
        ? { orders: [], isComplete: true, askedAt: undefined }
        : platform.findOrders(reference),
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
