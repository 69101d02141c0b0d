import type { Question, Seller } from '#contract/site.schema';

/** A seller with every field. */
export function aSeller(change: Partial<Seller> = {}): Seller {
  return {
    name: 'Harbour Trips GmbH',
    address: 'Am Kai 3, 20457 Hamburg',
    email: 'ahoy@harbour.example',
    phone: '+49 40 123456',
    registration: 'HRB 12345',
    ...change,
  };
}

/** By default an optional text question. */
export function aQuestion(change: Partial<Question> = {}): Question {
  return {
    id: 'hotel',
    title: 'Which hotel?',
    type: 'text',
    required: false,
    options: [],
    ...change,
  };
}
