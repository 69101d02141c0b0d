import type { QuotedOrder } from '../contract/quote.schema.ts';

/** An order that a tab shows. */
export interface ShownOrder {
  order: QuotedOrder;
  /** It is not told to anybody. */
  key: string;
  /** checking: it may be with the platform. placed: it is. */
  state: 'checking' | 'placed';
  code: string;
}

type Question = Pick<ShownOrder, 'order' | 'key'>;

export interface OtherTabs {
  /** From now on this tab is heard by the others. */
  listen(): void;
  /** The same choice, if another tab shows an order of it. */
  find(own: Question): Promise<SameChoice | undefined>;
  close(): void;
}

export interface SameChoice extends Pick<ShownOrder, 'state' | 'code'> {
  /** This tab was duplicated, and both order under one key. */
  isSameOrder: boolean;
}

/** A question, or with a state the response to one. */
interface Message {
  /** Who asks at the same time as another is heard when this is less. */
  tab: number;
  choice: string;
  mark: number;
  state?: ShownOrder['state'];
  code?: string;
}

/** Milliseconds: an order waits no longer for a tab that does not respond. */
const WAIT = 90;

/** Asks the other tabs of the origin; without a channel there are none. */
export function createOtherTabs(
  open: () => BroadcastChannel | undefined,
  shown: () => ShownOrder[],
): OtherTabs {
  const tab = Math.random();
  let channel: BroadcastChannel | undefined;
  /** What this tab asks, by the choice that it is about. */
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
      channel = open();
      channel?.addEventListener('message', receive);
    } catch {
      // A page without an origin of its own has no other tabs.
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
        setTimeout(found, WAIT);
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

/** Date, prices, products and their amounts, in whatever order they were chosen. */
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

/** Tells keys apart without saying them: 32 bits of 256. */
function markOf(key: string): number {
  let mark = 0;
  for (const letter of key) mark = (Math.imul(mark, 31) + letter.charCodeAt(0)) | 0;
  return mark;
}
