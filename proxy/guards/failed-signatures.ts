import { MINUTE } from '#contract/milliseconds';
import type { Clock } from '../clock.ts';
import { ProblemError } from '../http/problems.ts';
import { networksOf } from './client.ts';
import { countedAlone, type SharedCounts } from './shared-counts.ts';
import { createWindows } from './windows.ts';

/** Enough for a provider whose signing secret is being changed: it sends its events again. */
const PER_MINUTE = 20;
/** How many times the limit of a single network a /48 has. */
const PART_OF_48 = 4;

/**
 * Limits how often a client may send events whose signature is not the provider's: each costs the
 * reading of its body, and the hash of it. Without a limit for a caller in the same process.
 */
export interface FailedSignatures {
  /** Called before the body is read. @throws {ProblemError} `too-many-requests` */
  check(client: string | undefined): void;
  note(client: string | undefined): void;
}

export function createFailedSignatures(
  clock: Clock,
  sharedCounts: SharedCounts = countedAlone,
): FailedSignatures {
  const windows = createWindows({ name: 'signature', length: MINUTE, clock, sharedCounts });
  const limitsOf = (client: string | undefined) =>
    (client === undefined ? [] : networksOf(client)).map(({ key, kind }) => ({
      key,
      most: kind === '/48' ? PART_OF_48 * PER_MINUTE : PER_MINUTE,
    }));

  return {
    check(client) {
      for (const { key, most } of limitsOf(client)) {
        if (windows.used(key) < most) continue;
        const seconds = Math.ceil(windows.waitFor(key, 1, most) / 1000);
        throw new ProblemError('too-many-requests', [], { 'Retry-After': String(seconds) });
      }
    },

    note(client) {
      for (const { key, most } of limitsOf(client)) windows.add(key, 1, most);
    },
  };
}
