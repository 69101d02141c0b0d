/** The shape of every hop: the network, or the sandbox in the same process. */
export type Fetch = (request: Request) => Promise<Response>;

/** The other end of a connection. */
export interface Peer {
  readonly address: string;
}

/**
 * Whom a call is made for. `background`: nobody waits for it, as a stale entry is served.
 * `visitor`: somebody waits for it. `order`: without it nobody could order.
 */
export type Priority = 'background' | 'visitor' | 'order';

/** Whom a request comes from, as far as what is scarce has a limit for each. */
export interface Visitor {
  /**
   * Counts platform calls that this visitor alone causes; those that keep the catalog in step are
   * everybody's.
   * @throws {ProblemError} `too-many-calls`
   */
  charge(calls: number): void;
  /**
   * Before a response is rendered that nobody has asked for as things are now, such as a month, an id
   * or a search.
   * @throws {ProblemError} `too-many-distinct-reads` when nothing is left for it
   */
  checkRendering(): void;
  /** Counts what rendering it has cost, in milliseconds of the one thread. */
  chargeRendering(cost: number): void;
  /**
   * Counts nothing. Places of earlier orders are free again one day, and are not looked at.
   * @throws {ProblemError} `too-many-places` when so many can never be ordered
   */
  checkPlaces(places: readonly PlacesOfDate[]): void;
  /**
   * Counts an intent that is about to be recorded: if it is refused or not sent, its rows stay for
   * an hour. The returned function undoes it.
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
