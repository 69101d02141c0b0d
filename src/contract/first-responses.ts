import type { ListedEvent } from './event.schema.ts';
import type { Site } from './site.schema.ts';

/**
 * What the proxy writes into the script: its responses to the first requests of a tag without
 * filters, so that the list is on screen before those have been answered.
 */
export interface FirstResponses {
  /** When they were written, in milliseconds since the epoch. */
  readonly at: number;
  /** The key that the tag has to name; null where the proxy has one site, and it names none. */
  readonly site: string | null;
  readonly settings: Site;
  /** One page of the list, and one event more to see whether there is another page. */
  readonly events: readonly ListedEvent[];
}
