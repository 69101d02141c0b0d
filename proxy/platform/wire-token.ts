import { z } from 'zod';
import { integer, matching } from './wire-values.ts';

/** The response to a token request (spec, Authentication 3). */
export const wireToken = z.object({
  /** Only visible ASCII, because it becomes a header's value. */
  access_token: matching(/^[\x21-\x7e]{1,8192}$/),
  token_type: matching(/^bearer$/i),
  expires_in: integer.pipe(z.number().min(1)),
  /** Separated by spaces. */
  scope: z.string().nullable().catch(null),
});
