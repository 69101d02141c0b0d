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
] as const;
export type Hostility = (typeof hostilities)[number];

/** Records that the story has met a hostility. */
export type Meet = (hostility: Hostility) => void;
