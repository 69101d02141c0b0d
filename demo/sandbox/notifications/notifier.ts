import { formatTimestamp } from '../api/wire-values.ts';
import type { FaultInjector } from '../faults/fault-injector.ts';
import type { Order } from '../orders/order.ts';
import type { Clock } from '../world/clock.ts';
import type { Scheduler } from '../world/scheduler.ts';
import type { Deliver, Fetch, Receiver } from './delivery.ts';
import { createDelivery } from './delivery.ts';
import { wireNotification } from './wire.ts';

/** The result of one delivery, as `GET /sandbox/notifications` shows it. */
export interface DeliveryAttempt {
  readonly order_id: string;
  readonly sent_at: string;
  /** The status of the receiver's response, or the reason why there is none. */
  readonly response: number | string;
}

export interface Notifier {
  register(receiver: Receiver | undefined): void;
  receiver(): Receiver | undefined;
  /** Queues a notification of an order as it is now, and returns without waiting for it. */
  notify(order: Order): void;
  attempts(): readonly DeliveryAttempt[];
  /** Resolves when all that was due has been sent. */
  delivered(): Promise<void>;
}

/**
 * Sends one notification at a time, in the order of the changes. It never retries, because the spec
 * has no retries.
 */
export function createNotifier(
  fetch: Fetch,
  clock: Clock,
  scheduler: Scheduler,
  faults: FaultInjector,
): Notifier {
  let receiver: Receiver | undefined;
  let deliver: Deliver | undefined;
  let queue: Promise<void> = Promise.resolve();
  const attempts: DeliveryAttempt[] = [];

  function send(order_id: string, body: string): void {
    queue = queue.then(async () => {
      if (!deliver) return;
      const sent_at = formatTimestamp(clock());
      const response = await deliver(body).catch((error: unknown) =>
        error instanceof Error ? error.message : String(error),
      );
      attempts.push({ order_id, sent_at, response: response });
    });
  }

  return {
    register(next) {
      receiver = next;
      deliver = next && createDelivery(next, fetch, clock);
    },
    receiver: () => receiver,
    notify(order) {
      if (!receiver) return;
      const body = JSON.stringify(wireNotification(order));
      for (const delay of sendDelays(faults)) {
        if (delay === 0) send(order.id, body);
        else scheduler.add(clock() + delay, () => send(order.id, body));
      }
    },
    attempts: () => attempts,
    async delivered() {
      // More can be queued while this waits, so it waits again until nothing was added.
      let awaited: Promise<void> | undefined;
      while (awaited !== queue) {
        awaited = queue;
        await awaited;
      }
    },
  };
}

/** The delays of a notification, in milliseconds: one, unless a fault loses or doubles it. */
function sendDelays(faults: FaultInjector): number[] {
  if (faults.strike('notification-lost')) return [];
  const times = faults.strike('notification-doubled') ? 2 : 1;
  const lateSeconds = faults.strike('notification-late')?.seconds ?? 0;
  const shuffleSeconds = faults.strike('notification-shuffled')?.seconds ?? 0;
  // Each has a random delay, so notifications that are close in time arrive out of order.
  return Array.from(
    { length: times },
    () => 1000 * lateSeconds + faults.randomUpTo(1000 * shuffleSeconds),
  );
}
