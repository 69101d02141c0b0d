import type { Mutant } from './mutant.ts';

export const orders: readonly Mutant[] = [
  {
    file: 'proxy/orders/check.ts',
    title: 'A customer pays for two children and books two adults.',
    from: 'return requested.toSorted().join() === quoted.toSorted().join();',
    to: 'return requested.length === quoted.length;',
    tests: ['orders/check', 'orders/place.test'],
  },
  {
    file: 'proxy/orders/check.ts',
    title: 'A customer is charged other prices than were shown, because their sum is the same.',
    from: 'quoted.prices.every(({ price_id, value }) => value === values.get(price_id))',
    to: 'values.size > 0',
    tests: ['orders/place-changed'],
  },
  {
    file: 'proxy/orders/price-line.ts',
    title: 'An order states more VAT than its price contains.',
    from: '(total * price.vat) / (100 + price.vat)',
    to: '(total * price.vat) / 100',
    tests: ['orders/price-cart'],
  },
  {
    file: 'proxy/orders/price-line.ts',
    title: 'An order is placed after its date has closed for bookings.',
    from: "return [{ code: 'date-passed', ...at }];",
    to: 'return [];',
    tests: ['orders/price-cart'],
  },
  {
    file: 'proxy/orders/price-cart.ts',
    title: 'A request and a booking of one vendor become one order, and neither status fits.',
    from: '[event.vendor_id, currency, event.type].join()',
    to: '[event.vendor_id, currency].join()',
    tests: ['orders/price-cart'],
  },
  {
    file: 'proxy/orders/used-quotes.ts',
    title: 'A quote can be used for a second order once a slow clock has forgotten the first.',
    from: 'clock() < row.expires_at + KEPT_AFTER_EXPIRY',
    to: 'clock() < row.expires_at',
    tests: ['orders/used-quotes', 'orders/forget-unplaced'],
  },
  {
    file: 'proxy/orders/quote.ts',
    title: 'A quote of one site is good at another.',
    from: '`quote/${siteKey}`',
    to: "'quote'",
    tests: ['orders/quote', 'guards/two-sites'],
  },
  {
    file: 'proxy/orders/place.ts',
    title: 'An order that has to be paid is placed unpaid.',
    from: '    await payments.verify(id, quote);\n',
    to: '',
    tests: ['payments/checkout-payments'],
  },
  {
    file: 'proxy/orders/place.ts',
    title: 'A customer is told “expired” about an order that the platform has.',
    from: 'const earlier = await earlierOrders.find(intent);\n      if (earlier) return { order: earlier };\n      throw quoteExpired();',
    to: 'throw quoteExpired();',
    tests: ['orders/place', 'orders/rewind', 'orders/complete', 'orders/clocks'],
  },
  {
    file: 'proxy/orders/send-order.ts',
    title: 'An order is sent again although a list that is cut short does not show it.',
    from: 'found?.isComplete && (await memory.isUnbroken())',
    to: 'await memory.isUnbroken()',
    tests: ['orders/believed-refusals'],
  },
  {
    file: 'proxy/orders/send-order.ts',
    title: 'An order counts as not sent though the store went back, and a copy of it was sent.',
    from: "outcome.type === 'unsent' && memory.hasGap() ? { type: 'unclear', attempt } : outcome",
    to: 'outcome',
    tests: ['orders/rewind'],
  },
  {
    file: 'proxy/orders/reconcile.ts',
    title: 'An order that was sent again counts as absent, because an earlier attempt is old.',
    from: ' && seen.sent_at === sent_at',
    to: '',
    tests: ['orders/rewind'],
  },
  {
    file: 'proxy/orders/reconcile.ts',
    title: 'An order is declared absent by a client that cannot see it, and ordered again.',
    from: 'if (!order && client_id !== site.client.id) {',
    to: 'if (false) {',
    tests: ['orders/reconcile'],
  },
  {
    file: 'proxy/orders/reconcile.ts',
    title: 'An order is declared absent although the store has forgotten a later attempt.',
    from: 'if (!order && history.hasGapWithin(sendTimeOf(config) + settleTime)) return intent;',
    to: '',
    tests: ['orders/rewind', 'orders/reconcile'],
  },
  {
    file: 'proxy/orders/journal.ts',
    title: 'Nobody looks for an order whose process ended just after it was recorded as sent.',
    from: `    if (event.type === 'sending') {
      await index.markOpen(addressOf(id), { looks: 0, next_look_at: event.sent.wall });
    }
    const version = await save(id, stamped, row.version);`,
    to: `    const version = await save(id, stamped, row.version);
    if (event.type === 'sending') {
      await index.markOpen(addressOf(id), { looks: 0, next_look_at: event.sent.wall });
    }`,
    tests: ['orders/journal', 'orders/complete'],
  },
  {
    file: 'proxy/orders/intent.ts',
    title: 'A late copy of a refused request places the order after all.',
    from: 'submission <= (intent.postponed_submission ?? 0)',
    to: 'submission < (intent.postponed_submission ?? 0)',
    tests: ['orders/intent', 'orders/twins'],
  },
  {
    file: 'proxy/orders/intent.ts',
    title: 'An order whose response was garbled is declared absent, though it was confirmed.',
    from: 'hasSettled && !intent.acknowledged',
    to: 'hasSettled',
    tests: ['orders/intent.test', 'orders/reconcile'],
  },
  {
    file: 'proxy/orders/intent.ts',
    title: 'A customer is charged what was quoted, though the platform has booked another total.',
    from: 'order.total <= expected.total && order.currency === expected.currency',
    to: 'order.currency === expected.currency',
    tests: ['payments/payments', 'orders/intent.test'],
  },
  {
    file: 'proxy/orders/moment.ts',
    title: 'A clock that is fast makes an order look absent before it can be.',
    from: 'Math.min(wall, platformElapsed(since, until) ?? wall)',
    to: 'Math.max(wall, platformElapsed(since, until) ?? wall)',
    tests: ['orders/moment', 'orders/clocks'],
  },
  {
    file: 'proxy/orders/sweep-row.ts',
    title: 'A cancellation is missed if the process ends after it has listed an hour’s changes.',
    from: 'before_last_began_at: sweeps.last_began_at',
    to: 'before_last_began_at: began_at',
    tests: ['orders/sweep'],
  },
  {
    file: 'proxy/orders/tidy.ts',
    title: 'Money that was taken for no order is forgotten before it is given back.',
    from: 'if (!(await hasSettled(id, intent, statuses))) return false;',
    to: '',
    tests: ['payments/charge-first'],
  },
  {
    file: 'proxy/orders/status.ts',
    title: 'A refund with the id of its payment is not shown.',
    from: "`${is_refund ? 'refund' : 'payment'} ${id}`",
    to: 'String(id)',
    tests: ['orders/status', 'notifications/receiver'],
  },
];
