import { pathOf } from '../proxy/platform/operations.ts';
import type { Fetch } from '../proxy/ports.ts';

/** In the platform's own shape (spec, Errors), so that a write counts as refused and not as lost. */
const refusal = {
  message: 'The workbench sends nothing that writes.',
  code: '40300',
  user_message: 'Nothing is ordered or changed on the platform from here.',
};

/** Sends what reads, and the token request. Anything else is refused here and never sent. */
export function createReadOnly(fetch: Fetch, platformUrl: string): Fetch {
  const tokenUrl = platformUrl + pathOf('obtainToken');

  return (request) => {
    const { method, url } = request;
    if (method === 'GET' || (method === 'POST' && url === tokenUrl)) return fetch(request);
    return Promise.resolve(Response.json(refusal, { status: 403 }));
  };
}
