import { define } from '../../src/page/define.ts';
import { WorkbenchHostEvents } from './host-events.ts';
import type { BookingFrameParent } from './messages.ts';
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
  'workbench-vendor-side': WorkbenchVendorSide,
  'workbench-host-events': WorkbenchHostEvents,
  'workbench-snippet': WorkbenchSnippet,
});

/** The address of the proxy, filled in by the page's server. */
const { content: proxy } = document.querySelector('meta[name=booking-proxy]') as HTMLMetaElement;

const workbench = new Workbench();
if (import.meta.env.MODE === 'preview') {
  const { openShopInPage } = await import('../in-page.ts');
  const shop = openShopInPage(proxy, new URL('../', location.href).href.replace(/\/$/, ''));
  Object.assign(window as BookingFrameParent, { bookingInPage: shop });
  workbench.sandboxControl = createSandboxControl(shop.control);
} else {
  workbench.sandboxControl = createSandboxControl((request) => fetch(request));
}
workbench.proxy = proxy;
document.body.append(workbench);
