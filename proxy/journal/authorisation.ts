import { UNCLEAR_ALARM, UNCLEAR_REMINDER } from '../time-limits.ts';

/**
 * The states of a payment. Before the provider is called, the state that ends in -ing is recorded.
 * The table in `.github/CONTRIBUTING.md` is made from these comments: what a state is, and then, from
 * `Until` or `Final` on, what ends it.
 */
export const authorisationStates = [
  /** The provider has it. Until it is confirmed, or the order is decided without it. */
  'made',
  /** Its money is held, or its method saved, for the order. Until the order is accepted or ends. */
  'authorised',
  /** The provider is asked to take the money. Until the provider shows the outcome. */
  'capturing',
  /** The money was taken. Final, unless some of it has to be refunded. */
  'captured',
  /** The hold was over, or the saved method refused. Until the time to pay again is over. */
  'lapsed',
  /** Nobody has paid again in time, which the operator sees to. Final. */
  'overdue',
  /** The capture was refused, or is left to the operator. Until the order ends. */
  'uncaptured',
  /** The provider is asked to release it. Until the provider shows the outcome. */
  'voiding',
  /** Nothing is held or saved any more, and nothing was taken. Final. */
  'voided',
  /** The provider has refused to release it, which the operator sees to. Final. */
  'unvoided',
  /** The provider is asked for a refund. Until it has arrived or failed, days later at some banks. */
  'refunding',
  /** The refund has failed, or is left to the operator. Until the provider shows a refund. */
  'unrefunded',
] as const;
export type AuthorisationState = (typeof authorisationStates)[number];

/** A customer's payment for an order, with the provider's id. Amounts are in minor units. */
export interface Authorisation {
  readonly id: string;
  readonly state: AuthorisationState;
  /** What the customer confirms. */
  readonly amount: number;
  /** The customer's method is saved, and charged once the order is accepted: no money is held. */
  readonly saves_method?: true;
  /** What is taken of it, from `capturing` on. */
  readonly captured?: number;
  /** When it was taken, by the wall clock. */
  readonly captured_at?: number;
  /** How much of that has to be refunded in all; missing until something has to be. */
  readonly refund?: number;
  /** When it was verified, by the wall clock: its money is held since then, or longer. */
  readonly held_since?: number;
  /** Until when the provider holds it, by the wall clock; missing if it has not said. */
  readonly held_until?: number;
  /** When it was found to be `lapsed`, by the wall clock. */
  readonly lapsed_at?: number;
  /** Recorded while it is not known yet whether the hold is needed. */
  readonly lapse?: Lapse;
  /** Since when the provider is asked to take, release or refund it, by the wall clock. */
  readonly asked_at?: number;
  /** When the operator was last told that the outcome of this is unclear, by the wall clock. */
  readonly alarmed_at?: number;
  /** The provider shows the refund, which has not arrived. */
  readonly on_its_way?: true;
}

export const lapses = [
  /** The hold lapses within a day. */
  'near',
  /** The hold has lapsed. */
  'over',
] as const;
export type Lapse = (typeof lapses)[number];

/** What an order is paid with. */
export type PaymentDue =
  /** It is not known yet. */
  | 'hold'
  /** The order has a price that was not agreed, so money is neither taken nor released. */
  | 'leave'
  /** An amount in minor units; 0 if the order is not placed, has ended, or is free. */
  | number;

/** Who makes refunds. */
export type Refunds = 'automatic' | 'manual';

export type AuthorisationEvent =
  /** The provider has made it. Recorded before the customer can confirm it. */
  | ({ readonly type: 'payment-made'; readonly authorisation: string } & Pick<
      Authorisation,
      'amount' | 'saves_method'
    >)
  /** It is confirmed, and pays for the order. */
  | {
      readonly type: 'payment-verified';
      readonly authorisation: string;
      /** By the wall clock. */
      readonly at: number;
      readonly held_until?: number | undefined;
    }
  /** The hold of a request that the vendor has not answered ends soon, or has ended. */
  | { readonly type: 'payment-lapses'; readonly authorisation: string; readonly lapse: Lapse }
  /** The time to pay an accepted order again is over. */
  | { readonly type: 'payment-overdue'; readonly authorisation: string }
  /** The provider is about to be called. */
  | {
      readonly type: 'payment-begun';
      readonly authorisation: string;
      readonly refunds: Refunds;
      /** By the wall clock. */
      readonly at: number;
    }
  /** The provider shows the refund that it was asked for. */
  | { readonly type: 'payment-on-its-way'; readonly authorisation: string; readonly step: Step }
  /** The provider has been asked, and what has become of it is not known. */
  | {
      readonly type: 'payment-unclear';
      readonly authorisation: string;
      readonly step: Step;
      /** By the wall clock. */
      readonly at: number;
    }
  /**
   * The provider shows that it was taken: at once as the customer confirmed it, by hand, or before
   * the store went back.
   */
  | {
      readonly type: 'payment-found';
      readonly authorisation: string;
      readonly captured: number;
      readonly refunded: number;
      /** By the wall clock. */
      readonly at: number;
    }
  /**
   * The provider shows another refund: more, made by hand, or less, because one has failed since.
   */
  | {
      readonly type: 'payment-returned';
      readonly authorisation: string;
      readonly step: Step;
      readonly refunded: number;
    }
  | {
      readonly type: 'payment-ended';
      readonly authorisation: string;
      /** What was begun: since then another process may have ended it, and begun the next step. */
      readonly step: Step;
      readonly outcome: Outcome;
      /** By the wall clock. */
      readonly at: number;
    };

/** What an authorisation was when the provider was asked about it. */
export type Step = Pick<Authorisation, 'state' | 'refund'>;

/** What became of a step at the provider. */
export type Outcome =
  | 'done'
  | 'refused'
  /** The provider shows that nothing is held any more. */
  | 'lapsed';

/** A customer gets no more for one order. If more are made at once, the journal has them all. */
export const MOST_AUTHORISATIONS = 20;

const openStates: ReadonlySet<AuthorisationState> = new Set([
  'made',
  'authorised',
  'capturing',
  'voiding',
  'refunding',
  'unrefunded',
]);
const takenStates: ReadonlySet<AuthorisationState> = new Set([
  'captured',
  'refunding',
  'unrefunded',
]);
/** The provider may show that money was taken all the same, or another amount. */
const foundStates: ReadonlySet<AuthorisationState> = new Set(['made', 'capturing', 'voiding']);
type Ends = Partial<Record<Outcome, AuthorisationState>>;
const ends: Partial<Record<AuthorisationState, Ends>> = {
  capturing: { done: 'captured', refused: 'uncaptured', lapsed: 'lapsed' },
  voiding: { done: 'voided', refused: 'unvoided' },
  refunding: { done: 'captured', refused: 'unrefunded' },
  unrefunded: { done: 'captured' },
};

const askedStates: ReadonlySet<AuthorisationState> = new Set(['capturing', 'voiding', 'refunding']);

/** Since when an outcome of the provider is missing, by the wall clock; undefined if none is. */
export function unclearSince({ state, asked_at, on_its_way }: Authorisation): number | undefined {
  return askedStates.has(state) && !on_its_way ? asked_at : undefined;
}

/** Whether the provider still has to be asked about it, whatever becomes of its order. */
export function isOpen({ state }: Authorisation): boolean {
  return openStates.has(state);
}

const payingStates: ReadonlySet<AuthorisationState> = new Set([
  'authorised',
  'capturing',
  'captured',
]);

/** Whether its money is held for the order, or was taken. */
export function pays({ state }: Authorisation): boolean {
  return payingStates.has(state);
}

/**
 * When the hold of an accepted order lapsed, or its saved method was refused; undefined if neither,
 * if something else pays, or if the time to pay again is over.
 */
export function unpaidSince(authorisations: readonly Authorisation[]): number | undefined {
  const isPaidOrByHand = (one: Authorisation) =>
    pays(one) || takenStates.has(one.state) || one.state === 'uncaptured';
  const isOver = ({ state }: Authorisation) => state === 'overdue';
  if (authorisations.some((one) => isPaidOrByHand(one) || isOver(one))) return undefined;
  return authorisations.find(({ state }) => state === 'lapsed')?.lapsed_at;
}

/** What was taken in all, and what was refunded of it. A refund counts once it has arrived. */
export function moneyOf(authorisations: readonly Authorisation[]): {
  readonly paid: number;
  readonly refunded: number;
} {
  const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0);
  const taken = authorisations.filter(({ state }) => takenStates.has(state));
  const settled = taken.filter(({ state }) => state === 'captured');
  return {
    paid: sum(taken.map(({ captured = 0 }) => captured)),
    refunded: sum(settled.map(({ refund = 0 }) => refund)),
  };
}

/** Whether more was taken than the order costs now. */
export function isRefundDue(
  authorisation: Authorisation,
  due: PaymentDue,
  all: readonly Authorisation[],
): boolean {
  if (authorisation.state !== 'captured') return false;
  return refundFor(authorisation, due, all) > (authorisation.refund ?? 0);
}

/** Whether a step is due that nobody has begun. */
export function isNextStepDue(
  authorisation: Authorisation,
  due: PaymentDue,
  all: readonly Authorisation[],
): boolean {
  // Who makes a refund does not matter to whether it is due.
  return begin(authorisation, all, due, 'automatic') !== undefined;
}

/** The authorisations of an order after the event, or undefined when it changes nothing. */
export function changeAuthorisations(
  authorisations: readonly Authorisation[],
  event: AuthorisationEvent,
  due: PaymentDue,
): readonly Authorisation[] | undefined {
  const { authorisation: id } = event;
  const current = authorisations.find((authorisation) => authorisation.id === id);
  if (event.type === 'payment-made') {
    const { amount, saves_method } = event;
    const made = { id, state: 'made', amount, ...(saves_method && { saves_method }) } as const;
    return current ? undefined : [...authorisations, made];
  }
  const changed = current && change(current, event, authorisations, due);
  return changed && authorisations.map((other) => (other === current ? changed : other));
}

function change(
  current: Authorisation,
  event: Exclude<AuthorisationEvent, { type: 'payment-made' }>,
  authorisations: readonly Authorisation[],
  due: PaymentDue,
): Authorisation | undefined {
  switch (event.type) {
    case 'payment-verified': {
      if (current.state !== 'made') return undefined;
      const { at: held_since, held_until } = event;
      const until = held_until === undefined ? {} : { held_until };
      return { ...current, state: 'authorised', held_since, ...until };
    }
    case 'payment-lapses': {
      const isNews = current.lapse !== 'over' && current.lapse !== event.lapse;
      const isHeld = current.state === 'authorised' && due === 'hold';
      return isHeld && isNews ? { ...current, lapse: event.lapse } : undefined;
    }
    case 'payment-overdue':
      return current.state === 'lapsed' ? { ...current, state: 'overdue' } : undefined;
    case 'payment-begun': {
      const begun = begin(current, authorisations, due, event.refunds);
      return begun && askedStates.has(begun.state) ? { ...begun, asked_at: event.at } : begun;
    }
    case 'payment-on-its-way': {
      const isNews = current.state === 'refunding' && !current.on_its_way;
      return isNews && isAt(current, event.step) ? { ...current, on_its_way: true } : undefined;
    }
    case 'payment-unclear': {
      if (!askedStates.has(current.state) || !isAt(current, event.step)) return undefined;
      return alarmAt(current, event.at);
    }
    case 'payment-found': {
      const { captured, refunded: refund, at } = event;
      if (!foundStates.has(current.state)) return undefined;
      return { ...withoutStep(current), state: 'captured', captured, refund, captured_at: at };
    }
    case 'payment-returned': {
      const { refund = 0 } = current;
      const isNews = current.state === 'captured' && event.refunded !== refund;
      if (!isNews || !isAt(current, event.step)) return undefined;
      if (event.refunded < refund) return { ...current, state: 'unrefunded' };
      return { ...current, refund: event.refunded };
    }
    case 'payment-ended': {
      if (!isAt(current, event.step)) return undefined;
      const state = ends[current.state]?.[outcomeFor(current, event.outcome)];
      if (!state) return undefined;
      const isTaken = current.state === 'capturing' && state === 'captured';
      const time = { ...(isTaken && { captured_at: event.at }) };
      const lapsed = { ...(state === 'lapsed' && { lapsed_at: event.at }) };
      return { ...withoutStep(current), state, ...time, ...lapsed };
    }
  }
}

/** With the time of an alarm that is due; undefined if none is. */
function alarmAt(current: Authorisation, at: number): Authorisation | undefined {
  const { asked_at, alarmed_at, on_its_way } = current;
  if (on_its_way) return undefined;
  // Begun by a version that has not recorded it.
  if (asked_at === undefined) return { ...current, asked_at: at };
  const isDue =
    alarmed_at === undefined ? at - asked_at >= UNCLEAR_ALARM : at - alarmed_at >= UNCLEAR_REMINDER;
  return isDue ? { ...current, alarmed_at: at } : undefined;
}

/** Without what is recorded of a step that has ended. */
function withoutStep(current: Authorisation): Authorisation {
  const { asked_at: _, alarmed_at: __, on_its_way: ___, ...rest } = current;
  return rest;
}

function isAt(current: Authorisation, { state, refund }: Step): boolean {
  return current.state === state && current.refund === refund;
}

/** With a refused method no money is held, so the order can be paid again. */
function outcomeFor({ state, saves_method }: Authorisation, outcome: Outcome): Outcome {
  const isRefusedMethod = saves_method && state === 'capturing' && outcome === 'refused';
  return isRefusedMethod ? 'lapsed' : outcome;
}

function begin(
  current: Authorisation,
  authorisations: readonly Authorisation[],
  due: PaymentDue,
  refunds: Refunds,
): Authorisation | undefined {
  if (isRefundDue(current, due, authorisations)) {
    const state = refunds === 'automatic' ? 'refunding' : 'unrefunded';
    return { ...current, state, refund: refundFor(current, due, authorisations) };
  }
  // Once the order has ended, nothing of it is the operator's to take any more.
  if (current.state === 'uncaptured' && due === 0) return { ...current, state: 'voiding' };
  const isUntouched = current.state === 'made' || current.state === 'authorised';
  if (!isUntouched || due === 'hold') return undefined;
  const isTaken = ({ state }: Authorisation) =>
    takenStates.has(state) || (due === 'leave' && state === 'uncaptured');
  if (due === 0 || authorisations.some(isTaken)) return { ...current, state: 'voiding' };
  // The others are voided once the money is taken, and one of them pays if it cannot be.
  if (authorisations.some(({ state }) => state === 'capturing')) return undefined;
  const paying = payingOf(authorisations, due);
  if (!paying) return { ...current, state: 'voiding' };
  if (paying !== current) return undefined;
  if (due === 'leave') return { ...current, state: 'uncaptured' };
  return { ...current, state: 'capturing', captured: due };
}

/** The last verified one that is large enough: a quote before may have had a lower price. */
function payingOf(
  authorisations: readonly Authorisation[],
  due: 'leave' | number,
): Authorisation | undefined {
  const least = due === 'leave' ? 0 : due;
  return authorisations.findLast(({ state, amount }) => state === 'authorised' && amount >= least);
}

/** How much of what was taken has to be refunded in all. */
export function refundFor(
  authorisation: Authorisation,
  due: PaymentDue,
  all: readonly Authorisation[],
): number {
  const { captured = 0 } = authorisation;
  if (typeof due !== 'number') return 0;
  return authorisation === keptOf(all, due) ? Math.max(captured - due, 0) : captured;
}

/** One that was taken pays for the order; the others are refunded in full. */
function keptOf(all: readonly Authorisation[], due: number): Authorisation | undefined {
  const kept = all.filter(
    ({ state, captured = 0, refund = 0 }) => takenStates.has(state) && refund < captured,
  );
  return kept.find(({ captured = 0 }) => captured >= due) ?? kept[0];
}
