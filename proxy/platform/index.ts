/**
 * The client of API v3 by itself, built to a package of its own. The proxy is its first user.
 */
export {
  type Api,
  type ApiOptions,
  type ApiStore,
  type CallOptions,
  createApi,
  type Input,
  type ListName,
  type Output,
} from './api.ts';
export { type ApiError, isApiError } from './api-error.ts';
export type { Credentials } from './context.ts';
export type { Said } from './errors.ts';

export type { CallName } from './operation-call.ts';
export { type Operation, type OperationName, operations, pathOf } from './operations.ts';
export { createMemoryStore } from '../store/memory.ts';
export { outcomeOfWrite, type WriteOutcome } from './write-outcome.ts';
