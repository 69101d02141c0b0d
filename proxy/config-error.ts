import { describeError } from './log.ts';

/**
 * Says in one line which variable to fix and how. The message never contains a variable's value,
 * which may be a secret.
 */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * The last line that a program prints when an error ends it. Only our own messages are quoted:
 * those of drivers and of Node repeat what they failed on.
 */
export function explainEnd(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  return Object.values(describeError(error)).join(' ');
}
