import { problemCodeOf } from '../../domain/failure.ts';
import {
  adviseOnAppearance,
  adviseOnFailure,
  adviseOnFilters,
  type Appearance,
  type Filters,
} from '../../page/setup-advice.ts';
import { tellReseller } from '../../page/tell-reseller.ts';
import type { BookingController } from '../../state/booking-controller.ts';
import { isPending, taskFailure } from '../../state/booking-data.ts';

interface Setup {
  readonly widget: Appearance & Filters;
  readonly flow: BookingController;
  /** The address of the proxy; empty if it is none, or is refused. */
  readonly proxy: string;
  /** Whether the tag or the script tag names it. */
  readonly isProxyGiven: boolean;
  /** The event that the tag names and the proxy does not have. */
  readonly missing: string | undefined;
}

/** Tells the reseller what is wrong with the tag, or with the host page. */
export function adviseOnSetup({ widget, flow, proxy, isProxyGiven, missing }: Setup): void {
  const { listTask, siteTask } = flow.data;
  const failure = taskFailure(listTask) ?? taskFailure(siteTask);
  adviseOnAppearance(widget);
  if (missing) tellReseller(`event="${missing}" is not on sale here; the list is shown instead.`);
  const isRefused = problemCodeOf(failure ?? null) === 'invalid-request';
  if ((isRefused || isListEmpty(flow)) && !isNarrowed(flow)) adviseOnFilters(widget);
  if (failure) adviseOnFailure(failure, proxy, isProxyGiven);
}

function isListEmpty({ data: { listTask } }: BookingController): boolean {
  return !isPending(listTask) && listTask.value?.events.length === 0;
}

/** Whether the customer, and not the tag, has narrowed the list. */
function isNarrowed({ listing: { match, category, vendor } }: BookingController): boolean {
  return Boolean(match || category || vendor);
}
