import { pathOf } from '../proxy/platform/operations.ts';
import type { Fetch } from '../proxy/ports.ts';

/** What a vendor reads who orders in the preview, or whatever else would write. */
export const NOTHING_IS_ORDERED =
  'Nothing is ordered on the real platform from this page. It only shows the events, dates and ' +
  'prices there.';

/** Sends what reads, and the token request. Anything else is refused here and never sent. */
export function createReadOnly(fetch: Fetch, platformUrl: string): Fetch {
  const tokenUrl = platformUrl + pathOf('obtainToken');

  return (request) => {
    const { method, url } = request;
    if (method === 'GET' || (method === 'POST' && url === tokenUrl)) return fetch(request);
    return Promise.resolve(Response.json({ message: NOTHING_IS_ORDERED }, { status: 403 }));
  };
}
