import { describeError } from './log.ts';

/**
 * Says in one line which variable to mend and how. Never carries a variable's value, which may be a
 * secret.
 */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * The last line of a program that an error ends. Only our own errors are quoted: those of drivers and
 * of Node quote what they failed on.
 */
export function explainEnd(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  return Object.values(describeError(error)).join(' ');
}
