import {
  OrderUnreadable,
  PlatformRefused,
  PlatformUnreachable,
  SendTooLate,
} from '../../proxy/platform/errors.ts';
import type { FoundOrders, Platform } from '../../proxy/platform/platform.ts';
import type { PlacedOrder } from '../../proxy/platform/translate.ts';
import { aDate, anEvent } from '../proxy/builders.ts';
import type { Dice } from './dice.ts';
import type { Timeline } from './timeline.ts';

/**
 * How long a create may take to land and to appear in lists, counted from its sender's deadline.
 */
export interface Landing {
  readonly latest: number;
}

/** A process's connection to the platform, in place of the proxy's real client. */
export interface Connection {
  /** The process's wall clock and monotonic clock. */
  readonly wall: () => number;
  readonly monotonic: () => number;
  /** Waits, longer if the process stalls, and for ever once it has crashed. */
  readonly wait: (milliseconds: number) => Promise<void>;
}

export interface FakePlatform {
  /** The number of orders in its books. */
  landed(): number;
  connect(connection: Connection): OrderPlatform;
  /** Whether a create has not landed yet. */
  isLanding(): boolean;
  /** Ends all faults: nothing is lost, and lists are complete. */
  recover(): void;
}

export type OrderPlatform = Pick<
  Platform,
  'createOrder' | 'findOrders' | 'eventsById' | 'datesById' | 'productsById' | 'latestTime'
>;

const TIMEOUT = 10_000;
/** The platform's clock differs from true time, and does not jump. */
const SKEW = 7_000;
export const EPOCH = Date.parse('2026-11-21T09:00:00Z');

const event = anEvent('e', {});
const eventDate = aDate('d', 'e', { date: '2026-12-01T10:00:00Z' });

interface Clocks {
  readonly wall: number;
  readonly monotonic: number;
}

interface Standing {
  readonly order: PlacedOrder;
  readonly visibleFrom: number;
}

/** What happens to one create. */
type Fate =
  | 'placed'
  | 'placed-without-reference'
  | 'placed-unreadable'
  | 'placed-and-other-reference'
  | 'placed-and-500'
  | 'placed-and-page'
  | 'placed-and-cut'
  | 'placed-late'
  | 'lost'
  | '500'
  | 'refused'
  | '401'
  | '429';

const fates: Readonly<Record<Fate, number>> = {
  placed: 30,
  'placed-without-reference': 4,
  'placed-unreadable': 4,
  'placed-and-other-reference': 2,
  'placed-and-500': 5,
  'placed-and-page': 5,
  'placed-and-cut': 12,
  'placed-late': 12,
  lost: 8,
  '500': 4,
  refused: 6,
  '401': 4,
  '429': 8,
};

/** The platform of one story, with all faults between it and a proxy. */
export function createFakePlatform(timeline: Timeline, dice: Dice, landing: Landing): FakePlatform {
  const books: Standing[] = [];
  let creates = 0;
  let hasRecovered = false;
  const goesWrong = (probability: number) => !hasRecovered && dice.chance(probability);
  /** The `Date` header: whole seconds, rounded down. */
  const date = () => Math.floor((EPOCH + SKEW + timeline.now()) / 1000) * 1000;

  function land(external_reference: string, lastLanding: number): PlacedOrder {
    const order: PlacedOrder = {
      id: `order-${books.length}`,
      code: `CODE${books.length}`,
      external_reference,
      status: 'ACCEPTED',
      total: 1_000,
      currency: 'EUR',
    };
    const lag = dice.chance(0.3) ? dice.delay(10_000, landing.latest) : 0;
    books.push({ order, visibleFrom: Math.min(timeline.now() + lag, lastLanding) });
    return order;
  }

  function connect({ wall, monotonic, wait }: Connection): OrderPlatform {
    let lastDate: { readonly latest: number; readonly wall: number; readonly monotonic: number };

    const clocks = (): Clocks => ({ wall: wall(), monotonic: monotonic() });

    /** Reads the `Date` of a response as the real client does. */
    function readDate(said: number, asked: Clocks) {
      // Counted from the request, because a response may have waited long to be read.
      lastDate = { latest: said + 1_000, ...asked };
      return said - Math.max(wall() - asked.wall, monotonic() - asked.monotonic);
    }

    function latestTime(): number | undefined {
      if (!lastDate) return undefined;
      const { latest } = lastDate;
      return latest + Math.max(wall() - lastDate.wall, monotonic() - lastDate.monotonic);
    }

    async function live<T>(value: T): Promise<T> {
      const asked = clocks();
      await wait(dice.delay(300, 9_000));
      if (goesWrong(0.08)) throw new PlatformUnreachable({ sent: true });
      readDate(date(), asked);
      return value;
    }

    return {
      latestTime,
      eventsById: () => live([event]),
      datesById: () => live([goesWrong(0.12) ? { ...eventDate, available_slots: 0 } : eventDate]),
      productsById: async () => [],

      async createOrder({ external_reference }, timeLeft): Promise<PlacedOrder> {
        // The time for a token and for everything else before the first byte.
        await wait(dice.delay(50, 20_000));
        if (timeLeft() <= 0) throw new SendTooLate('the time to send it is over');
        const senderIsTooLateAt = timeline.now() + timeLeft();
        const timeout = Math.min(TIMEOUT, timeLeft());
        const asked = clocks();
        // If the process stalls here, it sends the request later.
        await wait(0);
        const fate = hasRecovered ? 'placed' : dice.weighted(fates);
        const arrivesIn = dice.delay(500, 8_000);

        const lastLanding = senderIsTooLateAt + landing.latest;
        const landsAt =
          timeline.now() + (fate === 'placed-late' ? dice.between(0, landing.latest) : arrivesIn);
        const isPlaced = fate.startsWith('placed') && landsAt <= lastLanding;
        if (!isPlaced) {
          await wait(fate === 'refused' || fate === '401' ? arrivesIn : timeout);
          if (fate === 'refused') throw new PlatformRefused(400, '40001');
          if (fate === '401' || fate === '429') throw new PlatformRefused(Number(fate));
          if (fate === '500') throw new PlatformRefused(500);
          throw new PlatformUnreachable({ sent: true });
        }
        // The order lands even if the waiting process crashes.
        const placed = new Promise<PlacedOrder>((resolve) => {
          creates += 1;
          timeline.at(landsAt, () => {
            creates -= 1;
            resolve(land(external_reference, lastLanding));
          });
        });
        if (fate === 'placed-late') {
          await wait(timeout);
          throw new PlatformUnreachable({ sent: true });
        }
        const order = await placed;
        await wait(dice.delay(50, 2_000));
        switch (fate) {
          case 'placed':
            readDate(date(), asked);
            return order;
          case 'placed-without-reference':
            return { ...order, external_reference: '' };
          case 'placed-and-other-reference':
            return { ...order, external_reference: 'OTHER' };
          case 'placed-unreadable':
            throw new OrderUnreadable('the response is an order of another shape', {
              id: 'unreadable',
            });
          case 'placed-and-500':
            throw new PlatformRefused(500, '50001');
          case 'placed-and-page':
            throw new PlatformRefused(403);
          default:
            throw new PlatformUnreachable({ sent: true });
        }
      },

      async findOrders(external_reference): Promise<FoundOrders> {
        const asked = clocks();
        await wait(dice.delay(300, 6_000));
        if (goesWrong(0.1)) throw new PlatformUnreachable({ sent: true });
        // The platform reads the list now; the response arrives later.
        const visible = books.filter(
          ({ order, visibleFrom }) =>
            order.external_reference === external_reference && visibleFrom <= timeline.now(),
        );
        const isComplete = !goesWrong(0.1);
        const said = date();
        await wait(dice.delay(100, 3_000));
        if (goesWrong(0.05)) throw new PlatformUnreachable({ sent: true });
        const askedAt = readDate(said, asked);
        const orders = isComplete ? visible.map(({ order }) => order) : [];
        return { orders, isComplete, askedAt };
      },
    };
  }

  return {
    landed: () => books.length,
    isLanding: () => creates > 0,
    connect,
    recover: () => (hasRecovered = true),
  };
}
