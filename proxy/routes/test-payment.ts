import { z } from 'zod';
import { paths } from '#contract/paths';
import {
  type TestConfirmation,
  testConfirmation,
  type TestOutcome,
} from '#contract/payment.schema';
import type { Config } from '../config.ts';
import { ProblemError } from '../http/problems.ts';
import { jsonResponse } from '../http/response.ts';
import type { UncachedRoute } from './route.ts';

/** How a page confirms a payment of the test provider; empty where no site has that. */
export function testPaymentRoutes(
  confirm: (confirmation: TestConfirmation) => Promise<TestOutcome>,
  { sites }: Pick<Config, 'sites'>,
): readonly UncachedRoute[] {
  if (!sites.some(({ payments }) => payments.provider === 'test')) return [];
  return [
    {
      method: 'POST',
      path: paths.testPayment,
      limit: 'payment',
      cache: 'no-store',
      query: z.object({}),
      async handle(request) {
        if (request.site.settings.payments.provider !== 'test') throw new ProblemError('not-found');
        const confirmation = await request.body(testConfirmation);
        return jsonResponse(200, { outcome: await confirm(confirmation) });
      },
    },
  ];
}
