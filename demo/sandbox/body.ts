import { z } from 'zod';
import { parseInstant } from './instants.ts';
import { describeIssue } from './issue.ts';
import { Refused } from './refusals.ts';

/** The body of a write, read with a schema; the refusal names the field. */
export async function readBody<Schema extends z.ZodType>(
  schema: Schema,
  request: Request,
): Promise<z.output<Schema>> {
  const type = request.headers.get('Content-Type') ?? '';
  if (!/^application\/json\b/i.test(type)) {
    throw new Refused('bodyInvalid', 'Content-Type has to be application/json');
  }
  const body: unknown = await request.json().catch(() => {
    throw new Refused('bodyInvalid', 'the body is not JSON');
  });
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw new Refused('attributeInvalid', describeIssue(result.error));
}

/** A moment in a body, in milliseconds. */
export const instant = z.string().transform((text, context) => {
  const milliseconds = parseInstant(text);
  if (milliseconds !== undefined) return milliseconds;
  context.addIssue('has to be a moment such as 2026-11-21T09:00:00Z');
  return z.NEVER;
});
