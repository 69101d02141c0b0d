import type { Question, Seller } from '../../src/contract/site.schema.ts';

/** A reseller who says of itself all that can be said. */
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

/** A text that need not be answered, unless told otherwise. */
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
