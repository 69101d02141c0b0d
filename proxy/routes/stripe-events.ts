import { paths } from '#contract/paths';
import type { Config } from '../config.ts';
import { readRequestText } from '../http/body.ts';
import { ProblemError } from '../http/problems.ts';
import { jsonResponse } from '../http/response.ts';
import type { NotificationRoute } from '../notifications/routes.ts';
import type { SiteRegistry } from '../site-registry.ts';

const MAX_EVENT_BYTES = 256 * 1024;

/** Where Stripe sends the events of a site, `?site=` where there are several; empty without one. */
export function stripeEventRoutes(
  sites: Pick<SiteRegistry, 'find'>,
  config: Pick<Config, 'sites'>,
): NotificationRoute[] {
  if (!config.sites.some(({ stripe }) => stripe?.webhook_secret !== undefined)) return [];
  return [
    {
      methods: ['POST'],
      path: paths.stripeEvents,
      async handle(request) {
        const key = new URL(request.url).searchParams.get('site') ?? undefined;
        const site = sites.find(key);
        if (!site) throw new ProblemError('not-found');
        // The signature is of the text as it was sent.
        const text = await readRequestText(request, MAX_EVENT_BYTES);
        if (text === undefined) throw new ProblemError('body-too-large');
        await site.orders.takePaymentEvent(text, request.headers.get('Stripe-Signature') ?? '');
        return jsonResponse(200, {});
      },
    },
  ];
}
