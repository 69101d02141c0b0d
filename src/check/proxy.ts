import { paths } from '#contract/paths';
import { createUrls } from '../client/urls.ts';
import { httpAddress } from '../domain/address.ts';
import type { DeclaredAddresses } from '../page/declared-addresses.ts';
import { ownDocument } from '../page/unshadowed.ts';
import { fine, unwise, wrong, type Finding } from './finding.ts';
import type { Asked } from './tags.ts';

/** Whether the proxy of a widget can be reached from here, and has what the tag asks for. */
export async function checkProxy(widget: Asked, declared: DeclaredAddresses): Promise<Finding[]> {
  const address = widget.proxy || declared.proxy || '.';
  const proxy = httpAddress(address, ownDocument.baseURI);
  if (!proxy) {
    return [wrong(`proxy="${address}" is no address: write it whole, https://book.example.com.`)];
  }
  if (location.protocol === 'https:' && proxy.startsWith('http:')) {
    return [wrong(`This page is on https, and its proxy ${proxy} is not: browsers refuse that.`)];
  }
  const urls = createUrls(proxy, widget.site);
  const site = await askProxy(urls.site());
  if (site.refusedBy) {
    return [
      wrong(
        `This page's Content-Security-Policy keeps it from its proxy: add ${new URL(proxy).origin} to ${site.refusedBy}.`,
      ),
    ];
  }
  if (!site.response) {
    return [
      wrong(
        `The proxy at ${proxy} cannot be reached from here. Open ${proxy.replace(/\/$/, '')}${paths.livez}: when it says nothing, the proxy is down or the address is another one.`,
      ),
    ];
  }
  if (site.code === 'origin-not-allowed') {
    return [
      wrong(
        `The proxy refuses pages of ${self.origin}: add it to the ALLOWED_ORIGINS of the site.`,
      ),
    ];
  }
  if (!site.body) {
    return [
      wrong(
        `What answers at ${proxy} is no booking proxy, or something stands between: is the address right, with https:// before it?`,
      ),
    ];
  }
  if (!site.response.ok) {
    return [
      wrong(
        `The proxy at ${proxy} says ${site.code || site.response.status} for this site${widget.site && ` (site="${widget.site}")`}.`,
      ),
    ];
  }
  return [fine(`The proxy at ${proxy} answers this page.`), ...(await checkCatalog(widget, urls))];
}

async function checkCatalog(
  { event, vendor, category, events }: Asked,
  urls: ReturnType<typeof createUrls>,
): Promise<Finding[]> {
  if (event) {
    const { response } = await askProxy(urls.mergedEvent(event));
    return response?.ok ? [] : [wrong(`event="${event}" is not on sale here.`)];
  }
  const list = await askProxy(urls.events({ vendor, category, accept: events }));
  if (!list.response?.ok || !Array.isArray(list.body)) {
    return [wrong(`The list cannot be had: ${list.code || 'no response'}.`)];
  }
  const { length } = list.body;
  const filters = Object.entries({ vendor, category, events })
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}="${value}"`);
  if (length > 0)
    return [
      fine(`It lists ${length} events${filters.length > 0 ? ` for ${filters.join(' ')}` : ''}.`),
    ];
  return [
    unwise(
      filters.length > 0 ? `Nothing on sale fits ${filters.join(' ')}.` : 'Nothing is on sale.',
    ),
  ];
}

interface Outcome {
  readonly response?: Response;
  /** Left out if it is not JSON. */
  readonly body?: unknown;
  /** The code of the proxy's problem. */
  readonly code?: string;
  /** The directive of the page's policy (CSP) that blocked the request. */
  readonly refusedBy?: string;
}

async function askProxy(url: string): Promise<Outcome> {
  let refusedBy = '';
  const listen = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
    if (url.startsWith(blockedURI) || new URL(url).origin === blockedURI) {
      refusedBy = effectiveDirective;
    }
  };
  ownDocument.addEventListener('securitypolicyviolation', listen);
  try {
    const response = await fetch(url);
    const body: unknown = await response.json().catch(() => undefined);
    const { code } = response.ok ? {} : ((body ?? {}) as { code?: string });
    return { response, body, ...(code && { code }) };
  } catch {
    // The event for a violation is dispatched in a later task.
    await new Promise((resolve) => setTimeout(resolve));
    return refusedBy ? { refusedBy } : {};
  } finally {
    ownDocument.removeEventListener('securitypolicyviolation', listen);
  }
}
