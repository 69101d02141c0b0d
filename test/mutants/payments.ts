import type { Mutant } from './mutant.ts';

export const payments: readonly Mutant[] = [
  {
    file: 'proxy/payments/test.ts',
    title: 'Two processes both take the money of a test payment.',
    from: 'if (!payment || !isFirst) return undefined;',
    to: 'if (!payment) return undefined;',
    tests: ['payments/test-provider'],
  },
  {
    file: 'proxy/payments/paid.ts',
    title: 'The payment of one order pays for another too.',
    from: 'payment.currency === currency && payment.reference === reference',
    to: 'payment.currency === currency',
    tests: ['payments/checkout-payments'],
  },
  {
    file: 'proxy/payments/checkout-payments.ts',
    title: 'An order is placed with a payment that nobody has confirmed.',
    from: 'if (isPaymentFor(payment, charge)) {',
    to: "if (payment.state !== 'voided') {",
    tests: ['payments/checkout-payments'],
  },
  {
    file: 'proxy/payments/checkout-payments.ts',
    title: 'What was taken elsewhere pays for an order although the site holds its money.',
    from: 'if (site.payments.charge_first && isTakenFor(payment, charge)) {',
    to: 'if (isTakenFor(payment, charge)) {',
    tests: ['payments/checkout-payments'],
  },
  {
    file: 'proxy/payments/paid.ts',
    title: 'A payment that was given back pays for an order.',
    from: 'payment.refunded === 0 && ',
    to: '',
    tests: ['payments/charge-first'],
  },
  {
    file: 'proxy/payments/authorisation.ts',
    title: 'The good payment is voided although another one then can not be taken.',
    from: 'if (paying !== current) return undefined;',
    to: "if (paying !== current) return { ...current, state: 'voiding' };",
    tests: ['payments/authorisation'],
  },
  {
    file: 'proxy/payments/complete-payments.ts',
    title: 'A customer is charged twice, because the repeated call has another idempotency key.',
    from: '`capture-${key}`',
    to: '`capture-${key}-${clock()}`',
    tests: ['payments/payments'],
  },
  {
    file: 'proxy/payments/checkout-payments.ts',
    title: 'Nobody voids a payment whose process ended just after it was recorded.',
    from: `    await index.markOpen({ site: site.key, id }, row);
`,
    to: '',
    tests: ['payments/payments'],
  },
  {
    file: 'proxy/payments/checkout-payments.ts',
    title: 'A payment that is being processed has to be paid again.',
    from: "if (payment.state === 'processing') throw new ProblemError('payment-unavailable');",
    to: '',
    tests: ['payments/checkout-payments'],
  },
  {
    file: 'proxy/payments/complete-payments.ts',
    title: 'A payment that is being processed is given up, and its money stays taken.',
    from: "if (before.state === 'processing') return 'unknown';",
    to: '',
    tests: ['payments/payments'],
  },
];
