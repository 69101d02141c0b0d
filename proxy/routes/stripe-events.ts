import { paths } from '#contract/paths';
import type { Config } from '../config.ts';
import type { FailedSignatures } from '../guards/failed-signatures.ts';
import { MAX_BODY_BYTES, readRequestText } from '../http/body.ts';
import { invalidField, ProblemError } from '../http/problems.ts';
import { jsonResponse } from '../http/response.ts';
import type { NotificationRoute } from '../notifications/routes.ts';
import { WrongSignature } from '../payments/provider.ts';
import type { SiteRegistry } from '../site-registry.ts';

/** Where Stripe sends the events of a site, `?site=` where there are several; empty without one. */
export function stripeEventRoutes(
  sites: Pick<SiteRegistry, 'find'>,
  config: Pick<Config, 'sites'>,
  failedSignatures: FailedSignatures,
): NotificationRoute[] {
  if (!config.sites.some(({ stripe }) => stripe?.webhook_secret !== undefined)) return [];

  /** The body is not read before the header has the form of a signature. */
  async function take(request: Request): Promise<void> {
    const key = new URL(request.url).searchParams.get('site') ?? undefined;
    const site = sites.find(key);
    if (!site) throw new ProblemError('not-found');
    const signature = request.headers.get('Stripe-Signature') ?? '';
    if (!isSignature(signature)) throw new WrongSignature('the header is no signature');
    // The signature is of the text as it was sent.
    const text = await readRequestText(request, MAX_BODY_BYTES);
    if (text === undefined) throw new ProblemError('body-too-large');
    await site.orders.takePaymentEvent(text, signature);
  }

  return [
    {
      methods: ['POST'],
      path: paths.stripeEvents,
      async handle(request, client) {
        failedSignatures.check(client);
        try {
          await take(request);
        } catch (error) {
          if (!(error instanceof WrongSignature)) throw error;
          failedSignatures.note(client);
          throw invalidField('signature', error.message);
        }
        return jsonResponse(200, {});
      },
    },
  ];
}

/** A time and an HMAC-SHA256, perhaps beside those of another secret. */
function isSignature(header: string): boolean {
  const parts = header.split(',');
  const has = (form: RegExp) => parts.some((part) => form.test(part));
  return has(/^t=\d+$/) && has(/^v1=[0-9a-f]{64}$/);
}
