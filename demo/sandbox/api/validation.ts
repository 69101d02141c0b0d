import { z } from 'zod';
import { ApiError } from './errors.ts';
import { parseTimestamp } from './wire-values.ts';

// What the schemas of parameters and bodies have in common.

/** A timestamp, kept as the text that was sent, because orders repeat that text. */
export const timestampText = z
  .string()
  .refine(
    (text) => parseTimestamp(text) !== undefined,
    'has to be a moment such as 2026-11-21T09:00:00Z',
  );

/** A timestamp, parsed to milliseconds. */
export const timestamp = timestampText.transform((text) => Date.parse(text));

/** The spec's "integer 0 or 1", in bodies. */
export const zeroOrOne = z.literal([0, 1]);

export const currencyCode = z
  .string()
  .regex(/^[A-Z]{3}$/, 'has to be three capital letters (ISO 4217)');

/** The JSON body of a request, parsed with a schema; the error names the field. */
export async function parseBody<Schema extends z.ZodType>(
  schema: Schema,
  request: Request,
): Promise<z.output<Schema>> {
  const type = request.headers.get('Content-Type') ?? '';
  if (!/^application\/json\b/i.test(type)) {
    throw new ApiError('bodyInvalid', 'Content-Type has to be application/json');
  }
  const body: unknown = await request.json().catch(() => {
    throw new ApiError('bodyInvalid', 'the body is not JSON');
  });
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw new ApiError('attributeInvalid', validationMessage(result.error));
}

/** The first thing that is wrong with an input, beginning with the name of the field. */
export function validationMessage({ issues: [issue] }: z.ZodError): string {
  if (!issue) return 'is not valid';
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0]] : issue.path;
  const message = issue.code === 'unrecognized_keys' ? 'is not a field here' : issue.message;
  return path.length === 0 ? message : `${path.join('.')}: ${message}`;
}
