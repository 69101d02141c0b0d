import type { Mutant } from './mutant.ts';

export const page: readonly Mutant[] = [
  {
    file: 'src/page/page-history.ts',
    title: 'Whoever is sent the page’s address later sees the order of a copied link.',
    from: "if (found) this.#change('replaceState', undefined, found.addressWithout);",
    to: '',
    tests: ['page/page-history'],
  },
  {
    file: 'src/page/page-history.ts',
    title: 'The page’s router loses what it keeps in its history.',
    from: '{ ...pageState(state), booking: entry }',
    to: '{ booking: entry }',
    tests: ['page/page-history'],
  },
];
