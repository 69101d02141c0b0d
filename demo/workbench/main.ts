import { define } from '../../src/page/define.ts';
import { WorkbenchHostEvents } from './host-events.ts';
import type { BookingFrameParent } from './messages.ts';
import { WorkbenchOwnEvent } from './own-event.ts';
import { createOwnEventClient } from './own-event-client.ts';
import { WorkbenchPlatformCheck } from './platform-check.ts';
import { checkPlatform, createPlatformControl, readReport } from './platform-control.ts';
import { WorkbenchPlatformReport } from './platform-report.ts';
import { WorkbenchPreview } from './preview.ts';
import { createSandboxControl } from './sandbox-control.ts';
import { WorkbenchSettings } from './settings.ts';
import { WorkbenchSnippet } from './snippet.ts';
import { WorkbenchVendorSide } from './vendor-side.ts';
import { Workbench } from './workbench.ts';

define({
  'demo-workbench': Workbench,
  'workbench-settings': WorkbenchSettings,
  'workbench-preview': WorkbenchPreview,
  'workbench-own-event': WorkbenchOwnEvent,
  'workbench-platform-check': WorkbenchPlatformCheck,
  'workbench-platform-report': WorkbenchPlatformReport,
  'workbench-vendor-side': WorkbenchVendorSide,
  'workbench-host-events': WorkbenchHostEvents,
  'workbench-snippet': WorkbenchSnippet,
});

/** The address of the proxy, filled in by the page's server. */
const proxy = contentOf('booking-proxy');
/** That of a real platform; empty for the sandbox. */
const platform = contentOf('booking-platform');

const workbench = new Workbench();
if (import.meta.env.MODE === 'preview') {
  const { openShopInPage } = await import('../in-page.ts');
  const shop = openShopInPage(proxy, new URL('../', location.href).href.replace(/\/$/, ''));
  Object.assign(window as BookingFrameParent, { bookingInPage: shop });
  workbench.sandboxControl = createSandboxControl(shop.control);
  workbench.ownEventClient = createOwnEventClient(shop.control);
} else if (platform) {
  const sandboxControl = createPlatformControl();
  Object.assign(workbench, { platform, readReport, checkPlatform, sandboxControl });
} else {
  const send = (request: Request) => fetch(request);
  workbench.sandboxControl = createSandboxControl(send);
  workbench.ownEventClient = createOwnEventClient(send);
}
workbench.proxy = proxy;
document.body.append(workbench);

function contentOf(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? '';
}
