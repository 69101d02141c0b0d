/**
 * authorised: nobody was asked for anything. capturing, voiding: recorded before the provider is
 * asked, and until its outcome is known; the one never becomes the other. captured, voided: done.
 * uncaptured, unvoided: it never will be, and somebody has to see to it.
 */
export type AuthorisationState =
  'authorised' | 'capturing' | 'captured' | 'uncaptured' | 'voiding' | 'voided' | 'unvoided';

/** What a customer has authorised for an order, by the provider's id of it. */
export interface Authorisation {
  readonly id: string;
  readonly state: AuthorisationState;
}

/**
 * What an order means for its payment. hold: nothing yet. void: it does not stand. leave: it stands,
 * at a price that nobody has authorised, so no money moves by itself.
 */
export type PaymentDue = 'hold' | 'capture' | 'void' | 'leave';

export type AuthorisationEvent =
  /** It came with a request. */
  | { readonly type: 'authorised'; readonly authorisation: string }
  /** The provider is asked for what is due next. */
  | { readonly type: 'payment-begun'; readonly authorisation: string }
  | {
      readonly type: 'payment-ended';
      readonly authorisation: string;
      readonly outcome: 'done' | 'refused';
    };

/** More than one customer comes to; a list without an end is not stored. */
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

/** Whether something is still to be done about it. */
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
 * An order is paid once. A customer who reloads the page authorises it again, and expects the last to
 * count; but what was begun with one is not begun with another.
 */
function payingOf(authorisations: readonly Authorisation[]): Authorisation | undefined {
  return (
    authorisations.find(({ state }) => payingStates.has(state)) ??
    authorisations.findLast(({ state }) => state === 'authorised')
  );
}
