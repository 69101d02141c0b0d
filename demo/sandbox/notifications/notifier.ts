import type { Agenda } from '../agenda.ts';
import type { Clock } from '../clock.ts';
import type { Dial } from '../faults/dial.ts';
import { formatInstant } from '../instants.ts';
import type { Order } from '../orders/order.ts';
import type { Fetch } from './deliver.ts';
import { createDelivery } from './deliver.ts';
import type { Receiver } from './receiver.ts';
import { wireNotification } from './wire-notification.ts';

/** What became of one notification. */
export interface Attempt {
  readonly order_id: string;
  readonly sent_at: string;
  /** The receiver's status, or the reason why there is none. */
  readonly answer: number | string;
}

export interface Notifier {
  register(receiver: Receiver | undefined): void;
  receiver(): Receiver | undefined;
  /** To be called after an order was written. Returns at once, whatever the receiver does. */
  notify(order: Order): void;
  attempts(): readonly Attempt[];
  /** Resolves when all that was due has been sent. */
  delivered(): Promise<void>;
}

/**
 * One delivery at a time, in the sequence of the changes, and none twice: the spec knows of no
 * retries. What an order looked like when it changed is what is told of it, however late.
 */
export function createNotifier(fetch: Fetch, clock: Clock, agenda: Agenda, dial: Dial): Notifier {
  let receiver: Receiver | undefined;
  let deliver: ReturnType<typeof createDelivery> | undefined;
  let queue: Promise<void> = Promise.resolve();
  const attempts: Attempt[] = [];

  function send(order_id: string, body: string): void {
    queue = queue.then(async () => {
      if (!deliver) return;
      const sent_at = formatInstant(clock());
      const answer = await deliver(body).catch((error: unknown) =>
        error instanceof Error ? error.message : String(error),
      );
      attempts.push({ order_id, sent_at, answer });
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
      for (const delay of delays(dial)) {
        if (delay === 0) send(order.id, body);
        else agenda.add(clock() + delay, () => send(order.id, body));
      }
    },
    attempts: () => attempts,
    async delivered() {
      // More can be queued while waiting, so until nothing was.
      for (let seen: Promise<void> | undefined; seen !== queue;) {
        seen = queue;
        await seen;
      }
    },
  };
}

/** When to send a notification, in milliseconds from now: never, once or twice. */
function delays(dial: Dial): number[] {
  if (dial.strike('notification-lost')) return [];
  const times = dial.strike('notification-doubled') ? 2 : 1;
  const late = dial.strike('notification-late')?.seconds ?? 0;
  const shuffled = dial.strike('notification-shuffled')?.seconds ?? 0;
  // Each one is drawn anew, so whatever changes within that time arrives in another sequence.
  return Array.from({ length: times }, () => 1000 * late + dial.draw(1000 * shuffled));
}
