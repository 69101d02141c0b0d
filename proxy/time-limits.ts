/** A create, the look-up after a 401, and the create again. */
const REQUESTS_OF_A_SEND = 3;

/** How long an order may take to be sent and responded to, in milliseconds, and then is too late. */
export function sendTimeOf(config: { readonly PLATFORM_TIMEOUT_SECONDS: number }): number {
  return REQUESTS_OF_A_SEND * config.PLATFORM_TIMEOUT_SECONDS * 1000;
}

// All in milliseconds.

/** One token request; shorter where `PLATFORM_TIMEOUT_SECONDS` is. */
export const TOKEN_TIMEOUT = 10_000;
/** Longer than a token request can take, so a lease that has expired has lost its instance. */
export const TOKEN_LEASE = 15_000;
/** How often the store is looked into for the token that another instance requests. */
export const TOKEN_POLL = 50;
/** The pause after a failed token request, doubled after each further one that was responded to. */
export const FIRST_TOKEN_RETRY = 5_000;
export const LONGEST_TOKEN_RETRY = 60_000;
/** The token rule punishes who asks too often, so a token is given up this seldom. */
export const TOKEN_GIVEN_UP_EVERY = 600_000;

/** Retries of a read, and the pause before each. */
export const RETRY_PAUSES = [150, 400] as const;
/** No retry begins later than this, so a call and its retries end within 15 seconds or so. */
export const RETRIES_UNTIL = 5_000;

/** A breaker opens after so many failures in a row. */
export const FAILURES_TO_OPEN = 5;
/** While it is open, from the beginning of a probe to the next one. */
export const PROBE_INTERVAL = 10_000;
/** So much later the class of calls probes that has just probed in vain. */
export const TURN_OF_OTHERS = 2_000;
/** Longer than a call and its token can take: then a probe is taken for lost. */
export const LONGEST_PROBE = 60_000;
/** The platform's `Retry-After` is heeded for so long at most. */
export const LONGEST_RETRY_AFTER = 600_000;

/** The pause after the first look-up of an open order; doubled after each, to a tenth of its time. */
export const FIRST_LOOKUP_PAUSE = 1_000;
/** How often every process looks whether an open order is due; most such looks cost no call. */
export const COMPLETE_EVERY = 2_000;
/** So long an operator's own check before an order may take. */
export const ORDER_CHECK_TIMEOUT = 10_000;
/** So long a provider of payments has for one call. */
export const PAYMENT_TIMEOUT = 10_000;
/** The longest pause between two looks whether an order is to be paid, and two such calls. */
export const LONGEST_PAYMENT_PAUSE = 300_000;
/** How often a stream looks for news of its order; other processes' are in the store. */
export const STREAM_LOOK_EVERY = 1_500;
/** Shorter than balancers and widgets let a stream be silent. */
export const STREAM_COMMENT_EVERY = 19_500;
/** How often the status of orders that news has come of, or that somebody looks at, is read again. */
export const REREAD_EVERY = 2_000;
/** The pause after such a call that failed; doubled after each further one. */
export const FIRST_REREAD_PAUSE = 2_000;
export const LONGEST_REREAD_PAUSE = 300_000;
/** The status of an order that somebody looks at is as old as this, for so long after it was placed. */
export const FIRST_STATUS_AGE = 60_000;
export const FIRST_STATUS_AGE_UNTIL = 600_000;
/** The same later, and where the platform sends notifications. */
export const STATUS_AGE = 300_000;
export const STATUS_AGE_WITH_RECEIVER = 1_800_000;

/** How often one of all processes lists which orders have changed, in case a notification got lost. */
export const SWEEP_EVERY = 300_000;
/** How often each process looks whether that is due; such a look costs no call. */
export const SWEEP_CHECK_EVERY = 30_000;
/** So long one process alone may do it. */
export const SWEEP_LEASE = 60_000;
/** So much earlier than necessary a list begins, because it may lag behind. */
export const SWEEP_MARGIN = 300_000;
/** So long after an order was placed its client's orders are swept: until most events are over. */
export const WATCH_TIME = 5_184_000_000;

/**
 * So long one of several instances alone asks the platform for the catalog, and how often it has
 * that extended. One that was killed is missed for so long.
 */
export const CATALOG_LEASE = 12_000;
export const CATALOG_LEASE_EXTENDED = 4_000;
/** How often each looks for what the others have loaded or need, in case an announcement got lost. */
export const CATALOG_LOOK_EVERY = 500;
/** So long it waits for what it needs. */
export const CATALOG_WAIT = 20_000;

/** How often each instance adds to the store what visitors have used. */
export const USE_SAVED_EVERY = 1_000;

/** How often it is logged that connections were closed because too many were open. */
export const CONNECTIONS_LOGGED_EVERY = 10_000;

/** How often intents, and lists in a shared store, that nobody needs any more are removed. */
export const TIDY_EVERY = 3_600_000;
/** So long an intent that was refused or not sent is kept, and how often such ones are removed. */
export const UNPLACED_KEPT = 3_600_000;
export const FORGET_EVERY = 300_000;

/** So long a statement is tried again while another connection writes to the store, and how often. */
export const STORE_BUSY_TIMEOUT = 3_000;
export const STORE_BUSY_PAUSE = 20;

/** So long a connection to PostgreSQL may take to be made, and a statement to be run. */
export const STORE_CONNECT_TIMEOUT = 2_000;
export const STORE_STATEMENT_TIMEOUT = 3_000;
/** So long a statement whose connection was lost is tried again, and how often. */
export const STORE_RETRY_UNTIL = 3_000;
export const STORE_RETRY_PAUSE = 100;
/** So long a proxy that starts waits for a PostgreSQL server that is being started too. */
export const STORE_START_TIMEOUT = 60_000;
/** The pause before the connection that hears other instances is made again. */
export const STORE_LISTEN_PAUSE = 1_000;
/** How often each process proves that the store still has what it has seen. */
export const HISTORY_EVERY = 2_000;
/** How often the database is asked for the time, and how often whether that is due earlier. */
export const CLOCK_SAMPLED_EVERY = 60_000;
export const CLOCK_CHECKED_EVERY = 1_000;
/** A sample that took longer tells the time too inexactly. */
export const SLOWEST_CLOCK_SAMPLE = 500;
/** When the machine's two clocks differ by more since the last sample, it has slept or was set. */
export const CLOCK_JUMP = 1_000;
