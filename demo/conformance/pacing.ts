import type { Fetch } from './exchange.ts';
import { Untried } from './untried.ts';

const SECOND = 1_000;
/** Milliseconds between two calls after the platform has refused one for its rate. */
const FIRST_SPACING = 250;
const MOST_SPACING = 2 * SECOND;
const MOST_TRIES = 7;
const LONGEST_WAIT = 120 * SECOND;
/** After so many calls in a row without an answer, none is waited for any more. */
const MOST_GIVEN_UP = 3;
/** Public codes of the platform for which waiting is of no use: a live token, a used-up month. */
const LASTING = /"(?:error_)?code"\s*:\s*"?(?:42901|42910)\b/;

export interface Pacing {
  /** Waits so many milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>;
  readonly now: () => number;
}

/**
 * Waits where the platform says that it cannot answer now, and tries again. A call that writes is
 * repeated only after 429, because anything else may have written.
 */
export function pace(fetch: Fetch, { pause, now }: Pacing): Fetch {
  let spacing = 0;
  let givenUp = 0;

  async function giveUp(request: Request, what: string): Promise<never> {
    givenUp += 1;
    throw new Untried(`${request.method} ${new URL(request.url).pathname}: ${what}`);
  }

  return async (request) => {
    const mayRepeat = request.method === 'GET' || request.url.endsWith('/oauth/token');
    for (let tries = 1; ; tries += 1) {
      if (spacing > 0) await pause(spacing);
      const response = await fetch(request.clone()).catch((error: unknown) => error as Error);
      if (response instanceof Untried) throw response;
      const status = response instanceof Response ? response.status : 0;
      if (response instanceof Response && !isBusy(status)) {
        givenUp = 0;
        return response;
      }
      const what = response instanceof Response ? `it responds with ${status}` : response.message;
      if (status === 429) spacing = Math.min(Math.max(FIRST_SPACING, 2 * spacing), MOST_SPACING);
      if (status !== 429 && !mayRepeat) return giveUp(request, `${what}, and may have written`);
      const wait =
        response instanceof Response ? await waitFor(response, tries, now()) : SECOND * 2 ** tries;
      if (tries === MOST_TRIES || givenUp >= MOST_GIVEN_UP || wait > LONGEST_WAIT) {
        return giveUp(request, `${what}, also at try ${tries}`);
      }
      await pause(wait);
    }
  };
}

const isBusy = (status: number) => [429, 502, 503, 504].includes(status);

/** `Retry-After` in seconds or as a date; without it twice as long each time. */
async function waitFor(response: Response, tries: number, now: number): Promise<number> {
  if (LASTING.test(await response.clone().text())) return Infinity;
  const header = response.headers.get('Retry-After');
  if (header === null) return (SECOND / 2) * 2 ** tries;
  if (/^\d+$/.test(header)) return Number(header) * SECOND;
  const at = Date.parse(header);
  return Number.isNaN(at) ? SECOND * 2 ** tries : Math.max(0, at - now);
}
