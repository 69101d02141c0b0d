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
];
