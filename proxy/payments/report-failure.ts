import type { SiteContext } from '../context.ts';
import type { Intent } from '../journal/intent.ts';
import type { Journal } from '../journal/journal.ts';
import type { PaymentFailure, PaymentOperation } from '../journal/payment-failure.ts';
import { ProviderSilent } from './ask-provider.ts';
import { ProviderError } from './provider.ts';

/**
 * Logs a failure of the provider with its code, and records it with the order, whose intent it
 * resolves to.
 */
export type ReportFailure = (
  operation: PaymentOperation,
  error: unknown,
  id: string,
  intent: Pick<Intent, 'external_reference'>,
) => Promise<Intent>;

/** What a provider of the operator's own may name anything else is not written down. */
const code = /^[A-Za-z][\w-]{0,63}$/;
const requestId = /^[\w-]{1,255}$/;

export function createFailureReport(
  journal: Pick<Journal, 'record'>,
  { log, site, clock }: Pick<SiteContext, 'log' | 'site' | 'clock'>,
): ReportFailure {
  return async (operation, error, id, { external_reference }) => {
    const failure = failureOf(operation, error, clock());
    log({
      event: 'payment-failed',
      site: site.key,
      operation,
      provider_code: failure.code,
      provider_request: failure.request_id,
      external_reference,
    });
    return (await journal.record(id, { type: 'payment-failed', failure })).intent;
  };
}

function failureOf(operation: PaymentOperation, error: unknown, at: number): PaymentFailure {
  if (error instanceof ProviderSilent) return { operation, code: 'no-response', at };
  const named = error instanceof ProviderError ? error.code : (error as Error).name;
  const request_id = error instanceof ProviderError ? (error.request_id ?? '') : '';
  return {
    operation,
    code: code.test(named) ? named : 'other',
    ...(requestId.test(request_id) && { request_id }),
    at,
  };
}
