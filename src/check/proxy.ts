import type { ListedEvent } from '#contract/event.schema';
import { paths } from '#contract/paths';
import type { Problem } from '#contract/problem.schema';
import type { Site } from '#contract/site.schema';
import { createUrls, limitFor, type ProxyUrls } from '../client/urls.ts';
import { httpAddress } from '../domain/address.ts';
import { type DeclaredAddresses, isDeclaredProxy } from '../page/declared-addresses.ts';
import { messagesFor } from '../page/language.ts';
import {
  adviceOnEvent,
  adviceOnFilters,
  adviceOnLanguage,
  adviceOnProblem,
  adviceOnProxy,
} from '../page/setup-advice.ts';
import { ownDocument } from '../page/unshadowed.ts';
import { type Finding, fine, unwise, wrong } from './finding.ts';
import { checkPictures } from './pictures.ts';
import { judged, offence, type Verdict } from './policy.ts';
import type { Asked } from './tags.ts';

/** Whether the proxy of a widget can be reached from here, and has what the tag asks for. */
export async function checkProxy(widget: Asked, declared: DeclaredAddresses): Promise<Finding[]> {
  const named = widget.proxy || declared.proxy || '.';
  const proxy = httpAddress(named, ownDocument.baseURI);
  // A proxy that a visitor of the page may have named is not asked.
  const isRefused = widget.markup.includes('proxy') && !isDeclaredProxy(named, declared);
  const advice = adviceOnProxy(named, proxy, isRefused).map(wrong);
  if (!proxy || isRefused) return advice;
  if (location.protocol === 'https:' && proxy.startsWith('http:')) {
    return [
      wrong(
        `This page is on https, and its proxy ${proxy} is not: browsers refuse that. Give the proxy a certificate, and write https://.`,
      ),
    ];
  }
  return [...advice, ...(await askSite(widget, proxy))];
}

async function askSite(widget: Asked, proxy: string): Promise<Finding[]> {
  const urls = createUrls(proxy, widget.site);
  const site = await ask<Site>(urls.site());
  const blocked = offence(site, 'its proxy', proxy);
  if (!site.response) {
    return blocked.length > 0
      ? blocked
      : [
          wrong(
            `The proxy at ${proxy} cannot be reached from here. Open ${proxy.replace(/\/$/, '')}${paths.livez}: when it says nothing, the proxy is down or the address is another one.`,
          ),
        ];
  }
  if (site.problem) return [...blocked, ...adviceOnProblem(site.problem, widget).map(wrong)];
  if (!site.body) {
    return [
      ...blocked,
      wrong(
        `What answers at ${proxy} is no booking proxy, or something stands between: is the address right, with https:// before it?`,
      ),
    ];
  }
  const found = await Promise.all([
    checkCatalog(widget, urls, site.body),
    checkLanguage(widget, urls),
    checkPayment(widget, site.body),
  ]);
  return [fine(`The proxy at ${proxy} answers this page.`), ...blocked, ...found.flat()];
}

/** Whether page and proxy agree on who takes payments. */
function checkPayment({ hasPayment }: Asked, { payments }: Site): Finding[] {
  if (hasPayment === undefined) return [];
  const { orders = 'none', vendors = {}, provider } = payments ?? {};
  const demands = [orders, ...Object.values(vendors)];
  if (demands.every((demand) => demand === 'none')) {
    return hasPayment
      ? [
          wrong(
            'This page takes payment, and its proxy does not, so customers never see the fields: set PAYMENT on the proxy, or payments of the site.',
          ),
        ]
      : [];
  }
  if (provider) {
    return hasPayment
      ? [
          unwise(
            `The proxy takes payments by ${provider}, whose fields the widget shows itself: the property payment of this page is not used.`,
          ),
        ]
      : [];
  }
  return !hasPayment && demands.includes('required')
    ? [
        wrong(
          'The proxy has orders paid, and this page has no payment fields, so nobody can order: set the property payment of the widget.',
        ),
      ]
    : [];
}

async function checkCatalog(widget: Asked, urls: ProxyUrls, site: Site): Promise<Finding[]> {
  const { event, vendor, category, events } = widget;
  if (event) {
    const { problem } = await ask<ListedEvent>(urls.mergedEvent(event));
    if (problem?.code === 'not-found') return adviceOnEvent(event).map(wrong);
    return problem ? adviceOnProblem(problem, widget).map(wrong) : [];
  }
  const { body, problem } = await ask<ListedEvent[]>(
    urls.events({ vendor, category, accept: events }),
  );
  if (problem) return adviceOnProblem(problem, widget).map(wrong);
  if (!Array.isArray(body)) return [wrong('The list of events cannot be read.')];
  if (body.length === 0) return adviceOnFilters(widget, site).map(wrong);
  return [
    fine(`It lists ${body.length} events.`),
    ...checkPreloads(urls, widget),
    ...(await checkPictures(body)),
  ];
}

/** Of a tag without filters, whose list comes in the script. */
function checkPreloads(urls: ProxyUrls, { vendor, category, events }: Asked): Finding[] {
  if (vendor || category || events) return [];
  const first = urls.events({ limit: limitFor(1) });
  const links = ownDocument.querySelectorAll<HTMLLinkElement>('link[rel="preload"]');
  return [...links].some(({ href }) => href === first)
    ? [
        unwise(
          'The first list comes in the script, so this page needs no lines with rel="preload" for it: they can go.',
        ),
      ]
    : [];
}

async function checkLanguage({ lang }: Asked, urls: ProxyUrls): Promise<Finding[]> {
  const messages = messagesFor(lang);
  if (!lang || messages === 'en') return [];
  const { problem } = await ask(urls.messages(messages));
  return problem ? adviceOnLanguage(lang).map(wrong) : [];
}

interface Outcome<Body> extends Verdict {
  readonly response: Response | undefined;
  /** Undefined if it is not JSON, or a problem. */
  readonly body?: Body | undefined;
  readonly problem?: Problem | undefined;
}

async function ask<Body>(url: string): Promise<Outcome<Body>> {
  const { result: response, ...verdict } = await judged(url, () =>
    fetch(url).catch(() => undefined),
  );
  const json: unknown = await response?.json().catch(() => undefined);
  if (response?.ok) return { ...verdict, response, body: json as Body };
  const isProblem = typeof json === 'object' && json !== null && 'code' in json;
  return { ...verdict, response, problem: isProblem ? (json as Problem) : undefined };
}
