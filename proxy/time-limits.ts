import { DAY, HOUR, MINUTE } from '#contract/milliseconds';
/** A create, the look-up after a 401, and the create again. */
const REQUESTS_OF_A_SEND = 3;

/** How long an order may take to be sent and responded to, in milliseconds, and then is too late. */
export function sendTimeOf(config: { readonly PLATFORM_TIMEOUT_SECONDS: number }): number {
  return REQUESTS_OF_A_SEND * config.PLATFORM_TIMEOUT_SECONDS * 1000;
}

// All in milliseconds. `npm run doctor -- --limits` prints these comments, so each constant has its
// own, in words for operators.

/** Timeout of one token request; `PLATFORM_TIMEOUT_SECONDS` if that is shorter. */
export const TOKEN_TIMEOUT = 10_000;
/**
 * Lease under which only one process may request a token while the others wait. Longer than a token
 * request can take, so a lease that has expired has lost its process.
 */
export const TOKEN_LEASE = 15_000;
/** How often the waiting processes look for the new token in the store. */
export const TOKEN_POLL = 50;
/** Pause after a failed token request; doubled after each further refusal. */
export const FIRST_TOKEN_RETRY = 5_000;
/** Longest pause after a failed token request. */
export const LONGEST_TOKEN_RETRY = MINUTE;
/**
 * Shortest interval at which a token that the platform keeps refusing is replaced before it expires.
 * The platform punishes whoever requests tokens too often.
 */
export const TOKEN_GIVEN_UP_EVERY = 10 * MINUTE;

/**
 * Pauses before the first and the second retry of a read that failed with a status above 500 or
 * without a response. At most a tenth of the reads is retried; an order never.
 */
export const RETRY_PAUSES = [150, 400] as const;
/** No retry of a read begins later than this after its first attempt. */
export const RETRIES_UNTIL = 5_000;

/**
 * Interval between probes: after failures in a row, one call at a time tests whether the
 * platform is back.
 */
export const PROBE_INTERVAL = 10_000;
/** Extra pause before the same kind of call probes twice in a row, so that other kinds go first. */
export const TURN_OF_OTHERS = 2_000;
/**
 * A probe without a result after this time counts as lost, and another one may begin. Longer than a
 * call and its token can take.
 */
export const LONGEST_PROBE = MINUTE;
/** Longest `Retry-After` of the platform that is honoured; nothing is sent until it has passed. */
export const LONGEST_RETRY_AFTER = 10 * MINUTE;

/**
 * Pause after the first look-up of an order without a clear response; doubled after each look-up, up
 * to a tenth of `ORDER_SETTLE_SECONDS`.
 */
export const FIRST_LOOKUP_PAUSE = 1_000;
/**
 * How often each process checks which orders are due for such a look-up, or for a call to the
 * payment provider.
 */
export const COMPLETE_EVERY = 2_000;
/** How long your own check before an order may take; nothing is sent after it. */
export const ORDER_CHECK_TIMEOUT = 10_000;
/** Timeout of one call to the payment provider. */
export const PAYMENT_TIMEOUT = 10_000;
/**
 * Longest pause between two checks of an order with an open payment; the pause starts at
 * `FIRST_LOOKUP_PAUSE` and doubles.
 */
export const LONGEST_PAYMENT_PAUSE = 5 * MINUTE;
/**
 * How long a card's money is held where the provider does not say; some banks, and other methods, hold
 * it longer.
 */
export const HOLD_LIFETIME = 7 * DAY;
/** How long before a hold lapses the operator is warned that the vendor has not answered. */
export const LAPSE_WARNING = DAY;
/** How often the alarm of money that somebody has to give back by hand is repeated. */
export const REFUND_REMINDER = HOUR;
/**
 * How long a capture, a release or a refund may stay without a clear outcome until the operator is
 * alarmed.
 */
export const UNCLEAR_ALARM = HOUR;
/** How often that alarm is repeated. */
export const UNCLEAR_REMINDER = DAY;
/**
 * How long a capture is tried without a clear outcome until the payment is released instead, so that
 * its customer can pay again, and how long a refund is, until it is left to the operator.
 */
export const UNCLEAR_UNTIL = DAY;
/**
 * How long after a failure of the payment provider a part of a payment is refunded under another
 * idempotency key, if no refund has appeared until then.
 */
export const REFUND_DOUBT = HOUR / 2;
/** How often a stream of an order's status looks for changes in the store. */
export const STREAM_LOOK_EVERY = 1_500;
/** How long a stream is silent before it sends a comment, so that nothing on the way closes it. */
export const STREAM_COMMENT_EVERY = 19_500;
/** How often the status of orders that have news, or that somebody looks at, is read again. */
export const REREAD_EVERY = 2_000;
/** Pause after such a read of statuses has failed; doubled after each further failure. */
export const FIRST_REREAD_PAUSE = 2_000;
/** Longest pause after such a read of statuses has failed. */
export const LONGEST_REREAD_PAUSE = 5 * MINUTE;
/** Age at which the status of a new order that somebody looks at is read again. */
export const FIRST_STATUS_AGE = MINUTE;
/** How long after it was placed an order counts as new for `FIRST_STATUS_AGE`. */
export const FIRST_STATUS_AGE_UNTIL = 10 * MINUTE;
/** Age at which the status of an older order that somebody looks at is read again. */
export const STATUS_AGE = 5 * MINUTE;
/** The same if the proxy receives notifications. */
export const STATUS_AGE_WITH_RECEIVER = 30 * MINUTE;

/**
 * How often one of all processes lists which orders have changed (a sweep), in case a notification
 * was lost.
 */
export const SWEEP_EVERY = 5 * MINUTE;
/** How often each process checks whether a sweep is due; this costs no call. */
export const SWEEP_CHECK_EVERY = 30_000;
/** Lease under which only one process may sweep. */
export const SWEEP_LEASE = MINUTE;
/**
 * Overlap: how much further back than necessary a sweep begins, because the platform's list may lag
 * behind.
 */
export const SWEEP_MARGIN = 5 * MINUTE;
/** How long sweeps go on after the last order was placed, until most events are over. */
export const WATCH_TIME = 60 * DAY;

/**
 * Lease under which one of several proxies updates the catalog; if that proxy is killed, another one
 * takes over after this time.
 */
export const CATALOG_LEASE = 12_000;
/** How often that proxy extends its lease on the catalog. */
export const CATALOG_LEASE_EXTENDED = 4_000;
/**
 * How often each proxy looks for what the others have loaded or need, in case an announcement was
 * lost.
 */
export const CATALOG_LOOK_EVERY = 500;
/** How long a proxy waits for data that it needs from another one. */
export const CATALOG_WAIT = 20_000;

/** How often each of several proxies adds its counts of visitors' use to the database. */
export const USE_SAVED_EVERY = 1_000;

/** How often each process logs how many connections it has closed because too many were open. */
export const CONNECTIONS_LOGGED_EVERY = 10_000;

/** How long an intent that was refused or not sent is kept. */
export const UNPLACED_KEPT = HOUR;
/**
 * How long after it has noticed that the store went back a process looks for the orders of intents
 * that were not sent, as far as the store knows. Longer than such an intent is kept after its quote.
 */
export const GAP_REMEMBERED = 3 * HOUR;
/**
 * How far the clock may be from the platform's before nothing is removed for its age. After a start
 * nothing is removed until the platform has responded.
 */
export const CLOCK_TRUSTED_WITHIN = HOUR;
/** How often intents that were refused or not sent are removed. */
export const FORGET_EVERY = 5 * MINUTE;
/** How often other intents, and lists in the database, that are no longer needed are removed. */
export const TIDY_EVERY = HOUR;

/** How long a script is kept after the last release that had it. */
export const SCRIPT_KEPT = 30 * DAY;
/** How often each process writes down that its release has its scripts. */
export const SCRIPT_USE_SAVED_EVERY = 12 * HOUR;
/** How often a request for a script that is not known makes the proxy look into the store. */
export const SCRIPTS_LISTED_EVERY = 10_000;

/** How long a file store waits for another writer before it counts as unavailable. */
export const STORE_BUSY_TIMEOUT = 3_000;
/** Pause between two attempts while a file store waits for another writer. */
export const STORE_BUSY_PAUSE = 20;

/** Timeout for connecting to PostgreSQL. */
export const STORE_CONNECT_TIMEOUT = 2_000;
/** Timeout of a statement in PostgreSQL, and of its wait for a lock. */
export const STORE_STATEMENT_TIMEOUT = 3_000;
/**
 * How long a statement whose connection was lost is retried before the store counts as unavailable.
 */
export const STORE_RETRY_UNTIL = 3_000;
/** Pause before each such retry of a statement. */
export const STORE_RETRY_PAUSE = 100;
/** How long a starting proxy waits for a PostgreSQL server that is starting too. */
export const STORE_START_TIMEOUT = MINUTE;
/** Pause before the connection that listens for other proxies' announcements is reopened. */
export const STORE_LISTEN_PAUSE = 1_000;
/** How often each process verifies that the store still has everything it has seen there. */
export const HISTORY_EVERY = 2_000;
/** How often PostgreSQL is asked for the time. */
export const CLOCK_SAMPLED_EVERY = MINUTE;
/**
 * How often a process checks whether its machine has slept or its clock was set; then PostgreSQL is
 * asked at once.
 */
export const CLOCK_CHECKED_EVERY = 1_000;
/** A reply of PostgreSQL about the time that took longer is ignored. */
export const SLOWEST_CLOCK_SAMPLE = 500;
/**
 * How far the machine's two clocks may diverge between two samples before the machine counts as
 * having slept or been set.
 */
export const CLOCK_JUMP = 1_000;
