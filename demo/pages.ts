import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serve, type ServerType } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';

const ROOT = 'dist/demo';

export interface PagesOptions {
  readonly port: number;
  /** Address of the proxy, which is filled in. */
  readonly proxy: string;
  /** Address of the real platform that is shown; empty for the sandbox. */
  readonly platform?: string;
  /** Responds to everything below these paths. */
  readonly handlers: Readonly<Record<string, (request: Request) => Promise<Response>>>;
}

/** Serves the built pages. */
export async function listenPages({
  port,
  proxy,
  platform = '',
  handlers,
}: PagesOptions): Promise<{ close: () => Promise<void> }> {
  const app = new Hono();
  for (const [path, handle] of Object.entries(handlers)) {
    app.all(`${path}/*`, (context) => handle(context.req.raw));
  }
  // The shop's own page says that its bookings land in the sandbox.
  if (platform) app.get('/', (context) => context.redirect('/workbench/'));
  for (const file of await htmlFiles()) {
    const html = (await readFile(join(ROOT, file), 'utf8'))
      .replaceAll('__BOOKING_PROXY__', proxy)
      .replaceAll('__BOOKING_PLATFORM__', platform);
    app.get(`/${file.replace(/(^|\/)index\.html$/, '$1')}`, (context) => context.html(html));
  }
  // The page's relative addresses need the trailing slash.
  app.get('/workbench', (context) => context.redirect('/workbench/'));
  app.use('*', serveStatic({ root: ROOT }));
  const server = await new Promise<ServerType>((resolve, reject) => {
    const listening = serve({ fetch: app.fetch, hostname: 'localhost', port }, () =>
      resolve(listening),
    );
    listening.once('error', reject);
  });
  return {
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
}

/** Paths below the folder of the built pages. */
async function htmlFiles(): Promise<string[]> {
  const files = await readdir(ROOT, { recursive: true });
  return files.filter((file) => file.endsWith('.html'));
}
