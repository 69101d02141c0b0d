import { createApiAnywhere } from '../proxy/platform/api.ts';
import { createMemoryStore } from '../proxy/platform/index.ts';
import type { Fetch } from '../proxy/ports.ts';
import { createOwnEventRoutes } from './own-event-routes.ts';
import { createOwnEvents, type OwnEvents } from './own-events.ts';
import { createOwnPictures, type OwnPictures } from './own-pictures.ts';
import { sandboxClients } from './sandbox/clients.ts';
import type { Sandbox } from './sandbox/sandbox.ts';

export interface OwnVendorOptions {
  sandbox: Sandbox;
  sandboxUrl: string;
  /** Sends the vendor's requests to the sandbox. */
  fetch: Fetch;
  /** Address of the demo's page, which serves the pictures; none of them is shown without it. */
  demo?: string;
  /** Lets the proxy read its lists again. */
  restart: () => Promise<void>;
}

export interface OwnVendor {
  readonly ownEvents: OwnEvents;
  readonly pictures: OwnPictures;
  /** Responds to everything below `/own-events`. */
  readonly handle: (request: Request) => Promise<Response>;
}

/** A vendor of the sandbox, who writes by a vendor's client. It runs in Node and inside a page. */
export function createOwnVendor({
  sandbox,
  sandboxUrl,
  fetch,
  demo,
  restart,
}: OwnVendorOptions): OwnVendor {
  const { id, secret } = sandboxClients.vendor;
  const pictures = createOwnPictures(demo && `${demo}/own-events/pictures`);
  const ownEvents = createOwnEvents({
    pictures,
    onWritten: restart,
    createApi: () =>
      createApiAnywhere({
        url: sandboxUrl,
        client: { id, secret },
        store: createMemoryStore(),
        fetch,
        clock: sandbox.clock.now,
      }),
  });
  return { ownEvents, pictures, handle: createOwnEventRoutes(ownEvents, pictures) };
}
