import { Hono } from 'hono';
import type { DemoProxy } from './demo-proxy.ts';
import type { Sandbox } from './sandbox/sandbox.ts';

/**
 * The vendor's side of the demo: the sandbox's control API, the events that a vendor writes, and a
 * route that restarts the proxy. Called over the network or within a page.
 */
export function createControl({
  sandbox,
  proxy,
  ownEvents,
}: {
  sandbox: Sandbox;
  proxy: DemoProxy;
  /** Responds to everything below `/own-events`. */
  ownEvents: (request: Request) => Promise<Response>;
}): (request: Request) => Promise<Response> {
  const app = new Hono()
    .all('/sandbox/*', (context) => sandbox(context.req.raw))
    .all('/own-events/*', (context) => ownEvents(context.req.raw))
    .post('/proxy/restart', async (context) => {
      await proxy.restart();
      return context.json({ restarted: true });
    });
  return async (request) => app.fetch(request);
}
