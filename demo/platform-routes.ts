import { Hono } from 'hono';
import type { ListedEvent } from '#contract/event.schema';
import { paths } from '#contract/paths';
import type { SiteContext } from '../proxy/context.ts';
import { examineSite } from '../proxy/operations/doctor-site.ts';
import type { PlatformWorld, ReportLine } from './workbench/platform-control.ts';

/** What the workbench asks for on a real platform: its vendors and events, and the doctor's lines. */
export function createPlatformRoutes(
  proxyUrl: string,
  context: Omit<SiteContext, 'log'>,
): (request: Request) => Promise<Response> {
  const app = new Hono()
    .get('/platform/world', async (c) => c.json(await readWorld(proxyUrl)))
    .get('/platform/report', async (c) => c.json(await examine(context)));
  return async (request) => app.fetch(request);
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
