import { OrderUnreadable, PlatformUnreachable, SendTooLate } from '../../proxy/platform/errors.ts';
import type { NewOrder } from '../../proxy/platform/order-body.ts';
import type { FoundOrders } from '../../proxy/platform/placed-orders.ts';
import type { Platform } from '../../proxy/platform/platform.ts';
import type { OrderDetails } from '../../proxy/platform/translate.ts';
import { aDate, anEvent } from '../proxy/builders.ts';
import {
  type BookedOrder,
  type Books,
  type Create,
  orderAsSent,
  orderThatDiffers,
  type UnplacedOrder,
} from './booked-orders.ts';
import type { DateHeader } from './date-header.ts';
import type { Dice } from './dice.ts';
import { drawFate, errorOf, type Fate, type ResponseKind, smooth } from './fates.ts';
import type { Meet, Odds } from './hostilities.ts';
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
  /** Called when a process has received an order that differs from what was sent. */
  readonly onDifference: (id: string) => void;
}

export interface FakePlatform {
  connect(connection: Connection): OrderPlatform;
  /** Whether a create has not landed yet. */
  isLanding(): boolean;
  /** Ends all faults: nothing is lost, and lists are complete. */
  recover(): void;
}

export type OrderPlatform = Pick<
  Platform,
  | 'createOrder'
  | 'findOrders'
  | 'orderDetails'
  | 'changedOrders'
  | 'eventsById'
  | 'datesById'
  | 'productsById'
  | 'latestTime'
  | 'steadyTime'
>;

interface FakePlatformContext {
  readonly timeline: Timeline;
  readonly dice: Dice;
  readonly books: Books;
  readonly dateHeader: DateHeader;
  readonly landing: Landing;
  readonly odds: Odds;
  readonly meet: Meet;
  /** The vendor accepts orders one by one. */
  readonly isRequest: boolean;
}

const TIMEOUT = 10_000;
/** Something holds a create up before it is sent. */
const LONGEST_HOLD = 20 * 60_000;
const booked = anEvent('e', {});
const requested = anEvent('e', { type: 'REQUEST' });
const eventDate = aDate('d', 'e', { date: '2026-12-01T10:00:00Z' });

interface Clocks {
  readonly wall: number;
  readonly monotonic: number;
}

function detailsOf({ id, status, total, currency }: BookedOrder): OrderDetails {
  const dates = { cancellation_date: null, expire_date: null, payment_date: null };
  const amount = { total: total ?? null, currency: currency ?? null };
  return { id, status: status ?? null, ...amount, ...dates, tickets: [], products: [] };
}

/** The platform of one story, with all faults between it and a proxy. */
export function createFakePlatform(context: FakePlatformContext): FakePlatform {
  const { timeline, dice, books, dateHeader, landing, odds, meet } = context;
  let underWay = 0;
  let hasRecovered = false;
  const goesWrong = (probability: number) => !hasRecovered && dice.chance(probability);

  function placeAt(time: number, create: Create, order: UnplacedOrder, latest: number) {
    underWay += 1;
    return new Promise<BookedOrder>((resolve) => {
      timeline.at(time, () => {
        underWay -= 1;
        resolve(books.place(create, order, latest));
      });
    });
  }

  /**
   * Resolves to the order once it is placed, even if its sender has crashed by then. Undefined if it
   * never is.
   */
  function execute(
    create: Create,
    sent: NewOrder,
    { executed, isLate, response }: Fate,
    latest: number,
  ): Promise<BookedOrder> | undefined {
    const landsIn = isLate ? dice.between(0, landing.latest) : dice.delay(500, 8_000);
    const landsAt = timeline.now() + landsIn;
    if (executed === 0 || landsAt > latest) return undefined;
    const asSent = orderAsSent(sent);
    const order = response === 'order-that-differs' ? orderThatDiffers(asSent, dice) : asSent;
    if (response === 'unclear-error') meet('an order taken, then an unclear error');
    if (response === 'refusal') meet('an order taken, then a refusal');
    if (response === 'order-that-differs') meet('an order that differs');
    if (executed === 2) {
      meet('an order taken twice');
      const repeatedAt = Math.min(landsAt + dice.delay(2_000, landing.latest), latest);
      void placeAt(repeatedAt, create, order, latest);
    }
    return placeAt(landsAt, create, order, latest);
  }

  function connect({ wall, monotonic, wait, onDifference }: Connection): OrderPlatform {
    let lastDate:
      { readonly latest: number; readonly wall: number; readonly monotonic: number } | undefined;

    const clocks = (): Clocks => ({ wall: wall(), monotonic: monotonic() });

    /** Reads the `Date` of a response as the real client does. */
    function readDate(said: number | undefined, asked: Clocks): number | undefined {
      if (said === undefined) return undefined;
      // Counted from the request, because a response may have waited long to be read.
      lastDate = { latest: said + 1_000, ...asked };
      return said - Math.max(wall() - asked.wall, monotonic() - asked.monotonic);
    }

    function latestTime(): number | undefined {
      if (!lastDate) return undefined;
      const { latest } = lastDate;
      return latest + Math.max(wall() - lastDate.wall, monotonic() - lastDate.monotonic);
    }

    function steadyTime(): number | undefined {
      return lastDate && lastDate.latest + monotonic() - lastDate.monotonic;
    }

    async function live<T>(value: T): Promise<T> {
      const asked = clocks();
      await wait(dice.delay(300, 9_000));
      if (goesWrong(0.08)) throw new PlatformUnreachable({ sent: true });
      readDate(dateHeader(), asked);
      return value;
    }

    /** The order as its sender receives it. */
    function present(order: BookedOrder, response: ResponseKind): BookedOrder {
      switch (response) {
        case 'order-without-reference':
          return { ...order, external_reference: '' };
        case 'order-with-another-reference':
          return { ...order, external_reference: 'OTHER' };
        case 'unreadable-order':
          throw new OrderUnreadable('the response is an order of another shape', order);
        case 'order-that-differs':
          onDifference(order.id);
          return order;
        default:
          return order;
      }
    }

    return {
      latestTime,
      steadyTime,
      eventsById: () => live([context.isRequest ? requested : booked]),
      datesById: () => live([goesWrong(0.12) ? { ...eventDate, available_slots: 0 } : eventDate]),
      productsById: async () => [],
      async orderDetails(ids) {
        const known = books.orders().filter(({ id }) => ids.includes(id));
        return live(known.map(detailsOf));
      },
      changedOrders: () => live(books.names()),

      async createOrder(sent, timeLeft) {
        // The time for a token and for everything else before the first byte.
        await wait(goesWrong(odds.hold) ? dice.between(0, LONGEST_HOLD) : dice.delay(50, 20_000));
        if (timeLeft() <= 0) throw new SendTooLate('the time to send it is over');
        const latest = timeline.now() + timeLeft() + landing.latest;
        const timeout = Math.min(TIMEOUT, timeLeft());
        const asked = clocks();
        // If the process stalls here, it sends the request later.
        await wait(0);
        const create = books.receive();
        const fate = hasRecovered ? smooth : drawFate(dice, odds);
        const { response, isLate } = fate;
        const placed = execute(create, sent, fate, latest);
        const isError = response === 'refusal' || response === 'unclear-error';
        if (placed && !isLate) await placed;
        else await wait(isError && dice.chance(0.5) ? dice.delay(500, 8_000) : timeout);
        await wait(dice.delay(50, 2_000));
        if (response === 'silence') throw new PlatformUnreachable({ sent: true });
        readDate(dateHeader(), asked);
        if (isError) {
          // The look-up after it shows what is listed by now.
          const isHidden = create.listedFrom > timeline.now();
          create.isDenied = response === 'refusal' && placed !== undefined && isHidden;
          throw errorOf(response, dice);
        }
        if (!placed) throw new PlatformUnreachable({ sent: true });
        return present(await placed, response);
      },

      async findOrders(external_reference): Promise<FoundOrders> {
        const asked = clocks();
        await wait(dice.delay(300, 6_000));
        if (goesWrong(0.1)) throw new PlatformUnreachable({ sent: true });
        // The platform reads the list now; the response arrives later.
        const listed = books.listed(external_reference);
        const isComplete = !goesWrong(0.1);
        const said = dateHeader();
        await wait(dice.delay(100, 3_000));
        if (goesWrong(0.05)) throw new PlatformUnreachable({ sent: true });
        const askedAt = readDate(said, asked);
        return { orders: isComplete ? listed : [], isComplete, askedAt };
      },
    };
  }

  return { isLanding: () => underWay > 0, connect, recover: () => (hasRecovered = true) };
}
