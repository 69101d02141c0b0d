import {
  adviceOnConnection,
  adviceOnEvent,
  adviceOnFilters,
  adviceOnManner,
  type Filters,
  type Manner,
} from '../page/setup-advice.ts';
import { tellReseller } from '../page/tell-reseller.ts';
import type { BookingController } from '../state/booking-controller.ts';
import { isPending, taskFailure } from '../state/booking-data.ts';

interface Setup {
  readonly widget: Element &
    Filters &
    Omit<Manner, 'headingLevel'> & { readonly headingLevel: number };
  readonly flow: BookingController;
  /** The address of the proxy; empty if it is invalid or refused. */
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
  const headingLevel = widget.getAttribute('heading-level') ?? String(widget.headingLevel);
  const { colorScheme, history } = widget;
  tellReseller(...adviceOnManner({ colorScheme, headingLevel, history }));
  if (missing) tellReseller(...adviceOnEvent(missing));
  // The site says which values would list something.
  if (isListEmpty(flow) && !isNarrowed(flow) && !isPending(siteTask)) {
    tellReseller(...adviceOnFilters(widget, siteTask.value));
  }
  if (failure) tellReseller(...adviceOnConnection(failure, proxy, isProxyGiven));
}

function isListEmpty({ data: { listTask } }: BookingController): boolean {
  return !isPending(listTask) && listTask.value?.events.length === 0;
}

/** Whether the customer, and not the tag, has narrowed the list. */
function isNarrowed({ listing: { match, category, vendor } }: BookingController): boolean {
  return Boolean(match || category || vendor);
}
