import type { Priority } from '../ports.ts';

/** Orders need live dates and no lists, so a list of dates has the priority `visitor` at most. */
export function listPriority(priority: Priority): Priority {
  return priority === 'order' ? 'visitor' : priority;
}
