/** A create, the look-up after a 401, and the create again. */
const REQUESTS_OF_A_SEND = 3;

/** The longest that an order can take from being sent to its response, in milliseconds. */
export function sendTimeOf(config: { readonly PLATFORM_TIMEOUT_SECONDS: number }): number {
  return REQUESTS_OF_A_SEND * config.PLATFORM_TIMEOUT_SECONDS * 1000;
}

// All in milliseconds.

/** One token request; shorter where `PLATFORM_TIMEOUT_SECONDS` is. */
export const TOKEN_TIMEOUT = 10_000;
/** Longer than a token request can take, so a lease expires only if its instance is lost. */
export const TOKEN_LEASE = 15_000;
/** How often the store is checked for the token that another instance requests. */
export const TOKEN_POLL = 50;
/** The pause after a failed token request; doubled after each further failure with a response. */
export const FIRST_TOKEN_RETRY = 5_000;
export const LONGEST_TOKEN_RETRY = 60_000;
/**
 * Frequent requests are punished by the token rule, so a token is given up no more often than this.
 */
export const TOKEN_GIVEN_UP_EVERY = 600_000;

/** Retries of a read, and the pause before each. */
export const RETRY_PAUSES = [150, 400] as const;
/** No retry begins later than this, so a call and its retries end within 15 seconds or so. */
export const RETRIES_UNTIL = 5_000;

/** A breaker opens after this many failures in a row. */
export const FAILURES_TO_OPEN = 5;
/** While it is open, the time from the start of one probe to the next. */
export const PROBE_INTERVAL = 10_000;
/** How much longer the caller of a failed probe waits, so that other classes of calls go first. */
export const TURN_OF_OTHERS = 2_000;
/** Longer than a call and its token can take; after this a probe is presumed lost. */
export const LONGEST_PROBE = 60_000;
/** The longest `Retry-After` of the platform that is honoured. */
export const LONGEST_RETRY_AFTER = 600_000;

/**
 * The pause after the first look-up of an open order; doubled each time, to a tenth of settling.
 */
export const FIRST_LOOKUP_PAUSE = 1_000;
/** How often each process checks whether an open order is due; most checks cost no call. */
export const COMPLETE_EVERY = 2_000;
/** How long an operator's own check of an order may take. */
export const ORDER_CHECK_TIMEOUT = 10_000;
/** How long a payment provider has for one call. */
export const PAYMENT_TIMEOUT = 10_000;
/** The longest pause between two attempts to capture or void an open authorisation. */
export const LONGEST_PAYMENT_PAUSE = 300_000;
/** How often a stream reads its order from the store, where other processes put their news. */
export const STREAM_LOOK_EVERY = 1_500;
/** Shorter than the silence after which load balancers and widgets give up on a stream. */
export const STREAM_COMMENT_EVERY = 19_500;
/** How often statuses are reread of orders that have news or that somebody looks at. */
export const REREAD_EVERY = 2_000;
/** The pause after a failed reread; doubled after each further failure. */
export const FIRST_REREAD_PAUSE = 2_000;
export const LONGEST_REREAD_PAUSE = 300_000;
/** How old a status may be when somebody looks at a new order, and how long an order is new. */
export const FIRST_STATUS_AGE = 60_000;
export const FIRST_STATUS_AGE_UNTIL = 600_000;
/** The same for older orders, and where the platform sends notifications. */
export const STATUS_AGE = 300_000;
export const STATUS_AGE_WITH_RECEIVER = 1_800_000;

/** How often one of the processes lists the changed orders, in case a notification got lost. */
export const SWEEP_EVERY = 300_000;
/** How often each process checks whether that is due; a check costs no call. */
export const SWEEP_CHECK_EVERY = 30_000;
/** How long a process has the lease of the sweep. */
export const SWEEP_LEASE = 60_000;
/** How much earlier than necessary a list of changes begins, because it may lag behind. */
export const SWEEP_MARGIN = 300_000;
/** How long after an order was placed its client's orders are swept: until most events are over. */
export const WATCH_TIME = 5_184_000_000;

/**
 * How long an instance has the lease to load the catalog, and how often it extends it. An instance
 * that was killed is replaced after that time.
 */
export const CATALOG_LEASE = 12_000;
export const CATALOG_LEASE_EXTENDED = 4_000;
/**
 * How often each instance checks what others have loaded or need, in case an announcement got lost.
 */
export const CATALOG_LOOK_EVERY = 500;
/** How long an instance waits for what it has requested. */
export const CATALOG_WAIT = 20_000;

/** How often each instance adds to the store what visitors have used. */
export const USE_SAVED_EVERY = 1_000;

/** How often the log says that connections were closed because too many were open. */
export const CONNECTIONS_LOGGED_EVERY = 10_000;

/** How often unneeded intents, and unneeded lists in a shared store, are removed. */
export const TIDY_EVERY = 3_600_000;
/**
 * How long an intent is kept that was refused or never sent, and how often such intents are
 * removed.
 */
export const UNPLACED_KEPT = 3_600_000;
export const FORGET_EVERY = 300_000;

/** How long a statement is retried while another connection writes to the store, and the pause. */
export const STORE_BUSY_TIMEOUT = 3_000;
export const STORE_BUSY_PAUSE = 20;

/** How long a connection to PostgreSQL may take to open, and a statement to run. */
export const STORE_CONNECT_TIMEOUT = 2_000;
export const STORE_STATEMENT_TIMEOUT = 3_000;
/** How long a statement is retried after its connection was lost, and the pause. */
export const STORE_RETRY_UNTIL = 3_000;
export const STORE_RETRY_PAUSE = 100;
/** How long a starting proxy waits for a PostgreSQL server that is starting too. */
export const STORE_START_TIMEOUT = 60_000;
/** The pause before a lost LISTEN connection is opened again. */
export const STORE_LISTEN_PAUSE = 1_000;
/** How often each process verifies that the store still has everything it has seen there. */
export const HISTORY_EVERY = 2_000;
/**
 * How often the database is asked for the time, and how often to check whether a jump of a clock
 * makes that due at once.
 */
export const CLOCK_SAMPLED_EVERY = 60_000;
export const CLOCK_CHECKED_EVERY = 1_000;
/** A sample that took longer than this is too inexact. */
export const SLOWEST_CLOCK_SAMPLE = 500;
/**
 * If the machine's two clocks have moved apart by this since the last sample, the machine has slept
 * or its clock was set.
 */
export const CLOCK_JUMP = 1_000;
