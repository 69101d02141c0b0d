import type { OrderStatus } from '#contract/order.schema';
import { type NewOrder, statusOfKind } from '../../proxy/platform/order-body.ts';
import type { OrderName, PlacedOrder } from '../../proxy/platform/translate.ts';
import type { Dice } from './dice.ts';
import type { Meet } from './hostilities.ts';
import type { Timeline } from './timeline.ts';

/** An order with everything by which it can differ from what was sent. */
export interface BookedOrder extends PlacedOrder {
  readonly vendor_id: string;
  readonly tickets: NonNullable<PlacedOrder['tickets']>;
  readonly products: NonNullable<PlacedOrder['products']>;
}

export type UnplacedOrder = Omit<BookedOrder, 'id' | 'code'>;

/** One create that has reached the platform, and what became of it. */
export interface Create {
  readonly sentAt: number;
  /** The ids of the orders that it has become: two where a gateway has repeated it. */
  readonly ids: string[];
  /** When lists show the first of them. */
  listedFrom: number;
  /**
   * Its sender has received the platform's own error body, although the order was placed, and no list
   * showed it yet.
   */
  isDenied: boolean;
}

/** The platform's orders, all under the one reference of a story. */
export interface Books {
  readonly creates: readonly Create[];
  /** Records that a create arrives, which may place an order later. */
  receive(): Create;
  /** Places the order of a create. Lists show it only later, at `latest` at the latest. */
  place(create: Create, order: UnplacedOrder, latest: number): BookedOrder;
  /** Of all orders, in lists or not yet. */
  ids(): readonly string[];
  /** All orders as they are now, in lists or not yet. */
  orders(): readonly BookedOrder[];
  /** The vendor accepts, declines or cancels an order. */
  change(id: string, status: OrderStatus): void;
  /** What lists show of this reference now. */
  listed(external_reference: string): readonly BookedOrder[];
  /** What lists show of all references now. */
  names(): readonly OrderName[];
}

interface Entry {
  order: BookedOrder;
  readonly listedFrom: number;
}

const LAGGING = 0.3;
const USUAL_LAG = 10_000;

/** `latest`: the longest that lists lag behind, in milliseconds. */
export function createBooks(
  { timeline, dice, meet }: { timeline: Timeline; dice: Dice; meet: Meet },
  { latest: longestLag }: { readonly latest: number },
): Books {
  const entries: Entry[] = [];
  const creates: Create[] = [];
  const listed = () =>
    entries.filter(({ listedFrom }) => listedFrom <= timeline.now()).map(({ order }) => order);

  return {
    creates,

    receive() {
      const sentAt = timeline.now();
      const create: Create = { sentAt, ids: [], listedFrom: Infinity, isDenied: false };
      creates.push(create);
      return create;
    },

    place(create, order, latest) {
      const [id, code] = [`order-${entries.length}`, `CODE${entries.length}`];
      const lag = dice.chance(LAGGING) ? dice.delay(USUAL_LAG, longestLag) : 0;
      if (lag > 0) meet('a list that lags');
      const placed = { ...order, id, code };
      const listedFrom = Math.min(timeline.now() + lag, latest);
      entries.push({ order: placed, listedFrom });
      create.listedFrom = Math.min(create.listedFrom, listedFrom);
      create.ids.push(id);
      return placed;
    },

    ids: () => entries.map(({ order }) => order.id),
    orders: () => entries.map(({ order }) => order),
    change(id, status) {
      const entry = entries.find(({ order }) => order.id === id);
      if (entry) entry.order = { ...entry.order, status };
    },
    listed: (reference) =>
      listed().filter(({ external_reference }) => external_reference === reference),
    names: listed,
  };
}

/** The order as it was sent; its total is what the platform's prices come to. */
export function orderAsSent({ external_reference, quote, request }: NewOrder): UnplacedOrder {
  return {
    external_reference,
    status: statusOfKind[quote.kind],
    total: request.lines.reduce((sum, { participants }) => sum + 1_000 * participants.length, 0),
    currency: quote.currency,
    vendor_id: quote.vendor_id,
    tickets: request.lines.map(({ date_id, participants }) => ({
      date_id,
      participants: participants.map(({ price_id }) => ({ price_id })),
    })),
    products: [],
  };
}

/** The order with one difference from what was sent. */
export function orderThatDiffers(order: UnplacedOrder, dice: Dice): UnplacedOrder {
  const [ticket] = order.tickets;
  if (!ticket) return order;
  const differences: readonly Partial<BookedOrder>[] = [
    { vendor_id: 'another vendor' },
    { currency: 'USD' },
    { total: 1 },
    { tickets: [{ ...ticket, date_id: 'another date' }] },
    { tickets: [{ ...ticket, participants: ticket.participants?.slice(1) }] },
    { products: [{ product_id: 'never ordered', amount: 1 }] },
  ];
  return { ...order, ...dice.pick(differences) };
}
