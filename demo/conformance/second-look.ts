import type { Exchange } from './exchange.ts';
import { Untried } from './untried.ts';

/** One try of a rule. */
export interface Attempt {
  readonly failure: Error | undefined;
  readonly exchanges: readonly Exchange[];
}

export interface Decision {
  readonly outcome: 'kept' | 'broken' | 'skipped';
  readonly reason: string;
  readonly exchanges: readonly Exchange[];
}

/** Between two attempts, in milliseconds. */
const PAUSES = [3_000, 6_000, 12_000];
/** So often a rule has to fail on lists that stay as they are. */
const FAILURES = 2;

/**
 * Tries a rule again where it looks broken. A comparison of lists counts only if each of them reads
 * the same afterwards, because orders come in between on a platform in use.
 */
export async function decide(
  attempt: () => Promise<Attempt>,
  readAgain: (exchange: Exchange) => Promise<string>,
  pause: (milliseconds: number) => Promise<void>,
): Promise<Decision> {
  let failures = 0;
  for (const wait of [...PAUSES, 0]) {
    const { failure, exchanges } = await attempt();
    if (!failure) return { outcome: 'kept', reason: '', exchanges: [] };
    const reason = failure.message.replaceAll(/\s+/g, ' ');
    if (failure instanceof Untried) return { outcome: 'skipped', reason, exchanges: [] };
    if (await isSteady(exchanges, readAgain)) failures += 1;
    if (failures === FAILURES) return { outcome: 'broken', reason, exchanges };
    if (wait > 0) await pause(wait);
  }
  const reason = 'the lists changed each time while they were compared';
  return { outcome: 'skipped', reason, exchanges: [] };
}

async function isSteady(
  exchanges: readonly Exchange[],
  readAgain: (exchange: Exchange) => Promise<string>,
): Promise<boolean> {
  // What the rule writes itself changes what it has read before.
  const written = exchanges.findLastIndex(
    ({ method, target }) => method !== 'GET' && target !== TOKEN,
  );
  const reads = exchanges
    .slice(written + 1)
    .filter(({ method, status }) => method === 'GET' && isListed(status));
  // A single list, in pages, is compared with nothing.
  if (new Set(reads.map(({ target }) => withoutOffset(target))).size < 2) return true;
  for (const exchange of reads) {
    try {
      if ((await readAgain(exchange)) !== exchange.received) return false;
    } catch (error) {
      if (error instanceof Untried) return false;
      throw error;
    }
  }
  return true;
}

const TOKEN = '/oauth/token';
const isListed = (status: number) => status >= 200 && status < 300;
const withoutOffset = (target: string) => target.replace(/[?&]offset=\d+/, '');
