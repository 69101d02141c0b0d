/** A start that a vendor wants, with its places. */
export interface WantedDate {
  /** As `2026-12-03T18:00:00Z`. */
  readonly date: string;
  readonly total_slots: number;
}

/** A start that the platform has. */
export interface ExistingDate extends WantedDate {
  readonly id: string;
  readonly available_slots: number;
}

export interface DateChange {
  readonly date_id: string;
  readonly date?: string;
  readonly total_slots?: number;
}

export interface DatesPlan<Wanted extends WantedDate> {
  readonly create: readonly Wanted[];
  readonly update: readonly DateChange[];
}

/**
 * What has to be written so that the wanted dates are the ones with places. No operation removes a
 * date (spec, Table B), so one that is not wanted any more and that nobody has booked is moved to a
 * start that is missing; if none is, it keeps no free place.
 * @param left so many places are left on each date, if it has as many
 */
export function planDates<Wanted extends WantedDate>(
  existing: readonly ExistingDate[],
  wanted: readonly Wanted[],
  left = Infinity,
): DatesPlan<Wanted> {
  const byStart = new Map(wanted.map((one) => [one.date, one]));
  const kept = new Map<string, ExistingDate>();
  const unwanted: ExistingDate[] = [];
  for (const one of existing) {
    if (byStart.has(one.date) && !kept.has(one.date)) kept.set(one.date, one);
    else unwanted.push(one);
  }
  const missing = [...byStart.values()].filter(({ date }) => !kept.has(date));
  const free = unwanted.filter((one) => takenOf(one) === 0);
  const moved = free.slice(0, missing.length);
  const closed = unwanted.filter((one) => !moved.includes(one));
  return {
    create: missing.slice(moved.length),
    update: [
      ...[...kept.values()].map((one) =>
        change(one, one.date, placesOf(one, byStart.get(one.date), left)),
      ),
      ...moved.map((one, index) =>
        change(one, missing[index]?.date ?? one.date, placesOf(one, missing[index], left)),
      ),
      ...closed.map((one) => change(one, one.date, takenOf(one))),
    ].filter((one) => one.date !== undefined || one.total_slots !== undefined),
  };
}

/** Never fewer than are taken, which the platform refuses. */
function placesOf(one: ExistingDate, wanted: WantedDate | undefined, left: number): number {
  const taken = takenOf(one);
  return Math.max(taken, Math.min(wanted?.total_slots ?? 0, taken + left));
}

function takenOf({ total_slots, available_slots }: ExistingDate): number {
  return total_slots - available_slots;
}

/** Only what differs. */
function change(one: ExistingDate, date: string, total_slots: number): DateChange {
  return {
    date_id: one.id,
    ...(date !== one.date && { date }),
    ...(total_slots !== one.total_slots && { total_slots }),
  };
}
