import { createWorld } from '../../support/world.ts';
import { allowedToVisitors, askedByCommand, askedByProxy, calledByWorkbench } from './asked.ts';
import type { Found } from './places.ts';
import { type Row, rowsOfTables } from './rows.ts';
import { rowsOfNotifications, traceRows } from './trace.ts';

export const allRows: readonly Row[] = [...rowsOfTables(), ...rowsOfNotifications()];

/** Runs proxy and command, and follows each field through the proxy's translations. */
export async function findPlaces(): Promise<Found> {
  const world = createWorld();
  const [event] = (await world.get<{ vendor_id: string }[]>('/v3/events')).body;
  return {
    traces: traceRows(allRows),
    proxy: await askedByProxy(event?.vendor_id ?? ''),
    command: await askedByCommand(),
    visitors: await allowedToVisitors(allRows, world),
    workbench: calledByWorkbench(),
  };
}
