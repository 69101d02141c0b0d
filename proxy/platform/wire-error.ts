import { z } from 'zod';
import { errorCode } from './wire-values.ts';

const text = z.string().catch('');

/** The platform's own error body (spec, Errors), which comes in three shapes. */
export const wireError = z
  .object({
    code: errorCode.catch(''),
    error_code: errorCode.catch(''),
    message: text,
    error: text,
    user_message: text,
    error_description: text,
  })
  .transform(({ code, error_code, message, error, user_message, error_description }) => ({
    code: code || error_code,
    said: {
      message: message || error,
      /** What people read, which a gateway's errors lack. */
      user_message: user_message + error_description,
    },
  }));
export type WireError = z.output<typeof wireError>;
