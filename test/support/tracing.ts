import type { AsyncHook, HookCallbacks } from 'node:async_hooks';
import { createRequire } from 'node:module';

/**
 * Node's test runner follows every promise: while a file loads, to know to which suite a test
 * belongs, and while tests run, to know which of them caused an error that came after its end. The
 * second makes an `await` 25 times as slow and takes a quarter of the time of all tests, and without
 * it such an error still fails its process and is printed. So it follows them only while files load.
 */
let hook: AsyncHook | undefined;
export const traceTests = () => hook?.enable();
export const endTracing = () => hook?.disable();

const require = createRequire(import.meta.url);
const asyncHooks = require('node:async_hooks') as {
  createHook: (callbacks: HookCallbacks) => AsyncHook;
};
const { createHook } = asyncHooks;
// The runner takes the function when it is loaded, and calls it when the first test registers.
asyncHooks.createHook = (callbacks) => (hook = createHook(callbacks));
require('node:test');
asyncHooks.createHook = createHook;
