/** What a fault asks of the routes themselves. Times are in milliseconds. */
export interface Disturbance {
  /** Lists do not show orders that are younger. */
  readonly listLag: number;
  /** An order is answered with 504 now, and taken only after so long. */
  readonly landsIn: number | undefined;
}

export const undisturbed: Disturbance = { listLag: 0, landsIn: undefined };
