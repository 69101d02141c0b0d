import { createBudget } from './budget.ts';
import { createClient, type PlatformClient } from './client.ts';
import type { PlatformContext } from './context.ts';
import type { Resilience } from './resilience.ts';
import { createTokens } from './tokens.ts';

/** The client with its token and its budget. Those with the same OAuth client share `resilience`. */
export function connect(context: PlatformContext, resilience: Resilience): PlatformClient {
  const budget = createBudget(context);
  const tokens = createTokens({
    ...context,
    fetch(request) {
      budget.count('token');
      return context.fetch(request);
    },
  });
  return createClient({ tokens, budget, resilience }, context);
}
