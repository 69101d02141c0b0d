/**
 * authorised: the provider has not been called. capturing, voiding: recorded before the call, until
 * its outcome is known; neither ever becomes the other. captured, voided: done. uncaptured,
 * unvoided: the provider refused for good, and an alarm is raised.
 */
export const authorisationStates = [
  'authorised',
  'capturing',
  'captured',
  'uncaptured',
  'voiding',
  'voided',
  'unvoided',
] as const;
export type AuthorisationState = (typeof authorisationStates)[number];

/** A customer's payment authorisation for an order, with the provider's id. */
export interface Authorisation {
  readonly id: string;
  readonly state: AuthorisationState;
}

/**
 * What has to happen to the payment of an order. hold: nothing yet. void: the order is not placed.
 * leave: it is placed at a price that was not authorised, so the money is neither taken nor
 * released.
 */
export type PaymentDue = 'hold' | 'capture' | 'void' | 'leave';

export type AuthorisationEvent =
  /** A request for the order carried it. */
  | { readonly type: 'authorised'; readonly authorisation: string }
  /** The provider is about to be called. */
  | { readonly type: 'payment-begun'; readonly authorisation: string }
  | {
      readonly type: 'payment-ended';
      readonly authorisation: string;
      readonly outcome: 'done' | 'refused';
    };

/** A limit for the stored list, above what a customer can reach by reloading. */
const MOST_AUTHORISATIONS = 20;

const openStates: ReadonlySet<AuthorisationState> = new Set(['authorised', 'capturing', 'voiding']);
const payingStates: ReadonlySet<AuthorisationState> = new Set([
  'capturing',
  'captured',
  'uncaptured',
]);
const ends: Partial<Record<AuthorisationState, Record<'done' | 'refused', AuthorisationState>>> = {
  capturing: { done: 'captured', refused: 'uncaptured' },
  voiding: { done: 'voided', refused: 'unvoided' },
};

/** Whether the provider still has to be called for it. */
export function isOpen({ state }: Authorisation): boolean {
  return openStates.has(state);
}

/** The authorisations of an order after the event, or undefined when it changes nothing. */
export function changeAuthorisations(
  authorisations: readonly Authorisation[],
  event: AuthorisationEvent,
  due: PaymentDue,
): readonly Authorisation[] | undefined {
  const { authorisation: id } = event;
  const current = authorisations.find((authorisation) => authorisation.id === id);
  if (event.type === 'authorised') {
    if (current || authorisations.length === MOST_AUTHORISATIONS) return undefined;
    return [...authorisations, { id, state: 'authorised' }];
  }
  if (!current) return undefined;
  const state =
    event.type === 'payment-begun'
      ? begin(current, authorisations, due)
      : ends[current.state]?.[event.outcome];
  if (!state) return undefined;
  return authorisations.map((other) => (other === current ? { id, state } : other));
}

function begin(
  authorisation: Authorisation,
  authorisations: readonly Authorisation[],
  due: PaymentDue,
): AuthorisationState | undefined {
  if (authorisation.state !== 'authorised' || due === 'hold') return undefined;
  if (due === 'void' || authorisation !== payingOf(authorisations)) return 'voiding';
  return due === 'capture' ? 'capturing' : 'uncaptured';
}

/**
 * The authorisation to capture. A reload makes another one, and the last one counts, unless the
 * capture of an earlier one has begun.
 */
function payingOf(authorisations: readonly Authorisation[]): Authorisation | undefined {
  return (
    authorisations.find(({ state }) => payingStates.has(state)) ??
    authorisations.findLast(({ state }) => state === 'authorised')
  );
}
