import type { Mutant } from './mutant.ts';

export const operations: readonly Mutant[] = [
  {
    file: 'proxy/operations/write-dates.ts',
    title: 'After a batch whose outcome is unclear, the others are sent all the same.',
    from: 'stopped = message;',
    to: '',
    tests: ['operations/client-command'],
  },
  {
    file: 'proxy/operations/csv.ts',
    title: 'What a customer has typed runs as a formula in the spreadsheet of the vendor.',
    from: 'FORMULA.test(text) && !NUMBER.test(text)',
    to: 'false',
    tests: ['operations/csv'],
  },
  {
    file: 'proxy/operations/payments-list.ts',
    title: 'A refund by hand of a saved card is of no order.',
    from: 'byId.set(entry.payment, one);',
    to: '',
    tests: ['operations/payments'],
  },
  {
    file: 'proxy/operations/payments-list.ts',
    title: 'Money on the account that is of no order is not named.',
    from: 'strange.push(entry);',
    to: '',
    tests: ['operations/payments'],
  },
  {
    file: 'proxy/operations/doctor-payments.ts',
    title: 'An operator is told that a webhook which is disabled works.',
    from: 'ours.filter(({ is_enabled }) => is_enabled)',
    to: 'ours',
    tests: ['operations/doctor-payments'],
  },
];
