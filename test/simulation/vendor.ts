import { HOUR } from '#contract/milliseconds';
import type { OrderStatus } from '#contract/order.schema';
import type { Books } from './booked-orders.ts';
import type { Dice } from './dice.ts';
import type { Meet } from './hostilities.ts';
import type { Timeline } from './timeline.ts';

interface Vendor {
  /** The platform's books, in which the vendor changes what is placed. */
  readonly books: Books;
  readonly isRequest: boolean;
  /** When the vendor has done everything; 0 while there is no order. */
  endsAt(): number;
}

/** Accepts or declines a request, and cancels some orders. */
export function createVendor(
  books: Books,
  { timeline, dice, meet }: { timeline: Timeline; dice: Dice; meet: Meet },
): Vendor {
  const isRequest = dice.chance(0.3);
  const answer = dice.weighted<OrderStatus & ('ACCEPTED' | 'DECLINED')>({
    ACCEPTED: 6,
    DECLINED: 4,
  });
  const isCanceled = dice.chance(0.25);
  let endsAt = 0;

  function changeAt(time: number, id: string, status: OrderStatus): void {
    endsAt = Math.max(endsAt, time);
    timeline.at(time, () => {
      if (status !== 'ACCEPTED') meet('a vendor who cancels or declines');
      books.change(id, status);
    });
  }

  return {
    isRequest,
    endsAt: () => endsAt,
    books: {
      ...books,
      place(create, order, latest) {
        const status = isRequest ? 'PENDING' : order.status;
        const placed = books.place(create, { ...order, status }, latest);
        const soon = timeline.now() + dice.delay(HOUR / 6, HOUR);
        if (isRequest) changeAt(soon, placed.id, answer);
        const isStanding = !isRequest || answer === 'ACCEPTED';
        if (isCanceled && isStanding)
          changeAt(soon + dice.delay(HOUR / 6, HOUR / 2), placed.id, 'CANCELED');
        return placed;
      },
    },
  };
}
