import type { z } from 'zod';
import type { Loaded } from '../cache/cache.ts';
import type { Priority } from '../ports.ts';

/** Describes a list of the platform, and how it is requested. */
export interface ListOptions<T> {
  /** The prefix of the lists' store keys. Names have no slash. */
  readonly group: string;
  /** The name, if there is only one list. */
  readonly name?: string;
  /** The lease whose holder calls the platform. Several lists may share one. */
  readonly lease: string;
  readonly item: z.ZodType<T>;
  /** Requests the list from the platform. */
  ask(request: ListRequest<T>): Promise<readonly T[]>;
  /** Whether the list is stored even by a single instance, for its restart. */
  readonly isStoredAlone?: boolean;
  /** Makes the next `ask` load the whole list and not a delta. */
  readonly onInvalidated?: () => void;
  /** Called when another instance has stored a newer list. */
  readonly onNews?: (list: Loaded<readonly T[]>) => Promise<void>;
}

export interface ListRequest<T> {
  readonly name: string;
  readonly priority: Priority;
  readonly asOf: number;
  /** The list that is stored already, if there is one. */
  readonly before: Loaded<readonly T[]> | undefined;
}
