/**
 * lost: an order exists, but its customer was told that it does not, or gets no answer now.
 * doubled: a proxy has ordered twice under one key. mis-told: any other statement that the books,
 * another statement or another process contradicts. stuck: the outcome is still unknown in the end.
 * unalarmed: what no proxy can prevent has happened, and no alarm names it.
 */
export const orderKinds = ['lost', 'doubled', 'mis-told', 'stuck', 'unalarmed'] as const;

/**
 * unpaid: an order stands, its price was not taken, and nobody is told that it could not be.
 * taken-twice: there were two captures. taken-early: it was taken before the vendor has said yes.
 * kept: more was taken than an order that stands costs. held: money is held for nothing.
 * mis-told-money: the customer is told something else of it. unclear: a step of it had no outcome for
 * more than an hour, and no alarm has said so.
 */
export const moneyKinds = [
  'unpaid',
  'taken-twice',
  'taken-early',
  'kept',
  'held',
  'mis-told-money',
  'unclear',
] as const;

export type OrderKind = (typeof orderKinds)[number];
export type MoneyKind = (typeof moneyKinds)[number];
