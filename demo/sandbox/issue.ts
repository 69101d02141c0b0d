import type { z } from 'zod';

/** The first thing that is wrong with an input, beginning with the name of the field. */
export function describeIssue({ issues: [issue] }: z.ZodError): string {
  if (!issue) return 'is not valid';
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0]] : issue.path;
  const message = issue.code === 'unrecognized_keys' ? 'is not a field here' : issue.message;
  return path.length === 0 ? message : `${path.join('.')}: ${message}`;
}
