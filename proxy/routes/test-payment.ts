import { z } from 'zod';
import { paths } from '#contract/paths';
import {
  type TestBankPage,
  testBankPage,
  type TestConfirmation,
  testConfirmation,
  type TestOutcome,
} from '#contract/payment.schema';
import { testCards } from '#contract/test-cards';
import type { Config } from '../config.ts';
import { invalidField, ProblemError } from '../http/problems.ts';
import { createResponse, type HttpResponse, jsonResponse } from '../http/response.ts';
import type { SiteConfig } from '../sites.ts';
import type { RouteRequest, UncachedRoute } from './route.ts';

type Confirm = (confirmation: TestConfirmation) => Promise<TestOutcome>;

/**
 * How a page confirms a payment of the test provider, and the page of the bank that a customer can be
 * sent to; empty where no site has that.
 */
export function testPaymentRoutes(
  confirm: Confirm,
  { sites }: Pick<Config, 'sites'>,
): readonly UncachedRoute[] {
  if (!sites.some(({ payments }) => payments.provider === 'test')) return [];
  const bank: UncachedRoute<TestBankPage> = {
    method: 'GET',
    path: paths.testBank,
    limit: 'payment',
    cache: 'no-store',
    query: testBankPage,
    async handle({ query, site }) {
      requireTest(site.settings);
      const { client_secret, return_url, answer } = query;
      // Nobody is led from here to a page that is not the shop's.
      if (!site.settings.origins.has(new URL(return_url).origin)) {
        throw invalidField('return_url', 'the page is not of this site');
      }
      if (!answer) return bankPage(query, site.settings.key);
      const card = testCards.leavesPage;
      const isApproved = answer === 'approve';
      const outcome = isApproved && (await confirm({ client_secret, card, is_approved: true }));
      return leadBack(query, outcome === 'authorised');
    },
  };
  return [
    {
      method: 'POST',
      path: paths.testPayment,
      limit: 'payment',
      cache: 'no-store',
      query: z.object({}),
      async handle(request: RouteRequest<unknown>) {
        requireTest(request.site.settings);
        const confirmation = await request.body(testConfirmation);
        return jsonResponse(200, { outcome: await confirm(confirmation) });
      },
    },
    bank as UncachedRoute,
  ];
}

function requireTest({ payments }: SiteConfig): void {
  if (payments.provider !== 'test') throw new ProblemError('not-found');
}

function bankPage(query: TestBankPage, site: string): HttpResponse {
  const link = (answer: string, label: string) => {
    const parameters = new URLSearchParams({ ...query, answer, site });
    return `<p><a href="?${parameters.toString().replaceAll('&', '&amp;')}">${label}</a></p>`;
  };
  const html = `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Test bank</title>
<h1>Test bank</h1><p>This page stands for that of a bank. No money is taken.</p>
${link('approve', 'Approve the payment')}${link('refuse', 'Do not approve')}</html>`;
  const headers = { 'Content-Type': 'text/html', 'Cache-Control': 'no-store' };
  return createResponse(200, headers, html);
}

/** With the parameters that Stripe adds. */
function leadBack({ client_secret, return_url }: TestBankPage, isPaid: boolean): HttpResponse {
  const url = new URL(return_url);
  url.searchParams.set('payment_intent', client_secret.split('.')[0] ?? '');
  url.searchParams.set('payment_intent_client_secret', client_secret);
  url.searchParams.set('redirect_status', isPaid ? 'succeeded' : 'failed');
  return createResponse(303, { Location: url.href, 'Cache-Control': 'no-store' }, '');
}
