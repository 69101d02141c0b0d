/**
 * What is known in the end of one order and of its money. The judge has to be right where the proxy
 * is wrong, so neither this nor the judge imports anything of the proxy.
 */
export interface Evidence {
  /** In the order in which the customer was told it; the page keeps showing the last. */
  readonly heard: readonly Heard[];
  /** What each process says in the end. */
  readonly now: readonly Now[];
  /** Left out where the platform may have taken something else. */
  readonly ordered?: Ordered | undefined;
  /** All orders under its reference in the platform's books. */
  readonly orders: readonly BookedOrder[];
  /** All creates that have reached the platform, in their order. */
  readonly creates: readonly Create[];
  /** The ids of orders of which a process was shown another content than was sent. */
  readonly shownOtherwise: readonly string[];
  readonly alarms: readonly Alarm[];
  /** The store went back, and may have forgotten what was recorded of this. */
  readonly forgotten: { readonly order: boolean; readonly payment: boolean };
  /** Left out where nothing has to be paid. */
  readonly price?: Price | undefined;
  readonly payments: readonly BankedPayment[];
  /** What the customer is told of the money in the end; left out where nobody has asked. */
  readonly toldOfMoney?: ToldOfMoney | 'nothing' | undefined;
  /**
   * For how long the payment provider was called about one payment without an outcome, in
   * milliseconds; left out where no clock can say when the operator has to be told.
   */
  readonly silence?: number | undefined;
  /** An hour has passed, after which money is released for an order that was never sent. */
  readonly isHourOver: boolean;
}

/**
 * What a customer's page shows. `unclear`: there was no response, or none with an outcome.
 * `not-sent`: nothing was ordered, and the customer may try again.
 */
export type Word = 'unclear' | 'checking' | 'placed' | 'refused' | 'absent' | 'not-sent';

export interface Heard {
  readonly word: Word;
  /** The code of the order, if the page showed one. */
  readonly code?: string | undefined;
  /** Milliseconds since the run began. */
  readonly at: number;
  /** The proxy, the request and the response, for debugging. */
  readonly source?: string | undefined;
}

/** What a process says of the customer's key in the end. */
export interface Now {
  readonly proxy: string;
  /**
   * `unknown`: no such key. `removed`: the same, long after it was refused. `no-response`: the proxy
   * did not respond.
   */
  readonly state:
    'open' | 'checking' | 'placed' | 'refused' | 'absent' | 'unknown' | 'removed' | 'no-response';
  readonly code?: string | undefined;
}

export interface Ordered {
  readonly date_id: string;
  readonly places: number;
  readonly product_id?: string | undefined;
}

/** The fields of an order in the platform's books that are judged. */
export interface BookedOrder {
  readonly id: string;
  readonly code: string;
  /** PENDING: a request that the vendor has not answered, whose money is held. */
  readonly status?: string | undefined;
  /** In minor units. Left out where it is not known which total the proxies were shown. */
  readonly total?: number | undefined;
  readonly currency?: string | undefined;
  readonly tickets: readonly {
    readonly date_id: string;
    readonly participants?: readonly unknown[] | undefined;
  }[];
  readonly products: readonly { readonly product_id: string; readonly amount: number }[];
}

/** One create that has reached the platform, and what became of it. */
export interface Create {
  readonly sentAt: number;
  /** How many orders: two where a gateway has repeated it. Left out where nobody has seen it. */
  readonly placed?: number;
  /**
   * Its sender has received the platform's own error body, although the order was placed, and no list
   * showed it yet.
   */
  readonly isDenied: boolean;
  /** When lists show the first of its orders, if that is known. */
  readonly listedFrom?: number;
}

/** An `order-alarm` or `store-alarm` in the log of a process. */
export interface Alarm {
  readonly reason?: string | undefined;
  readonly external_reference?: string | undefined;
  readonly order_ids?: readonly string[] | undefined;
}

/** What was agreed, in minor units. */
export interface Price {
  readonly total: number;
  readonly currency?: string | undefined;
}

/** A payment as the payment provider has it; all amounts are in minor units. */
export interface BankedPayment {
  readonly id: string;
  readonly reference: string;
  /** held: the money is held, or the customer's method is kept. */
  readonly state: 'open' | 'held' | 'taken' | 'released';
  /** The money is taken as the customer confirms. */
  readonly isAtOnce?: boolean;
  readonly captures: readonly number[];
  /** All that was given back, also what has not arrived yet. */
  readonly refunds: readonly number[];
  /** How much of it has not arrived yet. */
  readonly refunding?: number;
}

export interface ToldOfMoney {
  readonly state: string;
  readonly amount: number;
}
