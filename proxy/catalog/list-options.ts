import type { z } from 'zod';
import type { Loaded } from '../cache/cache.ts';
import type { Priority } from '../ports.ts';

/** What a list of the platform is, and how it is asked for. */
export interface ListOptions<T> {
  /** The prefix of the lists' store keys. Names have no slash. */
  readonly group: string;
  /** The name, if there is only one list. */
  readonly name?: string;
  /** The lease whose holder calls the platform. Several lists may share one. */
  readonly lease: string;
  readonly item: z.ZodType<T>;
  /** Calls the platform. */
  ask(request: ListRequest<T>): Promise<readonly T[]>;
  /** Whether a single instance stores the list too, for its restart. */
  readonly isStoredAlone?: boolean;
  /** Makes the next `ask` load the whole list, and no delta. */
  readonly onInvalidated?: () => void;
  /** Another instance has stored a newer list. */
  readonly onNews?: (list: Loaded<readonly T[]>) => Promise<void>;
}

export interface ListRequest<T> {
  readonly name: string;
  readonly priority: Priority;
  readonly asOf: number;
  /** The stored list of before, where there is one. */
  readonly before: Loaded<readonly T[]> | undefined;
}
