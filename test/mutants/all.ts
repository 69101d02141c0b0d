import { contract } from './contract.ts';
import { domain } from './domain.ts';
import { guards } from './guards.ts';
import { journal } from './journal.ts';
import type { Mutant } from './mutant.ts';
import { operations } from './operations.ts';
import { orders } from './orders.ts';
import { page } from './page.ts';
import { payments } from './payments.ts';
import { platform } from './platform.ts';
import { routes } from './routes.ts';
import { sandboxErrors } from './sandbox-errors.ts';
import { sandboxOperations } from './sandbox-operations.ts';
import { visit } from './visit.ts';

/** All mutants, by the folder of their files. */
export const mutantsOf: Readonly<Record<string, readonly Mutant[]>> = {
  'src/contract': contract,
  'src/domain': domain,
  'src/page': page,
  'src/visit': visit,
  'proxy/journal': journal,
  'proxy/orders': orders,
  'proxy/payments': payments,
  'proxy/platform': platform,
  'proxy/guards': guards,
  'proxy/routes': routes,
  'proxy/operations': operations,
  'demo/sandbox': [...sandboxOperations, ...sandboxErrors],
};
