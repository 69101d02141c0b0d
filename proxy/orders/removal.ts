import type { SiteContext } from '../context.ts';
import type { Platform } from '../platform/platform.ts';
import { CLOCK_TRUSTED_WITHIN } from '../time-limits.ts';

/** What one run may remove for its age, so that a wrong clock costs little before it is noticed. */
const MOST_REMOVED = 1_000;

/**
 * Whether one more thing may be removed for its age in this run. Nothing comes back that was removed,
 * so the wall clock is not believed alone: it may have jumped by years for a moment. It has to agree
 * with the platform's `Date`, carried on by the clock that does not jump.
 */
export function createRemoval(
  platform: Pick<Platform, 'steadyTime'>,
  { clock }: Pick<SiteContext, 'clock'>,
): () => boolean {
  let removed = 0;

  return () => {
    const platformTime = platform.steadyTime();
    const isTrusted =
      platformTime !== undefined && Math.abs(clock() - platformTime) <= CLOCK_TRUSTED_WITHIN;
    if (!isTrusted || removed === MOST_REMOVED) return false;
    removed += 1;
    return true;
  };
}
