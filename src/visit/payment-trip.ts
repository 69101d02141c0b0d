import { ageOf } from '#contract/age';
import { HOUR } from '#contract/milliseconds';
import type { Details } from '../domain/details.ts';
import { toJson } from '../domain/json.ts';
import { TRIP } from '../domain/payment-return.ts';
import { pageHistory } from '../page/page-history.ts';
import { type StoredTrip, storedTrip } from './payment-trip.schema.ts';

/** What the customer finds again after a payment was confirmed on a page of the provider. */
export interface PaymentTrip {
  /** Keys of the orders that were being paid. */
  readonly keys: readonly string[];
  /** What was typed. It is stored for this trip alone. */
  readonly details: Details;
  /** Whether the provider has led the customer back; else the page was loaded again. */
  readonly hasReturned: boolean;
}

type Begun = Omit<PaymentTrip, 'hasReturned'>;

/**
 * Keeps the trip if the page is left before the returned function is called. Nothing is stored as
 * long as the customer stays.
 */
export function keepIfLeft(trip: () => Begun): () => void {
  const keep = () => store(Date.now(), trip());
  // Once, because a page from the browser's back/forward cache may be left again after another
  // payment.
  addEventListener('pagehide', keep, { once: true });
  return () => removeEventListener('pagehide', keep);
}

function store(at: number, { keys, details }: Begun): void {
  const typed = [...details].map(([key, value]) => ({ key, value }));
  const { entry } = pageHistory;
  try {
    sessionStorage.setItem(TRIP, toJson({ at, keys, details: typed, entry }));
  } catch {
    // Without storage, the customer types it again.
  }
}

/**
 * Takes the trip of one of these orders out of the storage, or one that has begun over an hour ago.
 * Another widget of the page may have sent its customer elsewhere.
 */
export function takeTrip(keys: readonly string[]): PaymentTrip | undefined {
  const trip = readTrip();
  if (trip === undefined) return undefined;
  const isOver = !isTrip(trip) || ageOf(trip.at, Date.now()) > HOUR;
  const isTaken = !isOver && trip.keys.length === 0;
  const isOwn = isOver || isTaken || trip.keys.some((key) => keys.includes(key));
  if (!isOwn) return undefined;
  const hasReturned = pageHistory.takeReturn();
  if (isOver || hasReturned) forget();
  // The customer may go back and then forward; the provider's parameters then return.
  else store(trip.at, { keys: [], details: new Map() });
  if (isOver || isTaken) return undefined;
  const details = new Map(trip.details.map(({ key, value }) => [key, value]));
  return { keys: trip.keys, details, hasReturned };
}

function forget(): void {
  try {
    sessionStorage.removeItem(TRIP);
  } catch {
    // A storage that cannot be written was not readable either.
  }
}

function readTrip(): unknown {
  try {
    const text = sessionStorage.getItem(TRIP);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isTrip(value: unknown): value is StoredTrip {
  return storedTrip.safeParse(value).success;
}
