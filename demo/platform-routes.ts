import { Hono } from 'hono';
import type { ListedEvent } from '#contract/event.schema';
import { paths } from '#contract/paths';
import type { SiteContext } from '../proxy/context.ts';
import { examineSite } from '../proxy/operations/doctor-site.ts';
import { checkPlatform } from './check-platform.ts';
import type { PlatformWorld, ReportLine } from './workbench/platform-control.ts';

/**
 * What the workbench asks for on a real platform: its vendors and events, the doctor's lines, and
 * whether it keeps to the specification.
 */
export function createPlatformRoutes(
  proxyUrl: string,
  context: Omit<SiteContext, 'log'>,
): (request: Request) => Promise<Response> {
  let checking = new AbortController();

  const app = new Hono()
    .get('/platform/world', async (c) => c.json(await readWorld(proxyUrl)))
    .get('/platform/report', async (c) => c.json(await examine(context)))
    .post('/platform/conformance', () => {
      // One at a time, whichever tab has begun it.
      checking.abort();
      checking = new AbortController();
      return stream(checkPlatform(context, checking.signal), checking);
    });
  return async (request) => app.fetch(request);
}

/** A line of JSON for each item. Whoever stops reading, or closes the page, ends it. */
function stream(items: AsyncGenerator, ending: AbortController): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await items.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(`${JSON.stringify(value)}\n`));
    },
    async cancel() {
      ending.abort();
      await items.return(undefined);
    },
  });
  const headers = { 'Content-Type': 'application/x-ndjson', 'Cache-Control': 'no-store' };
  return new Response(body, { headers });
}

/** Empty when the list cannot be read: the widget in the preview and the doctor say why. */
async function readWorld(proxyUrl: string): Promise<PlatformWorld> {
  const response = await fetch(proxyUrl + paths.events);
  const listed = response.ok ? ((await response.json()) as ListedEvent[]) : [];
  const vendors = new Map(listed.map(({ vendor_id: id, vendor_name: name }) => [id, name]));
  return {
    vendors: [...vendors].map(([id, name]) => ({ id, name: name || id })),
    events: listed.map(({ id, title, vendor_id }) => ({ id, title, vendor_id, root_event_id: '' })),
  };
}

async function examine(context: Omit<SiteContext, 'log'>): Promise<ReportLine[]> {
  const lines: ReportLine[] = [];
  await examineSite(context, (level, text) => {
    // The doctor knows the address by the name of its variable.
    lines.push({ level, text: text.replaceAll('PLATFORM_URL', '--platform') });
  });
  return lines;
}
