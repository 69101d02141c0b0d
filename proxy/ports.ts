/** Sends a request: over the network, or to the sandbox in the same process. */
export type Fetch = (request: Request) => Promise<Response>;

/** The other end of a connection. */
export interface Peer {
  readonly address: string;
}

/**
 * Whom a call is made for. `background`: nobody waits, because a stale value is served. `visitor`:
 * somebody waits. `order`: without this call nobody could order.
 */
export type Priority = 'background' | 'visitor' | 'order';

/** Whoever sent a request, with limits of their own on everything that is scarce. */
export interface Visitor {
  /**
   * Counts platform calls that only this visitor causes; nobody is charged for those that keep the
   * catalog current.
   * @throws {ProblemError} `too-many-calls`
   */
  charge(calls: number): void;
  /**
   * Called before a response is rendered that is not cached, such as for another month, id or
   * search.
   * @throws {ProblemError} `too-many-distinct-reads` when the visitor's rendering time is used up
   */
  checkRendering(): void;
  /** Counts what the rendering has cost, in milliseconds of the one thread. */
  chargeRendering(cost: number): void;
  /**
   * Counts nothing, and disregards places of earlier orders, which are free again in a day.
   * @throws {ProblemError} `too-many-places` when so many can never be ordered at once
   */
  checkPlaces(places: readonly PlacesOfDate[]): void;
  /**
   * Counts an intent that is about to be recorded, because its rows stay for an hour even if it is
   * refused or never sent. The returned function undoes it.
   * @throws {ProblemError} `too-many-requests`
   */
  takeIntent(): () => void;
  /**
   * Counts the places of an order that is about to be sent, and the mail that its customer gets.
   * The returned function undoes it.
   * @throws {ProblemError} `too-many-places`, `too-many-orders`
   */
  takeOrder(places: readonly PlacesOfDate[], email: string): Promise<() => void>;
}

export interface PlacesOfDate {
  readonly date_id: string;
  readonly places: number;
}
