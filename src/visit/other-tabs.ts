import type { QuotedOrder } from '#contract/quote.schema';

/** An order that a tab shows. */
export interface ShownOrder {
  order: QuotedOrder;
  /** Never sent to other tabs: the key can place and read the order. */
  key: string;
  /** checking: the platform may have the order. placed: it has. */
  state: 'checking' | 'placed';
  code: string;
}

type Question = Pick<ShownOrder, 'order' | 'key'>;

export interface OtherTabs {
  /** Opens the channel, so that this tab responds to the others. */
  listen(): void;
  /** The order of another tab with the same dates, prices and products. */
  find(own: Question): Promise<SameChoice | undefined>;
  close(): void;
}

export interface SameChoice extends Pick<ShownOrder, 'state' | 'code'> {
  /** Both tabs have the same key, because one was duplicated from the other. */
  isSameOrder: boolean;
}

/** A question or, with a state, the response to one. */
interface Message {
  /** Random. Of two tabs that ask at the same time, the one with the lower number wins. */
  tab: number;
  choice: string;
  mark: number;
  state?: ShownOrder['state'];
  code?: string;
}

/** Milliseconds that an order waits for responses of other tabs. */
export const TABS_WAIT = 90;

/** Asks the other tabs of the origin, by `BroadcastChannel`, whether they order the same. */
export function createOtherTabs(
  open: () => BroadcastChannel | undefined,
  shown: () => ShownOrder[],
): OtherTabs {
  const tab = Math.random();
  let channel: BroadcastChannel | undefined;
  /** The open questions of this tab, by choice. */
  const questions = new Map<string, (response: Message) => void>();

  function receive({ data }: MessageEvent<Message | null>): void {
    if (!data) return;
    if (data.state) {
      questions.get(data.choice)?.(data);
      return;
    }
    const own = shown().find(({ order }) => choiceOf(order) === data.choice);
    const isAsking = questions.has(data.choice);
    if (own && (!isAsking || tab <= data.tab)) post(own);
  }

  function post({ order, key, ...rest }: Question & Partial<ShownOrder>): void {
    const message: Message = { tab, choice: choiceOf(order), mark: markOf(key), ...rest };
    channel?.postMessage(message);
  }

  function listen(): void {
    try {
      if (channel) return;
      const opened = open();
      opened?.addEventListener('message', receive);
      channel = opened;
    } catch {
      // A page with an opaque origin cannot open a channel, and another's class may be none.
    }
  }

  return {
    listen,

    async find(own) {
      listen();
      if (!channel) return undefined;
      const choice = choiceOf(own.order);
      const response = await new Promise<Message | undefined>((found) => {
        questions.set(choice, found);
        setTimeout(found, TABS_WAIT);
        post({ order: own.order, key: own.key });
      });
      questions.delete(choice);
      if (!response?.state) return undefined;
      const { state, code = '', mark } = response;
      return { state, code, isSameOrder: mark === markOf(own.key) };
    },

    close() {
      channel?.close();
      channel = undefined;
    },
  };
}

/** Dates, prices, products and amounts, sorted, so that equal choices give equal texts. */
function choiceOf({ lines, products }: QuotedOrder): string {
  return [
    ...lines.flatMap(({ date_id, prices }) =>
      prices.map(({ price_id, amount }) => [date_id, price_id, amount].join(' ')),
    ),
    ...products.map(({ product_id, amount }) => [product_id, amount].join(' ')),
  ]
    .sort()
    .join();
}

/** A 32-bit hash, from which nobody can derive the 256-bit key. */
function markOf(key: string): number {
  let mark = 0;
  for (const letter of key) mark = (Math.imul(mark, 31) + letter.charCodeAt(0)) | 0;
  return mark;
}
