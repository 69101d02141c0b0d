/** What a story can meet beside lost connections, crashes and a platform that fails. */
export const hostilities = [
  'an order taken, then an unclear error',
  'an order taken, then a refusal',
  'an order taken twice',
  'an order that differs',
  'a list that lags',
  'a wrong Date',
  'clocks apart',
  'a pause',
  'a rewind',
  'a rewind by hours',
] as const;
/** What only a story with a payment can meet. */
export const hostilitiesOfPayment = [
  'a late call to the provider',
  'a call to the provider that arrives twice',
  'a lost response of the provider',
  'an order that nobody has paid',
  'a vendor who cancels or declines',
  'a hold that lapses',
  'a saved method that is refused',
  'a payment of what is due',
  'a refund that is on its way for a while',
  'a step of money that stays unclear',
] as const;
export type Hostility = (typeof hostilities | typeof hostilitiesOfPayment)[number];

/** Records that the story has met a hostility. */
export type Meet = (hostility: Hostility) => void;

/** How likely each is. A control meets the hostility more often that its guard is for. */
export interface Odds {
  readonly wrongDate: number;
  readonly clocksApart: number;
  readonly rewind: number;
  /** Of a rewind that happens hours later, to a backup from the beginning. */
  readonly lateRewind: number;
  /** Of a create that is held up for minutes before it is sent. */
  readonly hold: number;
  /** Of a refusal by the platform itself of an order that it has placed. */
  readonly denial: number;
  /** Of a request that arrives twice. */
  readonly doubledRequest: number;
  /** Of a call to the payment provider that is lost, and of a response. */
  readonly lostCall: number;
  /** Of a call to the payment provider that arrives minutes later. */
  readonly lateCall: number;
  /** Of a payment that the provider can neither take, release nor refund for more than an hour. */
  readonly stuckPayment: number;
  /** Of a customer who orders without having paid. */
  readonly unpaidRequest: number;
}

export const usualOdds: Odds = {
  wrongDate: 0.25,
  clocksApart: 0.2,
  rewind: 0.1,
  lateRewind: 0.4,
  hold: 0.02,
  // While lists lag, a lie that cannot be told from the truth, so there is only an alarm afterwards.
  denial: 0.03,
  doubledRequest: 0.3,
  lostCall: 0.1,
  lateCall: 0.05,
  stuckPayment: 0.04,
  unpaidRequest: 0.1,
};
