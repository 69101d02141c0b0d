import type { Mutant } from './mutant.ts';

export const routes: readonly Mutant[] = [
  {
    file: 'proxy/routes/stripe-events.ts',
    title: 'Somebody has the proxy read bodies that cannot be the provider’s.',
    from: "if (!isSignature(signature)) throw new WrongSignature('the header is no signature');",
    to: '',
    tests: ['routes/stripe-events'],
  },
  {
    file: 'proxy/routes/stripe-events.ts',
    title: 'Somebody sends forged events without end.',
    from: 'failedSignatures.note(client);',
    to: '',
    tests: ['routes/stripe-events'],
  },
];
