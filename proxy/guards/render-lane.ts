import type { Clock } from '../clock.ts';
import { ProblemError } from '../http/problems.ts';
import { createSemaphore } from '../http/semaphore.ts';
import { nextTurn } from '../http/turns.ts';
import type { Visitor } from '../ports.ts';
import { networksOf } from './client.ts';
import { createConcurrency } from './concurrency.ts';

/** Whom a response is rendered for. */
interface Reader {
  /** As `createClientOf` names it. */
  readonly network: string | undefined;
  readonly visitor: Visitor;
}

/**
 * Renders a response that is not cached, once its turn has come.
 * @throws {ProblemError} at once, `too-many-distinct-reads` or `proxy-busy`
 */
export type RenderLane = <T extends { readonly body: string }>(
  reader: Reader,
  render: () => T,
) => Promise<T>;

/** Even with thousands of events, this many wait for some seconds at most. */
const BACKLOG = 256;
/** Per client, more than an office requests at once. */
const most = { all: Infinity, address: 16, '/64': 16, '/48': 64 };
/** Seconds after which the waiting requests of a client will have been served. */
const RETRY_AFTER = 1;
/**
 * The cost of a response that is not measured here: hashing, compressing, sending and caching this
 * many characters counts as a millisecond of rendering.
 */
const CHARACTERS_PER_MILLISECOND = 10_000;

/**
 * A lane for rendering, which can take the one thread tens of milliseconds per response. One
 * response is rendered at a time and clients take turns; between two of them, everything else that
 * has arrived is handled, such as the steps of orders.
 */
export function createRenderLane(monotonic: Clock): RenderLane {
  const lane = createSemaphore({ atOnce: 1, backlog: BACKLOG, pause: nextTurn });
  const enter = createConcurrency(most);

  return ({ network, visitor }, render) => {
    visitor.checkRendering();
    const leave = enter(network);
    if (!leave) {
      throw new ProblemError('too-many-distinct-reads', [], { 'Retry-After': String(RETRY_AFTER) });
    }
    const rendered = lane.run(async () => {
      const startedAt = monotonic();
      let characters = 0;
      try {
        const response = render();
        characters = response.body.length;
        return response;
      } finally {
        const milliseconds = monotonic() - startedAt;
        visitor.chargeRendering(milliseconds + characters / CHARACTERS_PER_MILLISECOND);
      }
    }, ownerOf(network));
    if (rendered) return rendered.finally(leave);
    leave();
    throw new ProblemError('proxy-busy');
  };
}

/**
 * The widest network of a client; otherwise each of the 65,536 networks of a /48 would get a turn.
 */
function ownerOf(client: string | undefined): string {
  return client === undefined ? '' : (networksOf(client).at(-1)?.key ?? '');
}
