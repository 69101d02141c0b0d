import type { FirstResponses } from '#contract/first-responses';

/** The proxy replaces this with its first responses when it serves the script, or leaves it empty. */
const PLACEHOLDER = '__BOOKING_FIRST_RESPONSES__';

/** The proxy's responses to the first requests, if it has written them into the script. */
export const firstResponses: FirstResponses | undefined = PLACEHOLDER.startsWith('{')
  ? (JSON.parse(PLACEHOLDER) as FirstResponses)
  : undefined;
