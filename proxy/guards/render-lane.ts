import type { Clock } from '../clock.ts';
import type { Visitor } from '../ports.ts';
import { ProblemError } from '../http/problems.ts';
import { createSemaphore } from '../http/semaphore.ts';
import { nextTurn } from '../http/turns.ts';
import { networksOf } from './client.ts';
import { createConcurrency } from './concurrency.ts';

/** Whom a response is rendered for. */
interface Reader {
  /** As `createClientOf` names it. */
  readonly network: string | undefined;
  readonly visitor: Visitor;
}

/**
 * Renders a response that is not cached, when it is its turn.
 * @throws {ProblemError} at once, `too-many-distinct-reads` or `proxy-busy`
 */
export type RenderLane = <T extends { readonly body: string }>(
  reader: Reader,
  render: () => T,
) => Promise<T>;

/** Together these wait for some seconds at most, even with thousands of events. */
const BACKLOG = 256;
/** Of one client more than an office asks for at once. */
const most = { all: Infinity, address: 16, '/64': 16, '/48': 64 };
/** Seconds after which their turns have come. */
const RETRY_AFTER = 1;
/**
 * The part of a response's cost that is not measured here: to hash, compress and send so many
 * characters, and their place in the cache, counts as much as a millisecond of rendering.
 */
const CHARACTERS_PER_MILLISECOND = 10_000;

/**
 * The lane of the responses that have to be rendered, which may take the one thread tens of
 * milliseconds each: one after the other, clients in turn, and between two of them
 * whatever else has come, such as the steps of orders.
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

/** The widest network of a client, or the 65,536 customer networks of a /48 had a turn each. */
function ownerOf(client: string | undefined): string {
  return client === undefined ? '' : (networksOf(client).at(-1)?.key ?? '');
}
