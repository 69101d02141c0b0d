import type { Mutant } from './mutant.ts';

export const page: readonly Mutant[] = [
  {
    file: 'src/page/open-page.ts',
    title: 'While a bank asks for a second step, the page behind can be pressed.',
    from: 'undoInert = makeInertAround(around);',
    to: '',
    tests: ['page/open-page', 'dialog/payment-in-dialog'],
  },
  {
    file: 'src/page/open-page.ts',
    title: 'A page removes its own dialog while the customer pays in it.',
    from: `event.stopImmediatePropagation();
    if (event.type`,
    to: 'if (event.type',
    tests: ['page/open-page'],
  },
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
  {
    file: 'src/page/event-border.ts',
    title: 'Scripts of the page take caret, selection, clipboard and keys.',
    from: 'if (isUsed || isKept(event)) event.stopPropagation();',
    to: 'if (isUsed) event.stopPropagation();',
    tests: ['elements/page-listeners'],
  },
  {
    file: 'src/page/event-border.ts',
    title: 'The page’s own payment fields no longer work.',
    from: "if (path.some((node) => node.parentElement?.closest('booking-widget'))) return false;",
    to: '',
    tests: ['elements/page-listeners'],
  },
  {
    file: 'src/page/taken-events.ts',
    title: 'What the widget itself prevents is blamed on the page.',
    from: 'event.defaultPrevented && arrival !== false',
    to: 'event.defaultPrevented',
    tests: ['elements/page-listeners'],
  },
];
