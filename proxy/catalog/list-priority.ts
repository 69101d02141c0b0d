import type { Priority } from '../ports.ts';

/** Orders need live dates, not lists, so a list of dates has at most the priority `visitor`. */
export function listPriority(priority: Priority): Priority {
  return priority === 'order' ? 'visitor' : priority;
}
