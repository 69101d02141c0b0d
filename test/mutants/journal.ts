import type { Mutant } from './mutant.ts';

export const journal: readonly Mutant[] = [
  {
    file: 'proxy/journal/used-quotes.ts',
    title: 'A quote can be used for a second order once a slow clock has forgotten the first.',
    from: 'clock() < row.expires_at + KEPT_AFTER_EXPIRY',
    to: 'clock() < row.expires_at',
    tests: ['journal/used-quotes', 'orders/forget-unplaced'],
  },
  {
    file: 'proxy/journal/quote.ts',
    title: 'A quote of one site is good at another.',
    from: '`quote/${siteKey}`',
    to: "'quote'",
    tests: ['journal/quote', 'guards/two-sites'],
  },
  {
    file: 'proxy/journal/journal.ts',
    title: 'A forgotten attempt takes the place of an order that was placed since.',
    from: "if (row && row.intent.state !== 'new') return",
    to: 'if (false) return',
    tests: ['orders/forgotten-attempts'],
  },
  {
    file: 'proxy/journal/intent.ts',
    title: 'An attempt that the store has forgotten decides about the one that was made again.',
    from: 'return one.attempt === other.attempt && one.sent_at === other.sent_at;',
    to: 'return one.attempt === other.attempt;',
    tests: ['orders/rewind'],
  },
  {
    file: 'proxy/journal/journal.ts',
    title: 'Nobody looks for an order whose process ended just after it was recorded as sent.',
    from: `    if (event.type === 'sending') {
      await index.markOpen(addressOf(id), { looks: 0, next_look_at: event.sent.wall });
    }
    const version = await save(id, stamped, row.version);`,
    to: `    const version = await save(id, stamped, row.version);
    if (event.type === 'sending') {
      await index.markOpen(addressOf(id), { looks: 0, next_look_at: event.sent.wall });
    }`,
    tests: ['journal/journal', 'orders/complete'],
  },
  {
    file: 'proxy/journal/intent.ts',
    title: 'A late copy of a refused request places the order after all.',
    from: 'submission <= (intent.postponed_submission ?? 0)',
    to: 'submission < (intent.postponed_submission ?? 0)',
    tests: ['journal/intent', 'orders/twins'],
  },
  {
    file: 'proxy/journal/intent.ts',
    title: 'An order whose response was garbled is declared absent, though it was confirmed.',
    from: 'hasSettled && !intent.acknowledged',
    to: 'hasSettled',
    tests: ['journal/intent.test', 'orders/reconcile'],
  },
  {
    file: 'proxy/journal/intent.ts',
    title: 'A customer is charged what was quoted, though the platform has booked another total.',
    from: 'order.total <= expected.total && order.currency === expected.currency',
    to: 'order.currency === expected.currency',
    tests: ['payments/payments', 'journal/intent.test'],
  },
  {
    file: 'proxy/journal/moment.ts',
    title: 'A clock that is fast makes an order look absent before it can be.',
    from: 'Math.min(wall, platformElapsed(since, until) ?? wall)',
    to: 'Math.max(wall, platformElapsed(since, until) ?? wall)',
    tests: ['journal/moment', 'orders/clocks'],
  },
  {
    file: 'proxy/journal/sweep-row.ts',
    title: 'A cancellation is missed if the process ends after it has listed an hour’s changes.',
    from: 'before_last_began_at: sweeps.last_began_at',
    to: 'before_last_began_at: began_at',
    tests: ['orders/sweep'],
  },
  {
    file: 'proxy/journal/status.ts',
    title: 'A refund with the id of its payment is not shown.',
    from: "`${is_refund ? 'refund' : 'payment'} ${id}`",
    to: 'String(id)',
    tests: ['journal/status', 'notifications/receiver'],
  },
  {
    file: 'proxy/journal/authorisation.ts',
    title: 'The good payment is voided although another one then can not be taken.',
    from: 'if (paying !== current) return undefined;',
    to: "if (paying !== current) return { ...current, state: 'voiding' };",
    tests: ['journal/authorisation'],
  },
  {
    file: 'proxy/journal/authorisation.ts',
    title: 'What is left to the operator to take is held although its order was canceled.',
    from: "if (current.state === 'uncaptured' && due === 0) return { ...current, state: 'voiding' };",
    to: '',
    tests: ['payments/payments'],
  },
  {
    file: 'proxy/journal/authorisation.ts',
    title: 'A customer is told of a refund that the bank has sent back.',
    from: "if (event.refunded < refund) return { ...current, state: 'unrefunded' };",
    to: 'if (event.refunded < refund) return undefined;',
    tests: ['payments/stripe-orders'],
  },
  {
    file: 'proxy/journal/authorisation.ts',
    title: 'A customer is asked to pay again while the operator may still take what is held.',
    from: " || one.state === 'uncaptured'",
    to: '',
    tests: ['payments/owed'],
  },
  {
    file: 'proxy/journal/authorisation.ts',
    title: 'A customer whose saved card is refused is not asked to pay another way.',
    from: "return isRefusedMethod ? 'lapsed' : outcome;",
    to: 'return outcome;',
    tests: ['journal/authorisation'],
  },
  {
    file: 'proxy/journal/authorisation.ts',
    title: 'A refund that nobody has made is told, because a slow process has ended a capture.',
    from: 'if (!isAt(current, event.step)) return undefined;',
    to: '',
    tests: ['payments/payments'],
  },
  {
    file: 'proxy/journal/journal.ts',
    title: 'Money goes back minutes after the order is refused, because the customer took minutes.',
    from: 'if (endsNow && stamped.authorisations)',
    to: 'if (!endsNow && stamped.authorisations)',
    tests: ['payments/charge-first'],
  },
  {
    file: 'proxy/journal/authorisation.ts',
    title: 'The operator is alarmed about each refund that takes a bank some days.',
    from: 'if (on_its_way) return undefined;',
    to: '',
    tests: ['journal/authorisation'],
  },
  {
    file: 'proxy/journal/pass-order-check.ts',
    title: 'A customer whose token is used up can neither pay nor order.',
    from: "await journal.record(id, { type: 'checked', step });",
    to: '',
    tests: ['journal/pass-order-check'],
  },
];
