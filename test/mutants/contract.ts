import type { Mutant } from './mutant.ts';

export const contract: readonly Mutant[] = [
  {
    file: 'src/contract/payment.schema.ts',
    title: 'The test bank leads a customer to a page that another page has made.',
    from: 'z.url({ protocol: /^https?$/ })',
    to: 'z.url()',
    tests: ['payments/test-provider'],
  },
];
